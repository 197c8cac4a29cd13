/** Description of a screen for the router, the menus and the palette. */
import type { TextKey } from '../i18n/i18n';
import type { PageLoader } from './page/lazy-page';

export interface Screen {
  path: string;
  load: PageLoader;
  /** Name in the palette; null if the path alone is not enough, or the screen does not exist yet. */
  title: TextKey | null;
}

/** A link. */
export interface MenuEntry {
  path: string;
  text: TextKey;
  /** Header entries with the same name form a group. */
  group?: TextKey;
}
