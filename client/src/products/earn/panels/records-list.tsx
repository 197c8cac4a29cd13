/** All purchases of the user: filtered, sorted and paged by the server, with CSV export. */
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
import { useOwnList, type ListQuery } from '../../../kit/entities/session/use-own-list';
import { useTexts } from '../../../kit/i18n/use-texts';
import { DayRange } from '../../../kit/ui/lists/day-range';
import { ServerExport } from '../../../kit/ui/lists/export-button';
import { Filter, Filters } from '../../../kit/ui/lists/filters';
import { QueryList } from '../../../kit/ui/lists/query-list';
import type { Column } from '../../../kit/ui/data-table/columns';
import { EmptyStateLink } from '../../../kit/ui/page/empty-state-link';
import { useFinancialRecordColumns, useMiningColumns } from './columns';

type FilteredBy = Partial<Pick<EarnRecordsRequest, 'product' | 'status' | 'from' | 'to'>>;
type SortedBy = 'time' | 'amount' | 'start' | 'expiry';

/** Built from objects whose type requires every status. */
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
  const { t } = useTexts();
  const { data: products } = useFinancialProductsQuery();
  return (
    <Records<FinancialHolding>
      {...{ kind: 'financial', useQuery: useFinancialRecordsQuery, products }}
      columns={useFinancialRecordColumns()}
      states={FINANCIAL_STATES.map((value) => ({ value, label: t(`financial.status.${value}`) }))}
    />
  );
}

export function MiningRecords() {
  const { t } = useTexts();
  const { data: products } = useMiningProductsQuery();
  return (
    <Records<MiningHolding>
      {...{ kind: 'mining', useQuery: useMiningRecordsQuery, products }}
      columns={useMiningColumns()}
      states={MINING_STATES.map((value) => ({ value, label: t(`mining.status.${value}`) }))}
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
  const { t } = useTexts();
  const { to, text } = EARN_SCREENS[kind].offers;
  const list = useOwnList<FilteredBy, SortedBy, Row>(useSelector(selectEarnPosition), useQuery);
  const { filters, filter, since, isEmpty } = list;
  return (
    <>
      <Filters>
        <Filter
          {...{ label: t('earn.product'), any: t('earn.any_product'), value: filters.product }}
          options={products.map(({ product, name }) => ({ value: product, label: name }))}
          onChange={(product) => filter({ ...filters, product })}
        />
        <Filter
          {...{ label: t('earn.status'), any: t('earn.any_state'), value: filters.status }}
          options={states}
          onChange={(status) => filter({ ...filters, status })}
        />
        <DayRange label={t('earn.bought_at')} onChange={list.filterDays} />
      </Filters>
      <QueryList<Row>
        {...{ columns, ...list.table }}
        name={`${kind}.records`}
        label={t('earn.tab.records')}
        keyOf={({ purchase }) => purchase}
        empty={t(list.isFiltered ? 'earn.none.found' : 'earn.none.records')}
        emptyStateLink={!list.isFiltered && <EmptyStateLink to={to}>{t(text)}</EmptyStateLink>}
        actions={
          <ServerExport
            {...{ useExport: useExportEarnMutation, since, isEmpty }}
            filters={{ kind, ...filters }}
            file={`${kind}.csv`}
          />
        }
      />
    </>
  );
}
