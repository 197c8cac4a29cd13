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
  /** What was last there, also while another page is on its way. */
  data?: Page<Row>;
  /** What is there of what is asked for now. */
  currentData?: Page<Row>;
  error?: Fault;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface QueryListProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'total' | 'isFetching' | 'empty'> {
  asked: AskedList<Row>;
  /** In place of rows: why there are none. */
  empty: string;
  /** What can be done about it. */
  way?: ReactNode;
}

/**
 * A page of a list that the server has: loading, why it did not come and another try, nothing there, or the table. What is
 * shown stays while it is asked for again, and also when that fails: the one HTTP client has said so.
 */
export function QueryList<Row extends object>({ asked, empty, way, ...table }: QueryListProps<Row>) {
  const { data, currentData, error, isFetching, refetch } = asked;
  const isTurning = useLastPage(asked, table.paging, table.onPage);
  // Rows of one page must not stand under the number of another.
  if (error && !isFetching && !currentData) return <Faulty fault={error} onRetry={() => void refetch()} />;
  return (
    <DataTable<Row>
      {...table}
      rows={isTurning ? undefined : data?.records}
      total={data?.total ?? 0}
      isFetching={isFetching && !currentData}
      empty={<Note kind="empty" text={empty} action={way} />}
    />
  );
}

/** The same in a panel that scrolls by itself: close rows, and no choice of columns. */
export function PanelList<Row extends object>({
  asked,
  empty,
  paging,
  onPage,
  ...list
}: Omit<QueryListProps<Row>, 'name' | 'way' | 'actions'>) {
  const { data, currentData, error, isFetching, refetch } = asked;
  const isTurning = useLastPage(asked, paging, onPage);
  if (error && !isFetching && !currentData) return <Faulty fault={error} onRetry={() => void refetch()} />;
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
        <Pager {...paging} list={list.label} total={data.total} turn={{ by: 'hand', onPage }} />
      )}
    </>
  );
}
