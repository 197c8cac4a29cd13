/** What the screens of second contracts say: it comes with them, nobody else needs it. */
import type { TextLoaders } from './i18n';

export const OPTION_TEXTS: TextLoaders = {
  zh: () => import('./texts/option/zh.json').then((part) => part.default),
  en: () => import('./texts/option/en.json').then((part) => part.default),
  tc: () => import('./texts/option/tc.json').then((part) => part.default),
  jp: () => import('./texts/option/jp.json').then((part) => part.default),
  ti: () => import('./texts/option/ti.json').then((part) => part.default),
  kr: () => import('./texts/option/kr.json').then((part) => part.default),
  ep: () => import('./texts/option/ep.json').then((part) => part.default),
  il: () => import('./texts/option/il.json').then((part) => part.default),
  pt: () => import('./texts/option/pt.json').then((part) => part.default),
};
