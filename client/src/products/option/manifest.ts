import { optionsSlice } from '../../entities/option/options-slice';
import { needTexts } from '../../shared/i18n/i18n';
import { OPTION_TEXTS } from '../../shared/i18n/option-texts';
import type { PageLoader } from '../../shared/ui/lazy-page';
import type { ProductManifest } from '../manifest';

const TRADE = '/secondContract';

/** Its words come with its screens. */
function withTexts(load: PageLoader): PageLoader {
  return async () => {
    const [page] = await Promise.all([load(), needTexts(OPTION_TEXTS)]);
    return page;
  };
}

export const OPTION: ProductManifest = {
  id: 'option',
  routes: {
    own: [
      {
        path: TRADE,
        load: withTexts(() => import('../../pages/option/option-page').then((part) => part.OptionPage)),
        title: 'menu.options',
      },
      {
        path: '/certificate',
        load: withTexts(() => import('../../pages/option/certificate-page').then((part) => part.CertificatePage)),
        title: 'menu.certificate',
      },
    ],
    account: [],
  },
  menu: [{ path: TRADE, text: 'menu.options' }],
  palette: [],
  accountTabs: [],
  staffSections: [],
  channels: [{ name: optionsSlice.name, reducer: optionsSlice.reducer, isPrivate: true, stream: optionsSlice }],
  texts: null,
};
