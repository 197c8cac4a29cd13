import type { ReactNode } from 'react';
import type { Page } from '../../../../../shared/wire/fields';
import type { Fault } from '../../api/envelope';
import { DataTable, type DataTableProps } from '../data-table/data-table';
import { Faulty } from '../page/faulty';
import { Rows } from '../data-table/rows';
import { Note } from '../page/note';
import { Pager } from './pager';
import { useLastPage } from './use-last-page';

/** A list as it was asked of the server. */
export interface AskedList<Row> {
  /** The last data, also while another page loads. */
  data?: Page<Row>;
  /** Data of the current request. */
  currentData?: Page<Row>;
  error?: Fault;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface QueryListProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'total' | 'isFetching' | 'empty'> {
  query: AskedList<Row>;
  /** Replaces the rows: why there are none. */
  empty: string;
  /** A link or button that helps with an empty list. */
  emptyStateLink?: ReactNode;
}

/**
 * A page of a server list: loading, a fault with a retry, empty, or the table. The shown rows stay during a reload, and also if it fails:
 * the HTTP client has reported the failure.
 */
export function QueryList<Row extends object>({ query, empty, emptyStateLink, ...table }: QueryListProps<Row>) {
  const { data, currentData, error, isFetching, refetch } = query;
  const isTurning = useLastPage(query, table.paging, table.onPage);
  // Rows of one page must not appear under another page number.
  if (error && !isFetching && !currentData) return <Faulty error={error} onRetry={() => void refetch()} />;
  return (
    <DataTable<Row>
      {...table}
      rows={isTurning ? undefined : data?.records}
      total={data?.total ?? 0}
      isFetching={isFetching && !currentData}
      empty={<Note kind="empty" text={empty} action={emptyStateLink} />}
    />
  );
}

/** The same for a scroll panel: dense rows without a column choice. */
export function PanelList<Row extends object>({
  query,
  empty,
  paging,
  onPage,
  ...list
}: Omit<QueryListProps<Row>, 'name' | 'emptyStateLink' | 'actions'>) {
  const { data, currentData, error, isFetching, refetch } = query;
  const isTurning = useLastPage(query, paging, onPage);
  if (error && !isFetching && !currentData) return <Faulty error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Rows<Row>
        {...list}
        rows={isTurning ? undefined : data?.records}
        isFetching={isFetching && !currentData}
        empty={<Note kind="empty" text={empty} />}
        density="panel"
      />
      {data && data.total > 0 && (
        <Pager {...paging} list={list.label} total={data.total} navigation={{ by: 'hand', onPage }} />
      )}
    </>
  );
}
