import { ACCOUNT_KINDS, type AccountKind } from '../../../../../../../shared/rules/account-kinds';
import { ENTRY_LABELS, type EntryLabel } from '../../../../../../../shared/rules/entry-kinds';
import type { AssetChange, RECORD_SORTS } from '../../../../../../../shared/products/wallet/wire';
import { useRecordList } from '../../../panels/use-record-list';
import {
  useAssetRecordsQuery,
  useExportRecordsMutation,
  useExportTaxesMutation,
  useListedAssetsQuery,
} from '../../../../../entities/wallet/wallet-api';
import { useServerWords } from '../../../../../shared/i18n/server-words';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { csvOf, downloadCsv } from '../../../../../shared/lib/csv';
import { DayRange, type TimeRange } from '../../../../../shared/ui/lists/day-range';
import { ExportButton, given, WrittenExport } from '../../../../../shared/ui/lists/export-button';
import { Filter, Filters } from '../../../../../shared/ui/lists/filters';
import { Panel } from '../../../../../shared/ui/page/panel';
import { QueryList } from '../../../../../shared/ui/lists/query-list';
import { Way } from '../../../../../shared/ui/page/way';
import { recordColumns, recordLines } from './record-columns';

const FILE = 'asset-records.csv';

interface FilteredBy extends TimeRange {
  account?: AccountKind;
  label?: EntryLabel;
  asset?: string;
}

/** Every change of the balances, as the ledger has it. */
export function RecordsPage() {
  const { say } = useTexts();
  const words = useServerWords();
  const labelOf = (label: string) => words('label', label);
  const list = useRecordList<FilteredBy, AssetChange, (typeof RECORD_SORTS)[number]>(useAssetRecordsQuery);
  const { filters, chosen, setChosen } = list;
  return (
    <Panel title={say('menu.records')} level={1}>
      <FilterRow filters={filters} labelOf={labelOf} onChange={list.filter} />
      <QueryList<AssetChange>
        {...list.table}
        name="records"
        label={say('menu.records')}
        columns={recordColumns(say, labelOf)}
        keyOf={({ record }) => record}
        empty={say(list.isFiltered ? 'records.none_found' : 'records.empty')}
        way={!list.isFiltered && <Way to="/accountSet/recharge">{say('wallet.menu.recharge')}</Way>}
        selection={{ keys: chosen, onChange: setChosen }}
        actions={
          <>
            <Export
              filters={filters}
              labelOf={labelOf}
              chosen={list.chosenBy(({ record }) => record)}
              isEmpty={list.isEmpty}
            />
            <WrittenExport
              {...{ useExport: useExportTaxesMutation, text: 'records.taxes', file: 'taxes.csv' }}
              {...{ since: null, isEmpty: list.isEmpty }}
              asked={{ from: filters.from, to: filters.to }}
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
  const { say } = useTexts();
  const { data: assets = [] } = useListedAssetsQuery();
  return (
    <Filters>
      <Filter
        {...{ label: say('wallet.account_name'), any: say('wallet.any_account'), value: filters.account }}
        options={ACCOUNT_KINDS.map((account) => ({ value: account, label: say(`wallet.account.${account}`) }))}
        onChange={(account) => onChange({ ...filters, account })}
      />
      <Filter
        {...{ label: say('records.kind'), any: say('records.any_kind'), value: filters.label }}
        isSearched
        options={ENTRY_LABELS.map((label) => ({ value: label, label: labelOf(label) }))}
        onChange={(label) => onChange({ ...filters, label })}
      />
      <Filter
        {...{ label: say('assets.asset'), any: say('records.any_asset'), value: filters.asset }}
        isSearched
        options={assets.map(({ asset }) => ({ value: asset, label: asset }))}
        onChange={(asset) => onChange({ ...filters, asset })}
      />
      <DayRange label={say('records.time')} onChange={({ from, to }) => onChange({ ...filters, from, to })} />
    </Filters>
  );
}

interface ExportProps {
  filters: Partial<FilteredBy>;
  labelOf: (label: string) => string;
  /** The selected ones; when there are none, everything that the filters let through. */
  chosen: readonly AssetChange[];
  isEmpty: boolean;
}

function Export({ filters, labelOf, chosen, isEmpty }: ExportProps) {
  const { say } = useTexts();
  const [ask, { isLoading, reset }] = useExportRecordsMutation();
  const save = async () => {
    if (chosen.length > 0) {
      const { head, rows } = recordLines(say, labelOf, chosen);
      return downloadCsv(FILE, csvOf(head, rows));
    }
    // The whole of it comes from the exchange, with what was there before and what is there after: it foots.
    const { data } = await ask(given(filters));
    reset();
    if (data !== undefined) downloadCsv(FILE, data);
  };
  return <ExportButton isBusy={isLoading} isEmpty={isEmpty} isOfSelected={chosen.length > 0} onSave={save} />;
}
