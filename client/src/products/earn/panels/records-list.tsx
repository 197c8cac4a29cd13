/** Everything the user has bought, through filters, sorted by the server, page by page, and as a file. */
import { useSelector } from 'react-redux';
import type { EarnRecordsRequest, FinancialHolding, MiningHolding } from '../../../../../shared/products/earn/wire';
import {
  useExportEarnMutation,
  useFinancialProductsQuery,
  useFinancialRecordsQuery,
  useMiningProductsQuery,
  useMiningRecordsQuery,
  type EarnKind,
} from '../api/earn-api';
import { selectEarnPosition } from '../api/earn-slice';
import { EARN_SCREENS } from '../api/kinds';
import { useOwnList, type ListQuery } from '../../../entities/session/use-own-list';
import { useTexts } from '../../../shared/i18n/use-texts';
import { DayRange } from '../../../shared/ui/lists/day-range';
import { WrittenExport } from '../../../shared/ui/lists/export-button';
import { Filter, Filters } from '../../../shared/ui/lists/filters';
import { QueryList } from '../../../shared/ui/lists/query-list';
import type { Column } from '../../../shared/ui/data-table/columns';
import { Way } from '../../../shared/ui/page/way';
import { useFinancialRecordColumns, useMiningColumns } from './columns';

type FilteredBy = Partial<Pick<EarnRecordsRequest, 'product' | 'status' | 'from' | 'to'>>;
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
  const { data: products } = useFinancialProductsQuery();
  return (
    <Records<FinancialHolding>
      {...{ kind: 'financial', useQuery: useFinancialRecordsQuery, products }}
      columns={useFinancialRecordColumns()}
      states={FINANCIAL_STATES.map((value) => ({ value, label: say(`financial.status.${value}`) }))}
    />
  );
}

export function MiningRecords() {
  const { say } = useTexts();
  const { data: products } = useMiningProductsQuery();
  return (
    <Records<MiningHolding>
      {...{ kind: 'mining', useQuery: useMiningRecordsQuery, products }}
      columns={useMiningColumns()}
      states={MINING_STATES.map((value) => ({ value, label: say(`mining.status.${value}`) }))}
    />
  );
}

interface RecordsProps<Row> {
  kind: EarnKind;
  useQuery: ListQuery<FilteredBy, SortedBy, Row>;
  columns: Column<Row>[];
  products: readonly { product: string; name: string }[] | undefined;
  states: { value: string; label: string }[];
}

function Records<Row extends { purchase: string }>(properties: RecordsProps<Row>) {
  const { kind, useQuery, columns, products = [], states } = properties;
  const { say } = useTexts();
  const { to, text } = EARN_SCREENS[kind].offers;
  const list = useOwnList<FilteredBy, SortedBy, Row>(useSelector(selectEarnPosition), useQuery);
  const { filters, filter, since, isEmpty } = list;
  return (
    <>
      <Filters>
        <Filter
          {...{ label: say('earn.product'), any: say('earn.any_product'), value: filters.product }}
          options={products.map(({ product, name }) => ({ value: product, label: name }))}
          onChange={(product) => filter({ ...filters, product })}
        />
        <Filter
          {...{ label: say('earn.status'), any: say('earn.any_state'), value: filters.status }}
          options={states}
          onChange={(status) => filter({ ...filters, status })}
        />
        <DayRange label={say('earn.bought_at')} onChange={list.filterDays} />
      </Filters>
      <QueryList<Row>
        {...{ columns, ...list.table }}
        name={`${kind}.records`}
        label={say('earn.tab.records')}
        keyOf={({ purchase }) => purchase}
        empty={say(list.isFiltered ? 'earn.none.found' : 'earn.none.records')}
        way={!list.isFiltered && <Way to={to}>{say(text)}</Way>}
        actions={
          <WrittenExport
            {...{ useExport: useExportEarnMutation, since, isEmpty }}
            asked={{ kind, ...filters }}
            file={`${kind}.csv`}
          />
        }
      />
    </>
  );
}
