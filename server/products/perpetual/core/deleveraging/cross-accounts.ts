/**
 * Equity behind all cross positions in columns, so that all of them can be ranked at one mark without querying each wallet. The columns
 * derive from accounts, so snapshots do not hold them.
 */
import { signOf } from '../../../../../shared/products/perpetual/rules/position';
import { getOrThrow } from '../../../../core/evolve-helpers';
import type { CoreView } from '../../../../core/state';
import { withCapacity, rowsOf } from './position-table';
import type { CrossLiquidationQueue } from '../liquidation/cross-liquidation-queue-state';

type AccountsView = Pick<CrossLiquidationQueue, 'accounts'>;

const CAPACITY_AT_START = 16;
const SIDES = ['long', 'short'] as const;

/** Returns the account's index and allocates one if it has none. */
export function accountIndex({ accounts }: AccountsView, asset: string, user: number): number {
  let of = accounts.get(asset);
  if (!of) accounts.set(asset, (of = { places: new Map(), wallets: new Float64Array(CAPACITY_AT_START) }));
  const existing = of.places.get(user);
  if (existing !== undefined) return existing;
  const place = of.places.size;
  of.places.set(user, place);
  of.wallets = withCapacity(of.wallets, place + 1);
  return place;
}

/** Stores an account's wallet, without its positions' profits. */
export function setWallet(view: AccountsView, asset: string, user: number, wallet: bigint): void {
  const place = accountIndex(view, asset, user);
  const of = view.accounts.get(asset);
  if (of) of.wallets[place] = Number(wallet);
}

/** Equity and total position value of each account at the current marks. */
export interface AccountValues {
  cover: Float64Array;
  value: Float64Array;
  /** Sum of all added and subtracted absolute values: above 2^53 the result may be inexact. */
  size: Float64Array;
}

export function accountValues(view: CoreView, asset: string): AccountValues {
  const { liquidations, perpetual, markets } = view;
  const cover = new Float64Array(liquidations.cross.accounts.get(asset)?.wallets ?? []);
  const value = new Float64Array(cover.length);
  const size = cover.map(Math.abs);
  for (const [market, found] of liquidations.queues) {
    const { terms, quotePerTickLot } = getOrThrow(markets, market);
    if (terms.quote !== asset) continue;
    const { mark } = getOrThrow(perpetual.contracts, market).mark;
    // A position under takeover is separate from its account.
    const apart = liquidations.open.get(market)?.position;
    // Without a mark the value is unknown.
    const perLot = mark > 0 ? Number(quotePerTickLot) * mark : NaN;
    for (const side of SIDES) {
      const sign = Number(signOf(side));
      for (const { id, lots, cost, margin, account } of rowsOf(found[side].columns)) {
        if (!Number.isNaN(margin) || id === apart) continue;
        const positionValue = lots * perLot;
        cover[account] += sign * (positionValue - cost);
        value[account] += positionValue;
        size[account] += positionValue + cost;
      }
    }
  }
  return { cover, value, size };
}
