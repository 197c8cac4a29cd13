/**
 * The site as a table: its own screens and those of the products. Router, menus, palette, admin, store and browser tests read it; none of
 * them names a product.
 */
import { PRODUCTS } from '../products/all';
import type { ProductChannel, ProductManifest } from '../products/manifest';
import type { TextLoader } from '../kit/i18n/i18n';
import { withTexts } from '../kit/i18n/part-texts';
import type { ServerWordsLoader } from '../kit/i18n/server-words';
import type { PageLoader } from '../kit/ui/page/lazy-page';
import type { AccountMenuGroup, PaletteEntry } from '../kit/ui/places';
import type { ProductParts } from '../kit/ui/product-parts';
import type { MenuEntry, Screen } from '../kit/ui/screen';
import { accountMenuOf } from './account-menu';
import { ACCOUNT_SCREENS } from './screens/account-screens';
import { accountShellWith } from './screens/account-shell';
import { CONTENT_SCREENS } from '../products/content/manifest';
import { ENTRY_SCREENS, LETTER_SCREENS } from '../products/identity/manifest';
import { MARKET_SCREENS } from './screens/market-screens';
import { adminWith } from './screens/admin-screens';

const ACCOUNT = '/accountSet/';

export interface Site {
  /** With full paths. */
  screens: readonly Screen[];
  /** With paths below `/accountSet`. */
  accountScreens: readonly Screen[];
  menu: readonly MenuEntry[];
  accountMenu: readonly AccountMenuGroup[];
  palette: readonly PaletteEntry[];
  /** Frames of the account screens and of the admin. */
  accountShell: PageLoader;
  desk: PageLoader;
  channels: readonly ProductChannel[];
  productParts: ProductParts;
  menuTexts: readonly TextLoader[];
  serverWords: readonly ServerWordsLoader[];
}

export function siteOf(products: readonly ProductManifest[]): Site {
  const everywhere = [
    ...MARKET_SCREENS,
    ...products.flatMap(({ routes, texts }) => routes.topLevel.map(loadedWith(texts))),
  ];
  const accountScreens = [
    ...ACCOUNT_SCREENS,
    ...products.flatMap(({ routes, texts }) => routes.account.map(loadedWith(texts))),
  ];
  const accountMenu = accountMenuOf(products.flatMap(({ accountTabs }) => accountTabs));
  return {
    screens: [...everywhere, ...ENTRY_SCREENS, ...LETTER_SCREENS, ...CONTENT_SCREENS],
    accountScreens,
    menu: [{ path: '/quotation', text: 'menu.quotes' }, ...products.flatMap(({ menu }) => menu)],
    accountMenu,
    palette: [
      ...paletteEntries('everybody', everywhere),
      ...products.flatMap(({ palette }) => palette.map((entry) => ({ ...entry, isFor: audienceOf(entry) }))),
      ...paletteEntries(
        'users',
        accountScreens.map((screen) => ({ ...screen, path: `${ACCOUNT}${screen.path}` })),
      ),
      ...paletteEntries('visitors', ENTRY_SCREENS),
      ...paletteEntries('everybody', CONTENT_SCREENS),
    ],
    accountShell: accountShellWith(accountMenu),
    desk: adminWith(
      products.flatMap(({ adminSections, texts }) => adminSections.map(loadedWith(texts))),
      products.flatMap(({ adminParts: desk }) => desk ?? []),
    ),
    channels: products.flatMap(({ channels }) => channels),
    productParts: {
      fees: products.flatMap(({ fees }) => fees ?? []),
      liabilityLoaders: products.flatMap(({ liabilityLoader: promised }) => promised ?? []),
    },
    menuTexts: products.flatMap(({ menuTexts }) => menuTexts ?? []),
    serverWords: products.flatMap(({ serverWords }) => serverWords ?? []),
  };
}

export const SITE = siteOf(PRODUCTS);

/** All addresses with a screen, for the browser tests. The router uses the same tables. */
export function addressesOf({ screens, accountScreens }: Pick<Site, 'screens' | 'accountScreens'>): string[] {
  return [...screens.map(({ path }) => path), ...accountScreens.map(({ path }) => `${ACCOUNT}${path}`)];
}

/** Loads a product's texts together with its screens. */
function loadedWith(texts: readonly TextLoader[]) {
  return <Shown extends { load: () => Promise<unknown> }>(screen: Shown) => ({
    ...screen,
    load: withTexts(texts, screen.load),
  });
}

function paletteEntries(isFor: PaletteEntry['isFor'], screens: readonly Screen[]): PaletteEntry[] {
  return screens.flatMap(({ path, title }) => (title === null ? [] : [{ path, text: title, isFor }]));
}

function audienceOf({ path }: MenuEntry): PaletteEntry['isFor'] {
  return path.startsWith(ACCOUNT) ? 'users' : 'everybody';
}
