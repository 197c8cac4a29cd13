/** Every address of the application, taken from its route table, so that new screens are included automatically. */
import { ENTRY_SCREENS } from '../../../client/src/products/identity/manifest';
import { addressesOf, SITE } from '../../../client/src/app/site';
import type { HttpExchange } from '../../tools/people/http-exchange';

/** An address without a screen. */
export const NOWHERE = '/no/such/page';

/** A path, and the article it shows, if any. */
export interface Stop {
  path: string;
  /** Logged-in users are redirected away from it. */
  isForVisitors: boolean;
}

const forVisitors = new Set(ENTRY_SCREENS.map(({ path }) => path));

export const STOPS: readonly Stop[] = [...addressesOf(SITE), NOWHERE].map((path) => ({
  path,
  isForVisitors: forVisitors.has(path),
}));

/** Query parameters of screens that show one of many items. */
const SHOWN_BY: Readonly<Record<string, object>> = {
  '/helpDetail': { kind: 'help' },
  '/noticeDetail': { kind: 'notice' },
  '/detail': { kind: 'news' },
  '/informationOne': { kind: 'information', category: 'insight' },
  '/informationTwo': { kind: 'information', category: 'learn' },
};

/** The address with the query parameters that give it content. */
export async function addressOf(exchange: HttpExchange, path: string): Promise<string> {
  const shown = SHOWN_BY[path];
  if (shown === undefined) return path;
  const { data } = await exchange.post('/app/content/list', shown);
  return `${path}?id=${data.records[0].id}`;
}
