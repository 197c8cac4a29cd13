/** Compares the ledger with the live views, at one position: the copy is advanced to that of the views. */
import type { LiveViews } from '../views/live/live-views';
import { differencesOf, type Difference } from './differences';
import { unchangedAmounts, type CopiedPosition, type AdvancedCopyView, type LedgerCopy } from './ledger-copy';

type Live = Pick<LiveViews, 'balances' | 'orders' | 'positions'>;

export function compareLive(
  live: Live,
  copy: LedgerCopy,
  later: AdvancedCopyView,
  users: readonly number[],
): Record<'balances' | 'orders' | 'positions', Difference[]> {
  const balances = new Map<string, bigint>();
  const orders = new Map<string, bigint>();
  const positions = new Map<number, CopiedPosition>();
  for (const user of users) {
    for (const [account, units] of live.balances.unitsOf(user)) balances.set(account, units);
    for (const { id, filledQuantity } of live.orders.openOf(user)) {
      if (!later.orders.has(id)) orders.set(String(id), BigInt(filledQuantity));
    }
    for (const position of live.positions.of(user)) {
      positions.set(position.id, { ...position, lots: BigInt(position.lots) });
    }
  }
  return {
    balances: differencesOf('live.balance', later.balances, balances, assetOfAccount),
    positions: comparePositions('live.position', copy, later, positions, ['lots', 'cost', 'margin']),
    orders: differencesOf('live.order', unchangedAmounts(copy.orders, later.orders), orders, marketOf(copy)),
  };
}

type Figure = 'lots' | 'cost' | 'margin';

/**
 * Compares positions that no event has named since, neither directly nor through their margin hold. Subjects are like
 * `12/cost`.
 */
export function comparePositions(
  comparison: 'live.position' | 'stored.position',
  { positions: expectedPositions }: LedgerCopy,
  later: AdvancedCopyView,
  foundPositions: ReadonlyMap<number, Pick<CopiedPosition, 'market' | 'hold'> & Partial<CopiedPosition>>,
  figures: readonly Figure[],
): Difference[] {
  const isTouched = (id: number): boolean =>
    later.positions.has(id) ||
    later.holds.has(expectedPositions.get(id)?.hold ?? 0) ||
    later.holds.has(foundPositions.get(id)?.hold ?? 0);
  const figuresOf = (positions: ReadonlyMap<number, Partial<CopiedPosition>>): Map<string, bigint> => {
    const amounts = new Map<string, bigint>();
    for (const [id, position] of positions) {
      if (isTouched(id)) continue;
      for (const figure of figures) amounts.set(`${id}/${figure}`, position[figure] ?? 0n);
    }
    return amounts;
  };
  return differencesOf(comparison, figuresOf(expectedPositions), figuresOf(foundPositions), (subject) => {
    const id = Number.parseInt(subject, 10);
    return { asset: expectedPositions.get(id)?.market ?? foundPositions.get(id)?.market ?? '' };
  });
}

export function compareHouse(live: Live, later: AdvancedCopyView): Difference[] {
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
