/** The ledger against what is kept in memory beside it. At one moment: the copy was brought up to where the views are. */
import type { LiveViews } from '../views/live/live-views';
import { differencesOf, type Found } from './found';
import { untouched, type LaterCopy, type LedgerCopy } from './ledger-copy';

type Live = Pick<LiveViews, 'balances' | 'orders'>;

export function compareLive(
  live: Live,
  copy: LedgerCopy,
  later: LaterCopy,
  users: readonly number[],
): Record<'balances' | 'orders', Found[]> {
  const balances = new Map<string, bigint>();
  const orders = new Map<string, bigint>();
  for (const user of users) {
    for (const [account, units] of live.balances.unitsOf(user)) balances.set(account, units);
    for (const { id, filledQuantity } of live.orders.openOf(user)) {
      if (!later.orders.has(id)) orders.set(String(id), BigInt(filledQuantity));
    }
  }
  return {
    balances: differencesOf('live.balance', later.balances, balances, assetOfAccount),
    orders: differencesOf('live.order', untouched(copy.orders, later.orders), orders, marketOf(copy)),
  };
}

export function compareHouse(live: Live, later: LaterCopy): Found[] {
  const house = new Map(live.balances.houseUnits());
  return differencesOf('live.house', later.balances, house, (account) => ({ asset: account.split('/')[1] ?? '' }));
}

/** `10000003/spot/USDT/available`. */
export function assetOfAccount(account: string): { asset: string } {
  return { asset: account.split('/')[2] ?? '' };
}

export function marketOf({ orders }: LedgerCopy): (id: string) => { asset: string } {
  return (id) => ({ asset: orders.get(Number(id))?.asset ?? '' });
}
