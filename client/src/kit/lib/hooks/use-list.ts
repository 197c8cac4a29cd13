/** State of a server list: page, filters, sorting, selection and required position. */
import { useEffect, useRef, useState } from 'react';
import type { SortWay } from '../../../../../shared/wire/fields';
import type { Sort } from '../../ui/data-table/columns';
import type { TimeRange } from '../../ui/lists/day-range';
import { PAGE_SIZE_DEFAULT, type Paging } from '../../ui/lists/pages';

/** Minimum interval between requests of a list. */
const FOLLOW_MS = 1_000;

/** `By`: sort columns of the list on the server. */
export function useList<Filters extends object, By extends string>(
  position: number | null,
  pageSize = PAGE_SIZE_DEFAULT,
) {
  const [filters, setFilters] = useState<Partial<Filters>>({});
  const [paging, setPaging] = useState<Paging>({ pageIndex: 1, pageSize });
  const [sort, setSort] = useState<Sort | null>(null);
  const [selectedKeys, setChosen] = useState<readonly string[]>([]);
  const [since, follow] = useState(position);
  const fromTheFirst = () => {
    setPaging({ ...paging, pageIndex: 1 });
    setChosen([]);
  };
  return {
    filters,
    paging,
    chosen: selectedKeys,
    setChosen,
    /** Position that the next response must include. */
    since,
    follow,
    request: {
      ...filters,
      ...paging,
      ...(sort === null ? {} : { sort: `${sort.by}.${sort.order}` as SortWay<By> }),
      ...minPositionQuery(since),
    },
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    filter: (next: Partial<Filters>) => {
      setFilters(next);
      fromTheFirst();
    },
    /** Sets or removes the ends of a day range. */
    filterDays: (range: TimeRange) => {
      setFilters({ ...filters, from: undefined, to: undefined, ...range });
      fromTheFirst();
    },
    turn: (next: Paging) => {
      setPaging(next);
      setChosen([]);
    },
    sorted: {
      sort,
      onSort: (next: Sort | null) => {
        setSort(next);
        fromTheFirst();
      },
    },
  };
}

/** Request parameter for an answer that includes this position. */
export function minPositionQuery(since: number | null): { minPosition?: number } {
  return since === null ? {} : { minPosition: Math.max(since, 0) };
}

/**
 * Keeps the list up to date with `position` of a private channel: it is refetched after the previous response, at most once a second.
 * Continuous pushes do not postpone it. Null: nothing to follow.
 */
export function useFollowPosition(
  { since, follow }: { since: number | null; follow: (position: number) => void },
  position: number | null,
  isFetching: boolean,
): void {
  const askedAt = useRef(0);
  const isBehind = position !== null && position !== since;
  useEffect(() => {
    if (!isBehind || isFetching) return;
    const followPosition = () => {
      askedAt.current = Date.now();
      follow(position);
    };
    const timer = setTimeout(followPosition, Math.max(0, askedAt.current + FOLLOW_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [isBehind, isFetching, position, follow]);
}
