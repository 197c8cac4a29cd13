import { useSelector } from 'react-redux';
import type { AskedList } from '../../shared/ui/lists/query-list';
import { useFollowed, useList } from '../../shared/lib/hooks/use-list';
import { selectUser } from './session-slice';

type Request<Filters extends object, By extends string> = ReturnType<typeof useList<Filters, By>>['request'];

export type ListQuery<Filters extends object, By extends string, Row> = (
  request: Request<Filters, By>,
  options: { skip: boolean; refetchOnMountOrArgChange: boolean },
) => AskedList<Row>;

interface OwnListOptions {
  /** The first page follows what happens; the others stand still while they are read. */
  followsFirst?: boolean;
}

/** A list of the user's own: asked for when the user is known, and as fresh as `position`, which a private channel tells. */
export function useOwnList<Filters extends object, By extends string, Row>(
  position: number | null,
  useQuery: ListQuery<Filters, By, Row>,
  { followsFirst = false }: OwnListOptions = {},
) {
  const isKnown = useSelector(selectUser) !== null;
  const list = useList<Filters, By>(position);
  const { paging, turn, sorted, chosen } = list;
  const asked = useQuery(list.request, { skip: !isKnown, refetchOnMountOrArgChange: true });
  useFollowed(list, followsFirst && paging.pageIndex !== 1 ? null : position, asked.isFetching);
  return {
    ...list,
    isEmpty: !asked.data || asked.data.total === 0,
    records: asked.data?.records ?? [],
    /** The records that are selected, by what names them. */
    chosenBy: (nameOf: (row: Row) => string) => asked.data?.records.filter((row) => chosen.includes(nameOf(row))) ?? [],
    /** For the list that shows it. */
    table: { asked, paging, onPage: turn, sorted },
  };
}
