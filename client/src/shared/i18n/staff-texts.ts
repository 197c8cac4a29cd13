/** What the desk of the staff says: it comes with the desk, nobody else needs it. */
import type { TextLoaders } from './i18n';

export const STAFF_TEXTS: TextLoaders = {
  zh: () => import('./texts/staff/zh.json').then((part) => part.default),
  en: () => import('./texts/staff/en.json').then((part) => part.default),
  tc: () => import('./texts/staff/tc.json').then((part) => part.default),
  jp: () => import('./texts/staff/jp.json').then((part) => part.default),
  ti: () => import('./texts/staff/ti.json').then((part) => part.default),
  kr: () => import('./texts/staff/kr.json').then((part) => part.default),
  ep: () => import('./texts/staff/ep.json').then((part) => part.default),
  il: () => import('./texts/staff/il.json').then((part) => part.default),
  pt: () => import('./texts/staff/pt.json').then((part) => part.default),
};
