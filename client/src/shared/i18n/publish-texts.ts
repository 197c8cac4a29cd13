/** What the desk says where it writes what the exchange publishes: it comes with those screens. */
import type { TextLoaders } from './i18n';

export const PUBLISH_TEXTS: TextLoaders = {
  zh: () => import('./texts/publish/zh.json').then((part) => part.default),
  en: () => import('./texts/publish/en.json').then((part) => part.default),
  tc: () => import('./texts/publish/tc.json').then((part) => part.default),
  jp: () => import('./texts/publish/jp.json').then((part) => part.default),
  ti: () => import('./texts/publish/ti.json').then((part) => part.default),
  kr: () => import('./texts/publish/kr.json').then((part) => part.default),
  ep: () => import('./texts/publish/ep.json').then((part) => part.default),
  il: () => import('./texts/publish/il.json').then((part) => part.default),
  pt: () => import('./texts/publish/pt.json').then((part) => part.default),
};
