/** What the screens of contracts say: it comes with them, nobody else needs it. */
import type { TextLoaders } from './i18n';
import { joinedTexts } from './joined-texts';

export const CONTRACT_TEXTS: TextLoaders = {
  zh: () => import('./contract/zh').then(joinedTexts),
  en: () => import('./contract/en').then(joinedTexts),
  tc: () => import('./contract/tc').then(joinedTexts),
  jp: () => import('./contract/jp').then(joinedTexts),
  ti: () => import('./contract/ti').then(joinedTexts),
  kr: () => import('./contract/kr').then(joinedTexts),
  ep: () => import('./contract/ep').then(joinedTexts),
  il: () => import('./contract/il').then(joinedTexts),
  pt: () => import('./contract/pt').then(joinedTexts),
};
