/**
 * A product's declaration. The router, menus, palette, admin, store and browser tests read it here. A product is a folder beside this file
 * and a line in `all.ts`; products do not import each other.
 */
import type { Reducer } from '@reduxjs/toolkit';
import type { FollowedStream } from '../kit/stream/channel';
import type { TextLoader } from '../kit/i18n/i18n';
import type { ServerWordsLoader } from '../kit/i18n/server-words';
import type { AdminParts } from '../admin/act/admin-parts';
import type { PageLoader } from '../kit/ui/page/lazy-page';
import type { AccountTab, AdminSection } from '../kit/ui/places';
import type { PromisedLoader } from '../kit/ui/product-parts';
import type { MenuEntry, Screen } from '../kit/ui/screen';

export interface ProductManifest {
  id: string;
  /** Top-level screens with full paths, and screens of the user centre by the part after `/accountSet/`. */
  routes: { topLevel: readonly Screen[]; account: readonly Screen[] };
  /** Header entries, in this order. */
  menu: readonly MenuEntry[];
  /** Palette entries besides titled screens: parts of a screen that have their own address. */
  palette: readonly MenuEntry[];
  accountTabs: readonly AccountTab[];
  adminSections: readonly AdminSection[];
  /** Loaded with the admin: texts of its staff actions and its parts of shared admin screens. */
  adminParts?: () => Promise<AdminParts>;
  /** Its section on the fees page. */
  fees?: PageLoader;
  /** Its rows on the page of obligations and reserves. */
  liabilityLoader?: PromisedLoader;
  /** Its streams. Their reducers keep state in the store by name, public or per session. */
  channels: readonly ProductChannel[];
  /** Loaded with its screens. Texts of menus, tabs and palette are needed earlier: they are in the site's texts or in `menuTexts`. */
  texts: readonly TextLoader[];
  /** Texts of menus, tabs and palette that the site's texts do not contain. Loaded before the first screen. */
  menuTexts?: TextLoader;
  /** Texts of its refusals and records (`shared/products/<product>/texts`). */
  serverWords?: ServerWordsLoader;
}

export interface ProductChannel extends Omit<FollowedStream, 'stream'> {
  name: string;
  reducer: Reducer;
  /** Private slices are reset when the session ends. */
  isPrivate: boolean;
  /** Absent if the slice reads no channel of the stream. */
  stream?: FollowedStream['stream'];
}
