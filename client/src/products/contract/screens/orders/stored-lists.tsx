/** What became of the user's contracts: trades, closed positions, funding and stops, by contract and time, and as files. */
import { useSelector } from 'react-redux';
import type { ContractExport, ContractListRequest } from '../../../../../../shared/products/perpetual/wire';
import {
  useClosedPositionsQuery,
  useContractFillsQuery,
  useEndedStopsQuery,
  useExportContractsMutation,
  useFundingPaymentsQuery,
} from '../../api/contract-lists-api';
import { selectPositionsPosition } from '../../../../entities/contract/positions';
import { useOwnList, type ListQuery } from '../../../../entities/session/use-own-list';
import {
  useClosedColumns,
  useEndedStopColumns,
  useFillColumns,
  useFundingColumns,
} from '../../panels/positions/orders/stored-columns';
import type { TextKey } from '../../../../shared/i18n/i18n';
import { useTexts } from '../../../../shared/i18n/use-texts';
import type { Column } from '../../../../shared/ui/data-table/columns';
import { DayRange } from '../../../../shared/ui/lists/day-range';
import { WrittenExport } from '../../../../shared/ui/lists/export-button';
import { Filters } from '../../../../shared/ui/lists/filters';
import { QueryList } from '../../../../shared/ui/lists/query-list';
import { Way } from '../../../../shared/ui/page/way';
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
  /** Null: the exchange writes none of these. */
  file: ContractExport | null;
}

function StoredList<Row extends object>({ useQuery, columns, keyOf, title, empty, file }: StoredListProps<Row>) {
  const { say } = useTexts();
  const list = useOwnList<FilteredBy, never, Row>(useSelector(selectPositionsPosition), useQuery);
  const { filters, filter, since, isEmpty } = list;
  const { sorted: _, ...table } = list.table;
  return (
    <>
      <Filters>
        <ContractSelect value={filters.market} onChange={(market) => filter({ ...filters, market })} />
        <DayRange label={say('orderlist.time')} onChange={list.filterDays} />
      </Filters>
      <QueryList<Row>
        {...{ columns, keyOf, ...table }}
        name={title}
        label={say(title)}
        empty={say(list.isFiltered ? 'orderlist.none_found' : empty)}
        way={!list.isFiltered && <Way to="/contractTransaction">{say('menu.futures')}</Way>}
        actions={
          file !== null && (
            <WrittenExport
              {...{ useExport: useExportContractsMutation, since, isEmpty }}
              asked={{ list: file, ...filters }}
              file={`contract-${file}.csv`}
            />
          )
        }
      />
    </>
  );
}
