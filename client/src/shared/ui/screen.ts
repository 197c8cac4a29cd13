/** What the router, the menus and the palette know of a screen. */
import type { TextKey } from '../i18n/i18n';
import type { PageLoader } from './page/lazy-page';

export interface Screen {
  path: string;
  load: PageLoader;
  /** What the palette calls it; null where the path alone leads to nothing in particular, or nothing is there yet. */
  title: TextKey | null;
}

/** A way to somewhere. */
export interface MenuEntry {
  path: string;
  text: TextKey;
  /** Entries of the header that go by one name stand together under it. */
  group?: TextKey;
}
