import { useState } from 'react';
import { PAGE_SIZE_DEFAULT, type Paging } from '../../../../kit/ui/lists/pages';
import { Filters } from '../../../../kit/ui/lists/filters';
import { ContractSelect } from '../contract-select';

/** State of a public list, filtered by contract or not. */
export function useMarketAndPaging() {
  const [market, choose] = useState<string | undefined>();
  const [paging, onPage] = useState<Paging>({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const setMarket = (next: string | undefined) => {
    choose(next);
    onPage({ ...paging, pageIndex: 1 });
  };
  const filter = (
    <Filters>
      <ContractSelect value={market} onChange={setMarket} />
    </Filters>
  );
  return { filter, market, paging, onPage, request: { ...paging, ...(market === undefined ? {} : { market }) } };
}
