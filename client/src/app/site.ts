/**
 * The whole site as a table: what it has of its own and what its products bring. The router, the menus, the palette, the
 * desk, the store and the browser tests read it; none of them names a product.
 */
import { PRODUCTS } from '../products/all';
import type { ProductChannel, ProductManifest } from '../products/manifest';
import type { TextLoader } from '../shared/i18n/i18n';
import { withTexts } from '../shared/i18n/part-texts';
import type { PageLoader } from '../shared/ui/page/lazy-page';
import type { AccountMenuGroup, PaletteEntry } from '../shared/ui/places';
import type { MenuEntry, Screen } from '../shared/ui/screen';
import { accountMenuOf } from './account-menu';
import { ACCOUNT_SCREENS } from './screens/account-screens';
import { accountShellWith } from './screens/account-shell';
import { CONTENT_SCREENS } from '../products/content/manifest';
import { ENTRY_SCREENS, LETTER_SCREENS } from '../products/identity/manifest';
import { MARKET_SCREENS } from './screens/market-screens';
import { deskWith } from './screens/staff-desk';

const ACCOUNT = '/accountSet/';

export interface Site {
  /** By whole paths. */
  screens: readonly Screen[];
  /** Below `/accountSet`. */
  accountScreens: readonly Screen[];
  menu: readonly MenuEntry[];
  accountMenu: readonly AccountMenuGroup[];
  palette: readonly PaletteEntry[];
  /** What the account screens stand in, and the desk of the staff. */
  accountShell: PageLoader;
  desk: PageLoader;
  channels: readonly ProductChannel[];
}

export function siteOf(products: readonly ProductManifest[]): Site {
  const everywhere = [...MARKET_SCREENS, ...products.flatMap(({ routes, texts }) => routes.own.map(loadedWith(texts)))];
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
      ...offered('everybody', everywhere),
      ...products.flatMap(({ palette }) => palette.map((entry) => ({ ...entry, isFor: forWhom(entry) }))),
      ...offered(
        'users',
        accountScreens.map((screen) => ({ ...screen, path: `${ACCOUNT}${screen.path}` })),
      ),
      ...offered('visitors', ENTRY_SCREENS),
      ...offered('everybody', CONTENT_SCREENS),
    ],
    accountShell: accountShellWith(accountMenu),
    desk: deskWith(products.flatMap(({ staffSections, texts }) => staffSections.map(loadedWith(texts)))),
    channels: products.flatMap(({ channels }) => channels),
  };
}

export const SITE = siteOf(PRODUCTS);

/** Every address that has a screen: the router and the browser tests go by the same tables. */
export function addressesOf({ screens, accountScreens }: Pick<Site, 'screens' | 'accountScreens'>): string[] {
  return [...screens.map(({ path }) => path), ...accountScreens.map(({ path }) => `${ACCOUNT}${path}`)];
}

/** The texts of a product come with its screens. */
function loadedWith(texts: readonly TextLoader[]) {
  return <Shown extends { load: () => Promise<unknown> }>(shown: Shown) => ({
    ...shown,
    load: withTexts(texts, shown.load),
  });
}

function offered(isFor: PaletteEntry['isFor'], screens: readonly Screen[]): PaletteEntry[] {
  return screens.flatMap(({ path, title }) => (title === null ? [] : [{ path, text: title, isFor }]));
}

function forWhom({ path }: MenuEntry): PaletteEntry['isFor'] {
  return path.startsWith(ACCOUNT) ? 'users' : 'everybody';
}
