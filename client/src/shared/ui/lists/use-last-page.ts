import { useEffect } from 'react';
import { pagesOf, type Paging } from './pages';

interface Counted {
  records: readonly unknown[];
  total: number;
}

/** A list that shrank ends before this page: it is turned to the last one there is. Answers whether that is on its way. */
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

/** There are rows, only not here. */
function isPast({ records, total }: Counted): boolean {
  return records.length === 0 && total > 0;
}
