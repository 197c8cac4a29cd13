/** Everything the user has bought, through filters, sorted by the server, page by page, and as a file. */
import Select from 'antd/es/select';
import { Download } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { EarnRecordsRequest, FinancialHolding } from '../../../../shared/wire/financial';
import type { MiningHolding } from '../../../../shared/wire/mining';
import {
  useExportEarnMutation,
  useFinancialProductsQuery,
  useFinancialRecordsQuery,
  useMiningProductsQuery,
  useMiningRecordsQuery,
  type EarnKind,
} from '../../entities/earn/earn-api';
import { selectEarnPosition } from '../../entities/earn/earn-slice';
import { selectUser } from '../../entities/session/session-slice';
import type { TextKey } from '../../shared/i18n/i18n';
import { useTexts } from '../../shared/i18n/use-texts';
import { downloadCsv } from '../../shared/lib/csv';
import { including, useFollowed, useList } from '../../shared/lib/use-list';
import { Button } from '../../shared/ui/button';
import { DayRange } from '../../shared/ui/day-range';
import { QueryList, type AskedList } from '../../shared/ui/query-list';
import type { Column } from '../../shared/ui/data-table/columns';
import { Themed } from '../../shared/ui/themed';
import { Way } from '../../shared/ui/way';
import { useFinancialRecordColumns } from './financial-columns';
import styles from './manage-earn.module.css';
import { useMiningColumns } from './mining-columns';

type Filters = Partial<Pick<EarnRecordsRequest, 'product' | 'status' | 'from' | 'to'>>;
type SortedBy = 'time' | 'amount' | 'start' | 'expiry';

/** By tables that have to name all of them. */
const FINANCIAL_STATES = Object.keys({
  buying: true,
  earning: true,
  settled: true,
  cancelled: true,
} satisfies Record<FinancialHolding['status'], true>) as FinancialHolding['status'][];
const MINING_STATES = Object.keys({
  participated: true,
  allocating: true,
  mining: true,
  ended: true,
} satisfies Record<MiningHolding['status'], true>) as MiningHolding['status'][];

export function FinancialRecords() {
  const { say } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const list = useEarnList();
  const asked = useFinancialRecordsQuery(list.request, { skip: !isKnown, refetchOnMountOrArgChange: true });
  const { data: products } = useFinancialProductsQuery();
  return (
    <Records<FinancialHolding>
      {...{ kind: 'financial', list, asked }}
      columns={useFinancialRecordColumns()}
      products={products}
      states={FINANCIAL_STATES.map((value) => ({ value, label: say(`financial.status.${value}`) }))}
      way={{ to: '/financial', text: 'menu.financial' }}
    />
  );
}

export function MiningRecords() {
  const { say } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const list = useEarnList();
  const asked = useMiningRecordsQuery(list.request, { skip: !isKnown, refetchOnMountOrArgChange: true });
  const { data: products } = useMiningProductsQuery();
  return (
    <Records<MiningHolding>
      {...{ kind: 'mining', list, asked }}
      columns={useMiningColumns()}
      products={products}
      states={MINING_STATES.map((value) => ({ value, label: say(`mining.status.${value}`) }))}
      way={{ to: '/defiFinancial', text: 'menu.mining' }}
    />
  );
}

function useEarnList() {
  return useList<Filters, SortedBy>(useSelector(selectEarnPosition));
}

interface RecordsProps<Row> {
  kind: EarnKind;
  list: ReturnType<typeof useEarnList>;
  asked: AskedList<Row>;
  columns: Column<Row>[];
  products: readonly { product: string; name: string }[] | undefined;
  states: { value: string; label: string }[];
  way: { to: string; text: TextKey };
}

function Records<Row extends { purchase: string }>(properties: RecordsProps<Row>) {
  const { kind, list, asked, columns, products = [], states, way } = properties;
  const { say } = useTexts();
  useFollowed(list, useSelector(selectEarnPosition), asked.isFetching);
  const { filters, filter } = list;
  return (
    <Themed>
      <div className={styles.filters}>
        <Select
          aria-label={say('earn.product')}
          placeholder={say('earn.any_product')}
          allowClear
          value={filters.product}
          options={products.map(({ product, name }) => ({ value: product, label: name }))}
          onChange={(product?: string) => filter({ ...filters, product })}
        />
        <Select
          aria-label={say('earn.status')}
          placeholder={say('earn.any_state')}
          allowClear
          value={filters.status}
          options={states}
          onChange={(status?: string) => filter({ ...filters, status })}
        />
        <DayRange
          label={say('earn.bought_at')}
          onChange={(range) => filter({ ...filters, from: undefined, to: undefined, ...range })}
        />
      </div>
      <QueryList<Row>
        {...{ asked, columns, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
        name={`${kind}.records`}
        label={say('earn.tab.records')}
        keyOf={({ purchase }) => purchase}
        empty={say(list.isFiltered ? 'earn.none.found' : 'earn.none.records')}
        way={!list.isFiltered && <Way to={way.to}>{say(way.text)}</Way>}
        actions={<Export {...{ kind, filters }} since={list.since} isEmpty={!asked.data || asked.data.total === 0} />}
      />
    </Themed>
  );
}

interface ExportProps {
  kind: EarnKind;
  filters: Filters;
  /** What is shown is in the file. */
  since: number | null;
  isEmpty: boolean;
}

/** The exchange writes it: every field, however long it is. */
function Export({ kind, filters, since, isEmpty }: ExportProps) {
  const { say } = useTexts();
  const [ask, { isLoading, reset }] = useExportEarnMutation();
  const save = async () => {
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
    const { data } = await ask({ kind, ...given, ...including(since) });
    reset();
    if (data !== undefined) downloadCsv(`${kind}.csv`, data);
  };
  return (
    <Button disabled={isLoading || isEmpty} aria-busy={isLoading} onClick={() => void save()}>
      <Download size={15} aria-hidden="true" />
      <span className={styles.buttonText}>{say('table.export')}</span>
    </Button>
  );
}
