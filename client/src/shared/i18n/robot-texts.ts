/** What the screens of robots say: it comes with them, nobody else needs it. */
import type { TextLoaders } from './i18n';

export const ROBOT_TEXTS: TextLoaders = {
  zh: () => import('./texts/robot/zh.json').then((part) => part.default),
  en: () => import('./texts/robot/en.json').then((part) => part.default),
  tc: () => import('./texts/robot/tc.json').then((part) => part.default),
  jp: () => import('./texts/robot/jp.json').then((part) => part.default),
  ti: () => import('./texts/robot/ti.json').then((part) => part.default),
  kr: () => import('./texts/robot/kr.json').then((part) => part.default),
  ep: () => import('./texts/robot/ep.json').then((part) => part.default),
  il: () => import('./texts/robot/il.json').then((part) => part.default),
  pt: () => import('./texts/robot/pt.json').then((part) => part.default),
};
