/** A page of a list of orders, how it is turned, and which of its rows are selected. */
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { selectUser } from '../../entities/session/session-slice';
import { PAGE_SIZE_DEFAULT } from '../../shared/ui/pages';

export function useOrderList<Filters extends object>() {
  const [filters, setFilters] = useState<Partial<Filters>>({});
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const isKnown = useSelector(selectUser) !== null;
  return {
    filters,
    paging,
    chosen,
    setChosen,
    isKnown,
    request: { ...filters, ...paging },
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
