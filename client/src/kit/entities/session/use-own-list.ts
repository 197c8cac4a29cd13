import { useSelector } from 'react-redux';
import type { AskedList } from '../../ui/lists/query-list';
import { useFollowPosition, useList } from '../../lib/hooks/use-list';
import { selectUser } from './session-slice';

type Request<Filters extends object, By extends string> = ReturnType<typeof useList<Filters, By>>['request'];

export type ListQuery<Filters extends object, By extends string, Row> = (
  request: Request<Filters, By>,
  options: { skip: boolean; refetchOnMountOrArgChange: boolean },
) => AskedList<Row>;

interface OwnListOptions {
  /** Only the first page follows updates; others stay still while being read. */
  followsFirst?: boolean;
}

/** List of the user's own records: loads once the user is known, and follows `position` of a private channel. */
export function useOwnList<Filters extends object, By extends string, Row>(
  position: number | null,
  useQuery: ListQuery<Filters, By, Row>,
  { followsFirst = false }: OwnListOptions = {},
) {
  const isKnown = useSelector(selectUser) !== null;
  const list = useList<Filters, By>(position);
  const { paging, turn: goToPage, sorted, chosen: selectedKeys } = list;
  const query = useQuery(list.request, { skip: !isKnown, refetchOnMountOrArgChange: true });
  useFollowPosition(list, followsFirst && paging.pageIndex !== 1 ? null : position, query.isFetching);
  return {
    ...list,
    isEmpty: !query.data || query.data.total === 0,
    records: query.data?.records ?? [],
    /** Selected records; `nameOf` gives a row's id. */
    chosenBy: (nameOf: (row: Row) => string) =>
      query.data?.records.filter((row) => selectedKeys.includes(nameOf(row))) ?? [],
    /** Props of the list component. */
    table: { query, paging, onPage: goToPage, sorted },
  };
}
