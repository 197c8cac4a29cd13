/** A page of records: what is asked for, how it is turned, and which filters it comes through. */
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { selectBalancesPosition } from '../../entities/balance/balance-slice';
import { selectUser } from '../../entities/session/session-slice';
import { useThrottled } from '../../shared/lib/use-throttled';
import { PAGE_SIZE_DEFAULT, type Paging } from '../../shared/ui/pages';

/** A list is not asked for anew more often, however fast the balances move. */
const FOLLOW_MS = 1_000;

export function useRecordList<Filters extends object>() {
  const [filters, setFilters] = useState<Partial<Filters>>({});
  const [paging, setPaging] = useState<Paging>({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const isKnown = useSelector(selectUser) !== null;
  const position = useThrottled(useSelector(selectBalancesPosition), FOLLOW_MS);
  // The first page follows what happens; the others stand still while they are read.
  const since = paging.pageIndex === 1 && position !== null ? { minPosition: Math.max(position, 0) } : {};
  return {
    filters,
    paging,
    isKnown,
    request: { ...filters, ...paging, ...since },
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    filter: (next: Partial<Filters>) => {
      setFilters(next);
      setPaging({ ...paging, pageIndex: 1 });
    },
    turn: setPaging,
  };
}
