import { useEffect } from 'react';
import { pagesOf, type Paging } from './pages';

interface Counted {
  records: readonly unknown[];
  total: number;
}

/** Moves to the last page if the list has become shorter. Returns true while that page is loading. */
export function useLastPage(
  { data, currentData }: { data?: Counted | undefined; currentData?: Counted | undefined },
  paging: Paging,
  onPage: (paging: Paging) => void,
): boolean {
  const last = currentData && isPast(currentData) ? pagesOf(currentData.total, paging.pageSize) : paging.pageIndex;
  const isBeyond = last < paging.pageIndex;
  useEffect(() => {
    if (isBeyond) onPage({ ...paging, pageIndex: last });
  });
  return isBeyond || (!currentData && data !== undefined && isPast(data));
}

/** The list has rows, but not on this page. */
function isPast({ records, total }: Counted): boolean {
  return records.length === 0 && total > 0;
}
