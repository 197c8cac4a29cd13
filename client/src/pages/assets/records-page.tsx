import { Download } from 'lucide-react';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { ACCOUNT_KINDS, type AccountKind } from '../../../../shared/rules/account-kinds';
import { ENTRY_LABELS, type EntryLabel } from '../../../../shared/rules/entry-kinds';
import type { AssetChange } from '../../../../shared/wire/wallet';
import { selectBalancesPosition } from '../../entities/balance/balance-slice';
import { selectUser } from '../../entities/session/session-slice';
import { useAssetRecordsQuery, useExportRecordsMutation, useListedAssetsQuery } from '../../entities/wallet/wallet-api';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { csvOf, downloadCsv } from '../../shared/lib/csv';
import { useThrottled } from '../../shared/lib/use-throttled';
import { Button } from '../../shared/ui/button';
import { PAGE_SIZE_DEFAULT } from '../../shared/ui/pages';
import { DataTable } from '../../shared/ui/data-table/data-table';
import { DayRange, type TimeRange } from '../../shared/ui/day-range';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Themed } from '../../shared/ui/themed';
import { recordColumns, recordSheet } from './record-columns';
import styles from './records-page.module.css';

/** The page is not asked for anew more often, however fast the balances move. */
const FOLLOW_MS = 1_000;
const FILE = 'asset-records.csv';
const FIRST_PAGE = { pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT };

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
  const [filters, setFilters] = useState<Filters>({});
  const [paging, setPaging] = useState(FIRST_PAGE);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const user = useSelector(selectUser);
  const position = useThrottled(useSelector(selectBalancesPosition), FOLLOW_MS);
  // The first page follows what happens; the others stand still while they are read.
  const since = paging.pageIndex === 1 && position !== null ? { minPosition: Math.max(position, 0) } : {};
  const { data, error, isFetching, refetch } = useAssetRecordsQuery(
    { ...filters, ...paging, ...since },
    { skip: user === null, refetchOnMountOrArgChange: true },
  );
  const filter = (next: Filters) => {
    setFilters(next);
    setPaging({ ...paging, pageIndex: 1 });
    setChosen([]);
  };
  const fault = data ? null : error;
  return (
    <Themed>
      <section className={styles.panel} aria-labelledby="records-title">
        <h1 id="records-title">{say('menu.records')}</h1>
        <FilterRow filters={filters} labelOf={labelOf} onChange={filter} />
        {fault ? (
          <Faulty fault={fault} onRetry={() => void refetch()} />
        ) : (
          <DataTable<AssetChange>
            name="records"
            label={say('menu.records')}
            columns={recordColumns(say, labelOf)}
            rows={data?.records}
            keyOf={({ record }) => record}
            isFetching={isFetching}
            empty={<Note kind="empty" text={say(isFiltered(filters) ? 'records.none_found' : 'records.empty')} />}
            selection={{ keys: chosen, onChange: setChosen }}
            paging={paging}
            total={data?.total ?? 0}
            onPage={(next) => {
              setPaging(next);
              setChosen([]);
            }}
            actions={
              <Export
                filters={filters}
                labelOf={labelOf}
                chosen={data?.records.filter(({ record }) => chosen.includes(record)) ?? []}
                isEmpty={!data || data.total === 0}
              />
            }
          />
        )}
      </section>
    </Themed>
  );
}

function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

interface FilterRowProps {
  filters: Filters;
  labelOf: (label: string) => string;
  onChange: (filters: Filters) => void;
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
  filters: Filters;
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
      const { head, rows } = recordSheet(say, labelOf, chosen);
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
function given(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
