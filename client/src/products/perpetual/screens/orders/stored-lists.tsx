/**
 * The user's stored contract records (trades, closed positions, funding, stops), filtered by contract and time, with
 * export.
 */
import { useSelector } from 'react-redux';
import type { ContractExport, ContractListRequest } from '../../../../../../shared/products/perpetual/wire';
import {
  useClosedPositionsQuery,
  useContractFillsQuery,
  useEndedStopsQuery,
  useExportContractsMutation,
  useFundingPaymentsQuery,
} from '../../api/contract-lists-api';
import { selectPositionsPosition } from '../../../../kit/entities/contract/positions';
import { useOwnList, type ListQuery } from '../../../../kit/entities/session/use-own-list';
import {
  useClosedColumns,
  useEndedStopColumns,
  useFillColumns,
  useFundingColumns,
} from '../../panels/positions/orders/stored-columns';
import type { TextKey } from '../../../../kit/i18n/i18n';
import { useTexts } from '../../../../kit/i18n/use-texts';
import type { Column } from '../../../../kit/ui/data-table/columns';
import { DayRange } from '../../../../kit/ui/lists/day-range';
import { ServerExport } from '../../../../kit/ui/lists/export-button';
import { Filters } from '../../../../kit/ui/lists/filters';
import { QueryList } from '../../../../kit/ui/lists/query-list';
import { EmptyStateLink } from '../../../../kit/ui/page/empty-state-link';
import { ContractSelect } from '../contract-select';

type FilteredBy = Pick<ContractListRequest, 'market' | 'from' | 'to'>;

export function FillsList() {
  return (
    <StoredList
      useQuery={useContractFillsQuery}
      columns={useFillColumns()}
      keyOf={({ trade, order }) => `${trade}-${order}`}
      {...{ title: 'positions.tab.fills', empty: 'own.none_filled' }}
      file="fills"
    />
  );
}

export function ClosedList() {
  return (
    <StoredList
      useQuery={useClosedPositionsQuery}
      columns={useClosedColumns()}
      keyOf={({ contract }) => contract}
      {...{ title: 'positions.tab.closed', empty: 'positions.none.closed' }}
      file="closedPositions"
    />
  );
}

export function FundingList() {
  return (
    <StoredList
      useQuery={useFundingPaymentsQuery}
      columns={useFundingColumns()}
      keyOf={({ contract, dueAt }) => `${contract}-${dueAt}`}
      {...{ title: 'positions.tab.funding', empty: 'positions.none.funding' }}
      file="fundingPayments"
    />
  );
}

export function EndedStopsList() {
  return (
    <StoredList
      useQuery={useEndedStopsQuery}
      columns={useEndedStopColumns()}
      keyOf={({ id }) => id}
      {...{ title: 'positions.stops', empty: 'contracts.none_stopped' }}
      file={null}
    />
  );
}

interface StoredListProps<Row> {
  useQuery: ListQuery<FilteredBy, never, Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  title: TextKey;
  empty: TextKey;
  /** Null if the exchange offers no export of these. */
  file: ContractExport | null;
}

function StoredList<Row extends object>({ useQuery, columns, keyOf, title, empty, file }: StoredListProps<Row>) {
  const { t } = useTexts();
  const list = useOwnList<FilteredBy, never, Row>(useSelector(selectPositionsPosition), useQuery);
  const { filters, filter, since, isEmpty } = list;
  const { sorted: _, ...table } = list.table;
  return (
    <>
      <Filters>
        <ContractSelect value={filters.market} onChange={(market) => filter({ ...filters, market })} />
        <DayRange label={t('orderlist.time')} onChange={list.filterDays} />
      </Filters>
      <QueryList<Row>
        {...{ columns, keyOf, ...table }}
        name={title}
        label={t(title)}
        empty={t(list.isFiltered ? 'orderlist.none_found' : empty)}
        emptyStateLink={
          !list.isFiltered && <EmptyStateLink to="/contractTransaction">{t('menu.futures')}</EmptyStateLink>
        }
        actions={
          file !== null && (
            <ServerExport
              {...{ useExport: useExportContractsMutation, since, isEmpty }}
              filters={{ list: file, ...filters }}
              file={`contract-${file}.csv`}
            />
          )
        }
      />
    </>
  );
}
