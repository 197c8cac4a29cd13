/** Texts of timers: of menus, and those that come with the screens. */
import type { TextLoader } from '../../../kit/i18n/i18n';
import type english from '../texts/en.json';
import type menu from '../texts/menu/en.json';

declare module '../../../kit/i18n/i18n' {
  interface PartTexts {
    sample: typeof english;
    sampleMenu: typeof menu;
  }
}

export const SAMPLE_TEXTS: TextLoader = (language) => import(`../texts/${language}.json`);
export const SAMPLE_MENU_TEXTS: TextLoader = (language) => import(`../texts/menu/${language}.json`);
