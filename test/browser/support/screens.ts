/** Every address of the application, from its own table of routes: a new screen is looked at without being named here. */
import { ENTRY_SCREENS } from '../../../client/src/products/identity/manifest';
import { addressesOf, SITE } from '../../../client/src/app/site';
import type { HttpExchange } from '../../tools/people/http-exchange';

/** An address without a screen. */
export const NOWHERE = '/no/such/page';

/** A path, and the article it shows if it shows one. */
export interface Stop {
  path: string;
  /** Whoever is logged in has no business there. */
  isForVisitors: boolean;
}

const forVisitors = new Set(ENTRY_SCREENS.map(({ path }) => path));

export const STOPS: readonly Stop[] = [...addressesOf(SITE), NOWHERE].map((path) => ({
  path,
  isForVisitors: forVisitors.has(path),
}));

/** Screens that show one of many say by a query which. */
const SHOWN_BY: Readonly<Record<string, object>> = {
  '/helpDetail': { kind: 'help' },
  '/noticeDetail': { kind: 'notice' },
  '/detail': { kind: 'news' },
  '/informationOne': { kind: 'information', category: 'insight' },
  '/informationTwo': { kind: 'information', category: 'learn' },
};

/** The address with what it needs to have something to show. */
export async function addressOf(exchange: HttpExchange, path: string): Promise<string> {
  const shown = SHOWN_BY[path];
  if (shown === undefined) return path;
  const { data } = await exchange.post('/app/content/list', shown);
  return `${path}?id=${data.records[0].id}`;
}
