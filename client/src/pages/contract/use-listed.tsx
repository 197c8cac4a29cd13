import { useState } from 'react';
import { PAGE_SIZE_DEFAULT, type Paging } from '../../shared/ui/pages';
import { ContractSelect } from './contract-select';
import styles from './contract-pages.module.css';

/** A public list, of one contract or of all. */
export function useListed() {
  const [market, choose] = useState<string | undefined>();
  const [paging, onPage] = useState<Paging>({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const setMarket = (next: string | undefined) => {
    choose(next);
    onPage({ ...paging, pageIndex: 1 });
  };
  const filter = (
    <div className={styles.filters}>
      <ContractSelect value={market} onChange={setMarket} />
    </div>
  );
  return { filter, market, paging, onPage, request: { ...paging, ...(market === undefined ? {} : { market }) } };
}
