/** A page of a list of orders, how it is turned, and which of its rows are selected. */
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { selectOrdersPosition } from '../../entities/order/order-slice';
import { selectUser } from '../../entities/session/session-slice';
import { useThrottled } from '../../shared/lib/use-throttled';
import { PAGE_SIZE_DEFAULT } from '../../shared/ui/pages';

const FOLLOW_MS = 500;

export function useOrderList<Filters extends object>() {
  const [filters, setFilters] = useState<Partial<Filters>>({});
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const isKnown = useSelector(selectUser) !== null;
  // The list never lags behind what the private channel has told.
  const position = useThrottled(useSelector(selectOrdersPosition), FOLLOW_MS);
  const since = position === null ? {} : { minPosition: Math.max(position, 0) };
  return {
    filters,
    paging,
    chosen,
    setChosen,
    isKnown,
    request: { ...filters, ...paging, ...since },
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    filter: (next: Partial<Filters>) => {
      setFilters(next);
      setPaging({ ...paging, pageIndex: 1 });
      setChosen([]);
    },
    turn: (next: { pageIndex: number; pageSize: number }) => {
      setPaging(next);
      setChosen([]);
    },
  };
}
