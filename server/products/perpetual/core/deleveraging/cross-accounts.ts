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
  let assetAccounts = accounts.get(asset);
  if (!assetAccounts)
    accounts.set(asset, (assetAccounts = { places: new Map(), wallets: new Float64Array(CAPACITY_AT_START) }));
  const existing = assetAccounts.places.get(user);
  if (existing !== undefined) return existing;
  const place = assetAccounts.places.size;
  assetAccounts.places.set(user, place);
  assetAccounts.wallets = withCapacity(assetAccounts.wallets, place + 1);
  return place;
}

/** Stores an account's wallet, without its positions' profits. */
export function setWallet(view: AccountsView, asset: string, user: number, wallet: bigint): void {
  const place = accountIndex(view, asset, user);
  const assetAccounts = view.accounts.get(asset);
  if (assetAccounts) assetAccounts.wallets[place] = Number(wallet);
}

/** Equity and total position value of each account at the current marks. */
export interface AccountValues {
  equity: Float64Array;
  value: Float64Array;
  /** Sum of all added and subtracted absolute values: above 2^53 the result may be inexact. */
  size: Float64Array;
}

export function accountValues(view: CoreView, asset: string): AccountValues {
  const { liquidations, perpetual, markets } = view;
  const equity = new Float64Array(liquidations.cross.accounts.get(asset)?.wallets ?? []);
  const value = new Float64Array(equity.length);
  const size = equity.map(Math.abs);
  for (const [market, found] of liquidations.queues) {
    const { terms, quotePerTickLot } = getOrThrow(markets, market);
    if (terms.quote !== asset) continue;
    const { mark } = getOrThrow(perpetual.contracts, market).mark;
    // A position under takeover is separate from its account.
    const liquidatedPosition = liquidations.open.get(market)?.position;
    // Without a mark the value is unknown.
    const perLot = mark > 0 ? Number(quotePerTickLot) * mark : NaN;
    for (const side of SIDES) {
      const sign = Number(signOf(side));
      for (const { id, lots, cost, margin, account } of rowsOf(found[side].columns)) {
        if (!Number.isNaN(margin) || id === liquidatedPosition) continue;
        const positionValue = lots * perLot;
        equity[account] += sign * (positionValue - cost);
        value[account] += positionValue;
        size[account] += positionValue + cost;
      }
    }
  }
  return { equity, value, size };
}
