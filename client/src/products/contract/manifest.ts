import { marksSlice } from '../../entities/contract/marks';
import { positionsSlice } from '../../entities/contract/positions';
import { CONTRACT_TEXTS } from '../../shared/i18n/contract-texts';
import { needTexts } from '../../shared/i18n/i18n';
import type { PageLoader } from '../../shared/ui/lazy-page';
import type { ProductManifest } from '../manifest';

const TRADE = '/contractTransaction';

/** Its words come with its screens. */
function withTexts(load: PageLoader): PageLoader {
  return async () => {
    const [page] = await Promise.all([load(), needTexts(CONTRACT_TEXTS)]);
    return page;
  };
}

export const CONTRACT: ProductManifest = {
  id: 'contract',
  routes: {
    own: [
      {
        path: TRADE,
        load: withTexts(() => import('./parts').then((part) => part.ContractPage)),
        title: 'menu.futures',
      },
    ],
    account: [],
  },
  menu: [{ path: TRADE, text: 'menu.futures' }],
  palette: [],
  accountTabs: [],
  staffSections: [],
  channels: [
    { name: marksSlice.name, reducer: marksSlice.reducer, isPrivate: false, stream: marksSlice },
    { name: positionsSlice.name, reducer: positionsSlice.reducer, isPrivate: true, stream: positionsSlice },
  ],
  texts: null,
};
