/**
 * Finds the next cross accounts to liquidate without scanning the others. For each account and market, a first and a last mark bound a
 * range in which the account is safe, or short. A mark inside all ranges costs one comparison a side. An account is checked again when a
 * mark leaves its range, or when the account may have changed. The queue derives from accounts, marks and tiers, so snapshots do not hold
 * it.
 */
import { crossExcessMargin, safePairs, undermarginedPairs } from '../../../../../shared/products/perpetual/rules/cross';
import { getOrThrow } from '../../../../core/evolve-helpers';
import type { CoreState, CoreView } from '../../../../core/state';
import { marketsOf, collateralPoolOf, crossWalletOf } from '../margin/collateral-pool';
import { createRanked, firstRanked, rank, unrank, type Ranked } from '../../../../core/indexes/ranked-ids';
import { setWallet } from '../deleveraging/cross-accounts';
import type { SafeRangeBounds, CrossLiquidationQueue } from './cross-liquidation-queue-state';
import { markRankChanged } from '../deleveraging/rankings';
import { createAccountQueue, enqueueAccount, dequeueAccount, type AccountQueue } from './account-queue';

/** Marks an account after changes that move none of its money but alter its requirement. */
export function markAccountForCheck({ liquidations: { cross } }: CoreState, user: number): void {
  cross.touched.add(user);
}

/** Checks touched accounts again, and those that a mark has moved out of the safe range. Runs after every batch, and after a restart. */
export function checkMarkedAccounts(state: CoreState): void {
  const { touched, bounds } = state.liquidations.cross;
  const { moved } = state.ledger;
  if (moved.size === 0 && touched.size === 0 && bounds.size === 0) return;
  for (const user of moved) touched.add(user);
  moved.clear();
  for (const [market, { below, above }] of bounds) {
    const { mark } = getOrThrow(state.perpetual.contracts, market).mark;
    if (mark === 0) continue;
    removePassed(below, -mark, touched);
    removePassed(above, mark, touched);
  }
  for (const user of touched) checkAccount(state, user);
  touched.clear();
}

/** Removes and collects accounts whose bound the mark has passed. */
function removePassed(bounds: Ranked, mark: number, passed: Set<number>): void {
  for (let first = firstRanked(bounds); first && first.rank <= mark; first = firstRanked(bounds)) {
    passed.add(first.id);
    unrank(bounds, first.id);
  }
}

function checkAccount(state: CoreState, user: number): void {
  const { cross, accounts } = state.liquidations;
  const liquidation = accounts.get(user);
  dequeueAccount(cross.underWay, user);
  const holdings = state.perpetual.holdings.get(user);
  if (!holdings) return;
  const assets = new Set<string>();
  for (const [market, { mode }] of holdings) {
    if (mode !== 'cross') continue;
    assets.add(getOrThrow(state.markets, market).terms.quote);
    const bounds = cross.bounds.get(market);
    if (!bounds) continue;
    unrank(bounds.below, user);
    unrank(bounds.above, user);
  }
  if (liquidation) assets.add(liquidation.asset);
  for (const asset of assets) {
    const undermarginedQueue = undermarginedQueueIn(cross, asset);
    dequeueAccount(undermarginedQueue, user);
    const pool = collateralPoolOf(state, user, asset);
    const markets = marketsOf(state, pool.legs);
    const assetMarkets = { asset, markets: markets.map(({ name }) => name) };
    if (liquidation?.asset === asset) enqueueAccount(cross.underWay, user, liquidation.id, assetMarkets);
    if (pool.legs.length === 0) continue;
    const wallet = crossWalletOf(state, pool);
    setWallet(cross, asset, user, wallet);
    for (const { id, market, side } of pool.legs) markRankChanged(state, { id, market: market.terms.market, side });
    const safeRanges = safePairs(wallet, markets);
    if (!safeRanges && !liquidation) enqueueAccount(undermarginedQueue, user, user, assetMarkets);
    // While the account cannot be liquidated, a new mark may make it safe again.
    const priceRanges = safeRanges ?? undermarginedPairs(wallet, markets);
    markets.forEach(({ name }, at) => {
      const priceRange = priceRanges[at];
      const { below, above } = boundsOf(cross, name);
      if (priceRange.low > 1) rank(below, user, 1 - priceRange.low);
      if (priceRange.high < Number.MAX_SAFE_INTEGER) rank(above, user, priceRange.high + 1);
    });
  }
}

function undermarginedQueueIn({ undermargined }: CrossLiquidationQueue, asset: string): AccountQueue {
  let assetQueue = undermargined.get(asset);
  if (!assetQueue) undermargined.set(asset, (assetQueue = createAccountQueue()));
  return assetQueue;
}

function boundsOf({ bounds }: CrossLiquidationQueue, market: string): SafeRangeBounds {
  let marketBounds = bounds.get(market);
  if (!marketBounds) bounds.set(market, (marketBounds = { below: createRanked(), above: createRanked() }));
  return marketBounds;
}

/** Returns an account's equity above its maintenance requirement, and the requirement. */
export function accountMarginOf(view: CoreView, user: number, asset: string) {
  const pool = collateralPoolOf(view, user, asset);
  const markets = marketsOf(view, pool.legs);
  const wallet = crossWalletOf(view, pool);
  return { pool, markets, wallet, excessMargin: crossExcessMargin(wallet, markets) };
}
