/** A list that the server has: which page of it, through which filters, how sorted, what of it is selected, and how fresh. */
import { useEffect, useRef, useState } from 'react';
import type { SortWay } from '../../../../../shared/wire/fields';
import type { Sort } from '../../ui/data-table/columns';
import type { TimeRange } from '../../ui/lists/day-range';
import { PAGE_SIZE_DEFAULT, type Paging } from '../../ui/lists/pages';

/** However fast things move, a list is not asked for more often. */
const FOLLOW_MS = 1_000;

/** `By`: the columns that the server sorts this list by. */
export function useList<Filters extends object, By extends string>(
  position: number | null,
  pageSize = PAGE_SIZE_DEFAULT,
) {
  const [filters, setFilters] = useState<Partial<Filters>>({});
  const [paging, setPaging] = useState<Paging>({ pageIndex: 1, pageSize });
  const [sort, setSort] = useState<Sort | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [since, follow] = useState(position);
  const fromTheFirst = () => {
    setPaging({ ...paging, pageIndex: 1 });
    setChosen([]);
  };
  return {
    filters,
    paging,
    chosen,
    setChosen,
    /** The position that the list is asked to include. */
    since,
    follow,
    request: {
      ...filters,
      ...paging,
      ...(sort === null ? {} : { sort: `${sort.by}.${sort.order}` as SortWay<By> }),
      ...including(since),
    },
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    filter: (next: Partial<Filters>) => {
      setFilters(next);
      fromTheFirst();
    },
    /** By the days of a range; open ends are let go. */
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

/** What a request says so that its answer includes this position. */
export function including(since: number | null): { minPosition?: number } {
  return since === null ? {} : { minPosition: Math.max(since, 0) };
}

/**
 * Keeps the list as fresh as `position`, which a private channel tells: it is asked for again when the answer before is here, and
 * at most once a second. Pushes that come all the time delay nothing. Null: nothing to follow.
 */
export function useFollowed(
  { since, follow }: { since: number | null; follow: (position: number) => void },
  position: number | null,
  isFetching: boolean,
): void {
  const askedAt = useRef(0);
  const isBehind = position !== null && position !== since;
  useEffect(() => {
    if (!isBehind || isFetching) return;
    const ask = () => {
      askedAt.current = Date.now();
      follow(position);
    };
    const timer = setTimeout(ask, Math.max(0, askedAt.current + FOLLOW_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [isBehind, isFetching, position, follow]);
}
