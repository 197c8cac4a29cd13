import { Download } from 'lucide-react';
import Select from 'antd/es/select';
import { ACCOUNT_KINDS, type AccountKind } from '../../../../shared/rules/account-kinds';
import { ENTRY_LABELS, type EntryLabel } from '../../../../shared/rules/entry-kinds';
import type { AssetChange, RECORD_SORTS } from '../../../../shared/wire/wallet';
import { useFollowedRecords, useRecordList } from '../../features/know-balances/use-record-list';
import { useAssetRecordsQuery, useExportRecordsMutation, useListedAssetsQuery } from '../../entities/wallet/wallet-api';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { csvOf, downloadCsv } from '../../shared/lib/csv';
import { Button } from '../../shared/ui/button';
import { DayRange, type TimeRange } from '../../shared/ui/day-range';
import { Panel } from '../../shared/ui/panel';
import { QueryList } from '../../shared/ui/query-list';
import { Themed } from '../../shared/ui/themed';
import { Way } from '../../shared/ui/way';
import { recordColumns, recordLines } from './record-columns';
import styles from './records-page.module.css';

const FILE = 'asset-records.csv';

interface Filters extends TimeRange {
  account?: AccountKind;
  label?: EntryLabel;
  asset?: string;
}

/** Every change of the balances, as the ledger has it. */
export function RecordsPage() {
  const { say } = useTexts();
  const words = useServerWords();
  const labelOf = (label: string) => words('label', label);
  const list = useRecordList<Filters, (typeof RECORD_SORTS)[number]>();
  const { filters, chosen, setChosen } = list;
  const asked = useAssetRecordsQuery(list.request, { skip: !list.isKnown, refetchOnMountOrArgChange: true });
  useFollowedRecords(list, asked.isFetching);
  const { data } = asked;
  return (
    <Themed>
      <Panel title={say('menu.records')} level={1}>
        <FilterRow filters={filters} labelOf={labelOf} onChange={list.filter} />
        <QueryList<AssetChange>
          {...{ asked, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
          name="records"
          label={say('menu.records')}
          columns={recordColumns(say, labelOf)}
          keyOf={({ record }) => record}
          empty={say(list.isFiltered ? 'records.none_found' : 'records.empty')}
          way={!list.isFiltered && <Way to="/accountSet/recharge">{say('wallet.menu.recharge')}</Way>}
          selection={{ keys: chosen, onChange: setChosen }}
          actions={
            <Export
              filters={filters}
              labelOf={labelOf}
              chosen={data?.records.filter(({ record }) => chosen.includes(record)) ?? []}
              isEmpty={!data || data.total === 0}
            />
          }
        />
      </Panel>
    </Themed>
  );
}

interface FilterRowProps {
  filters: Partial<Filters>;
  labelOf: (label: string) => string;
  onChange: (filters: Partial<Filters>) => void;
}

function FilterRow({ filters, labelOf, onChange }: FilterRowProps) {
  const { say } = useTexts();
  const { data: assets = [] } = useListedAssetsQuery();
  return (
    <div className={styles.filters}>
      <Select
        aria-label={say('wallet.account_name')}
        placeholder={say('wallet.any_account')}
        allowClear
        value={filters.account}
        options={ACCOUNT_KINDS.map((account) => ({ value: account, label: say(`wallet.account.${account}`) }))}
        onChange={(account?: AccountKind) => onChange({ ...filters, account })}
      />
      <Select
        aria-label={say('records.kind')}
        placeholder={say('records.any_kind')}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={filters.label}
        options={ENTRY_LABELS.map((label) => ({ value: label, label: labelOf(label) }))}
        onChange={(label?: EntryLabel) => onChange({ ...filters, label })}
      />
      <Select
        aria-label={say('assets.asset')}
        placeholder={say('records.any_asset')}
        allowClear
        showSearch
        value={filters.asset}
        options={assets.map(({ asset }) => ({ value: asset, label: asset }))}
        onChange={(asset?: string) => onChange({ ...filters, asset })}
      />
      <DayRange label={say('records.time')} onChange={({ from, to }) => onChange({ ...filters, from, to })} />
    </div>
  );
}

interface ExportProps {
  filters: Partial<Filters>;
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
  return (
    <Button disabled={isLoading || isEmpty} aria-busy={isLoading} onClick={() => void save()}>
      <Download size={15} aria-hidden="true" />
      <span className={styles.buttonText}>{say(chosen.length > 0 ? 'table.export_selected' : 'table.export')}</span>
    </Button>
  );
}

/** A query has no place for what is not there. */
function given(filters: Partial<Filters>): Partial<Filters> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
