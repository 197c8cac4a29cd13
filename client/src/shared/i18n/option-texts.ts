/** What the screens of second contracts say: it comes with them, nobody else needs it. */
import type { TextLoaders } from './i18n';
import { joinedTexts } from './joined-texts';

export const OPTION_TEXTS: TextLoaders = {
  zh: () => import('./option/zh').then(joinedTexts),
  en: () => import('./option/en').then(joinedTexts),
  tc: () => import('./option/tc').then(joinedTexts),
  jp: () => import('./option/jp').then(joinedTexts),
  ti: () => import('./option/ti').then(joinedTexts),
  kr: () => import('./option/kr').then(joinedTexts),
  ep: () => import('./option/ep').then(joinedTexts),
  il: () => import('./option/il').then(joinedTexts),
  pt: () => import('./option/pt').then(joinedTexts),
};
