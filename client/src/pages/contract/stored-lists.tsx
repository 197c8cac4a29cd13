/** What became of the user's contracts: trades, closed positions, funding and stops, by contract and time, and as files. */
import { Download } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { ContractExport, ContractListRequest } from '../../../../shared/wire/contract';
import {
  useClosedPositionsQuery,
  useContractFillsQuery,
  useEndedStopsQuery,
  useExportContractsMutation,
  useFundingPaymentsQuery,
} from '../../entities/contract/contract-lists-api';
import { selectPositionsPosition } from '../../entities/contract/positions';
import { selectUser } from '../../entities/session/session-slice';
import {
  useClosedColumns,
  useEndedStopColumns,
  useFillColumns,
  useFundingColumns,
} from '../../features/manage-positions/stored-columns';
import type { TextKey } from '../../shared/i18n/i18n';
import { useTexts } from '../../shared/i18n/use-texts';
import { downloadCsv } from '../../shared/lib/csv';
import { including, useFollowed, useList } from '../../shared/lib/use-list';
import { Button } from '../../shared/ui/button';
import type { Column } from '../../shared/ui/data-table/columns';
import { DayRange } from '../../shared/ui/day-range';
import { QueryList, type AskedList } from '../../shared/ui/query-list';
import { Way } from '../../shared/ui/way';
import { ContractSelect } from './contract-select';
import styles from './contract-pages.module.css';

type Filters = Pick<ContractListRequest, 'market' | 'from' | 'to'>;

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
  useQuery: (request: Partial<ContractListRequest>, options: AskOptions) => AskedList<Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  title: TextKey;
  empty: TextKey;
  /** Null: the exchange writes none of these. */
  file: ContractExport | null;
}
interface AskOptions {
  skip: boolean;
  refetchOnMountOrArgChange: boolean;
}

function StoredList<Row extends object>({ useQuery, columns, keyOf, title, empty, file }: StoredListProps<Row>) {
  const { say } = useTexts();
  const position = useSelector(selectPositionsPosition);
  const isKnown = useSelector(selectUser) !== null;
  const list = useList<Filters, never>(position);
  const { sort: _, ...request } = list.request;
  const asked = useQuery(request, { skip: !isKnown, refetchOnMountOrArgChange: true });
  useFollowed(list, position, asked.isFetching);
  const { filters, filter } = list;
  return (
    <>
      <div className={styles.filters}>
        <ContractSelect value={filters.market} onChange={(market) => filter({ ...filters, market })} />
        <DayRange
          label={say('orderlist.time')}
          onChange={(range) => filter({ ...filters, from: undefined, to: undefined, ...range })}
        />
      </div>
      <QueryList<Row>
        {...{ asked, columns, keyOf, paging: list.paging, onPage: list.turn }}
        name={title}
        label={say(title)}
        empty={say(list.isFiltered ? 'orderlist.none_found' : empty)}
        way={!list.isFiltered && <Way to="/contractTransaction">{say('menu.futures')}</Way>}
        actions={
          file !== null && (
            <Export file={file} filters={filters} since={list.since} isEmpty={!asked.data || asked.data.total === 0} />
          )
        }
      />
    </>
  );
}

interface ExportProps {
  file: ContractExport;
  filters: Partial<Filters>;
  /** What is shown is in the file. */
  since: number | null;
  isEmpty: boolean;
}

/** The exchange writes it: every field, however long it is. */
function Export({ file, filters, since, isEmpty }: ExportProps) {
  const { say } = useTexts();
  const [ask, { isLoading, reset }] = useExportContractsMutation();
  const save = async () => {
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
    const { data } = await ask({ list: file, ...given, ...including(since) });
    reset();
    if (data !== undefined) downloadCsv(`contract-${file}.csv`, data);
  };
  return (
    <Button disabled={isLoading || isEmpty} aria-busy={isLoading} onClick={() => void save()}>
      <Download size={15} aria-hidden="true" />
      <span className={styles.buttonText}>{say('table.export')}</span>
    </Button>
  );
}
