/**
 * What a product says of itself, once: the router, the menus, the palette, the desk, the store and the browser tests all read
 * it here. A product is a folder beside this file and a line in `all.ts`; no product knows another.
 */
import type { Reducer } from '@reduxjs/toolkit';
import type { StreamChannel } from '../shared/stream/channel';
import type { TextLoader } from '../shared/i18n/i18n';
import type { AccountTab, DeskSection } from '../shared/ui/places';
import type { MenuEntry, Screen } from '../shared/ui/screen';

export interface ProductManifest {
  id: string;
  /** Screens of their own, by whole paths, and those of the user centre, by what follows `/accountSet/`. */
  routes: { own: readonly Screen[]; account: readonly Screen[] };
  /** In the header, in this order. */
  menu: readonly MenuEntry[];
  /** What the palette offers beyond the screens that have a title: parts of a screen that an address names. */
  palette: readonly MenuEntry[];
  accountTabs: readonly AccountTab[];
  staffSections: readonly DeskSection[];
  /** Its streams: what they fold is kept in the store under their names, for everybody or for a session. */
  channels: readonly ProductChannel[];
  /** They come with its screens. Words of menus, tabs and the palette are needed before and belong to the texts of every page. */
  texts: readonly TextLoader[];
}

export interface ProductChannel {
  name: string;
  reducer: Reducer;
  /** What belongs to a session goes with it. */
  isPrivate: boolean;
  /** Where it folds a channel of the stream: how that is read and fed. */
  stream?: StreamChannel;
}
