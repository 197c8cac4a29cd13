/** What the screens of financial products and mining say: it comes with them, nobody else needs it. */
import type { TextLoaders } from './i18n';

export const EARN_TEXTS: TextLoaders = {
  zh: () => import('./texts/earn/zh.json').then((part) => part.default),
  en: () => import('./texts/earn/en.json').then((part) => part.default),
  tc: () => import('./texts/earn/tc.json').then((part) => part.default),
  jp: () => import('./texts/earn/jp.json').then((part) => part.default),
  ti: () => import('./texts/earn/ti.json').then((part) => part.default),
  kr: () => import('./texts/earn/kr.json').then((part) => part.default),
  ep: () => import('./texts/earn/ep.json').then((part) => part.default),
  il: () => import('./texts/earn/il.json').then((part) => part.default),
  pt: () => import('./texts/earn/pt.json').then((part) => part.default),
};
