/** What the screens of invitations say: it comes with them, nobody else needs it. */
import type { TextLoaders } from './i18n';

export const REFERRAL_TEXTS: TextLoaders = {
  zh: () => import('./texts/referral/zh.json').then((part) => part.default),
  en: () => import('./texts/referral/en.json').then((part) => part.default),
  tc: () => import('./texts/referral/tc.json').then((part) => part.default),
  jp: () => import('./texts/referral/jp.json').then((part) => part.default),
  ti: () => import('./texts/referral/ti.json').then((part) => part.default),
  kr: () => import('./texts/referral/kr.json').then((part) => part.default),
  ep: () => import('./texts/referral/ep.json').then((part) => part.default),
  il: () => import('./texts/referral/il.json').then((part) => part.default),
  pt: () => import('./texts/referral/pt.json').then((part) => part.default),
};
