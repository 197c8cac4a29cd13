import { ACCOUNT_KINDS, type AccountKind } from '../../../../../../../shared/rules/account-kinds';
import { ENTRY_LABELS, type EntryLabel } from '../../../../../../../shared/rules/entry-kinds';
import type { AssetChange, RECORD_SORTS } from '../../../../../../../shared/products/wallet/wire';
import { useRecordList } from '../../../panels/use-record-list';
import {
  useAssetRecordsQuery,
  useExportRecordsMutation,
  useExportTaxesMutation,
  useListedAssetsQuery,
} from '../../../../../kit/entities/wallet/wallet-api';
import { useServerWords } from '../../../../../kit/i18n/server-words';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { csvOf, downloadCsv } from '../../../../../kit/lib/csv';
import { DayRange, type TimeRange } from '../../../../../kit/ui/lists/day-range';
import { ExportButton, definedFields, ServerExport } from '../../../../../kit/ui/lists/export-button';
import { Filter, Filters } from '../../../../../kit/ui/lists/filters';
import { Panel } from '../../../../../kit/ui/page/panel';
import { QueryList } from '../../../../../kit/ui/lists/query-list';
import { EmptyStateLink } from '../../../../../kit/ui/page/empty-state-link';
import { recordColumns, recordLines } from './record-columns';

const FILE = 'asset-records.csv';

interface FilteredBy extends TimeRange {
  account?: AccountKind;
  label?: EntryLabel;
  asset?: string;
}

/** All balance changes, from the ledger. */
export function RecordsPage() {
  const { t } = useTexts();
  const serverText = useServerWords();
  const labelOf = (label: string) => serverText('label', label);
  const list = useRecordList<FilteredBy, AssetChange, (typeof RECORD_SORTS)[number]>(useAssetRecordsQuery);
  const { filters, chosen, setChosen } = list;
  return (
    <Panel title={t('menu.records')} level={1}>
      <FilterRow filters={filters} labelOf={labelOf} onChange={list.filter} />
      <QueryList<AssetChange>
        {...list.table}
        name="records"
        label={t('menu.records')}
        columns={recordColumns(t, labelOf)}
        keyOf={({ record }) => record}
        empty={t(list.isFiltered ? 'records.none_found' : 'records.empty')}
        emptyStateLink={
          !list.isFiltered && <EmptyStateLink to="/accountSet/recharge">{t('wallet.menu.recharge')}</EmptyStateLink>
        }
        selection={{ keys: chosen, onChange: setChosen }}
        actions={
          <>
            <Export
              filters={filters}
              labelOf={labelOf}
              selectedRecords={list.chosenBy(({ record }) => record)}
              isEmpty={list.isEmpty}
            />
            <ServerExport
              {...{ useExport: useExportTaxesMutation, text: 'records.taxes', file: 'taxes.csv' }}
              {...{ since: null, isEmpty: list.isEmpty }}
              filters={{ from: filters.from, to: filters.to }}
            />
          </>
        }
      />
    </Panel>
  );
}

interface FilterRowProps {
  filters: Partial<FilteredBy>;
  labelOf: (label: string) => string;
  onChange: (filters: Partial<FilteredBy>) => void;
}

function FilterRow({ filters, labelOf, onChange }: FilterRowProps) {
  const { t } = useTexts();
  const { data: assets = [] } = useListedAssetsQuery();
  return (
    <Filters>
      <Filter
        {...{ label: t('wallet.account_name'), any: t('wallet.any_account'), value: filters.account }}
        options={ACCOUNT_KINDS.map((account) => ({ value: account, label: t(`wallet.account.${account}`) }))}
        onChange={(account) => onChange({ ...filters, account })}
      />
      <Filter
        {...{ label: t('records.kind'), any: t('records.any_kind'), value: filters.label }}
        isSearched
        options={ENTRY_LABELS.map((label) => ({ value: label, label: labelOf(label) }))}
        onChange={(label) => onChange({ ...filters, label })}
      />
      <Filter
        {...{ label: t('assets.asset'), any: t('records.any_asset'), value: filters.asset }}
        isSearched
        options={assets.map(({ asset }) => ({ value: asset, label: asset }))}
        onChange={(asset) => onChange({ ...filters, asset })}
      />
      <DayRange label={t('records.time')} onChange={({ from, to }) => onChange({ ...filters, from, to })} />
    </Filters>
  );
}

interface ExportProps {
  filters: Partial<FilteredBy>;
  labelOf: (label: string) => string;
  /** The selected records; if empty, the export covers all that match the filters. */
  selectedRecords: readonly AssetChange[];
  isEmpty: boolean;
}

function Export({ filters, labelOf, selectedRecords, isEmpty }: ExportProps) {
  const { t } = useTexts();
  const [requestExport, { isLoading, reset }] = useExportRecordsMutation();
  const save = async () => {
    if (selectedRecords.length > 0) {
      const { head, rows } = recordLines(t, labelOf, selectedRecords);
      return downloadCsv(FILE, csvOf(head, rows));
    }
    // The server's export contains balances before and after, so that the sums can be checked.
    const { data } = await requestExport(definedFields(filters));
    reset();
    if (data !== undefined) downloadCsv(FILE, data);
  };
  return <ExportButton isBusy={isLoading} isEmpty={isEmpty} isOfSelected={selectedRecords.length > 0} onSave={save} />;
}
