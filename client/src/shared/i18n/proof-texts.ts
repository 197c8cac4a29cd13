/** What the screens of proofs say: it comes with them, nobody else needs it. */
import type { TextLoaders } from './i18n';

export const PROOF_TEXTS: TextLoaders = {
  zh: () => import('./texts/proof/zh.json').then((part) => part.default),
  en: () => import('./texts/proof/en.json').then((part) => part.default),
  tc: () => import('./texts/proof/tc.json').then((part) => part.default),
  jp: () => import('./texts/proof/jp.json').then((part) => part.default),
  ti: () => import('./texts/proof/ti.json').then((part) => part.default),
  kr: () => import('./texts/proof/kr.json').then((part) => part.default),
  ep: () => import('./texts/proof/ep.json').then((part) => part.default),
  il: () => import('./texts/proof/il.json').then((part) => part.default),
  pt: () => import('./texts/proof/pt.json').then((part) => part.default),
};
