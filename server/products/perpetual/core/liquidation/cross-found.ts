/**
 * Which cross accounts are liquidated next, without looking at anybody else. Of every account each of its markets has a first and a last
 * mark between which it is safe, or short; a mark that leaves none of these pairs costs one comparison a side. An account is looked at again
 * when a mark leaves its pair, or when anything else of it may have changed. It follows from accounts, marks and tiers, so no
 * snapshot tells it.
 */
import { crossSpare, safePairs, shortPairs } from '../../../../../shared/products/perpetual/rules/cross';
import { known } from '../../../../core/folding';
import type { CoreState, CoreView } from '../../../../core/state';
import { marketsOf, purseOf, walletOf } from '../margin/equity';
import { createRanked, firstRanked, rank, unrank, type Ranked } from '../../../../core/indexes/ranked';
import { noteWallet } from '../deleveraging/cross-accounts';
import type { Bounds, CrossFound } from './cross-found-state';
import { noteChanged } from '../deleveraging/rankings';
import { createWaitingAccounts, letWait, waitNoMore, type WaitingAccounts } from './waiting-accounts';

/** After what moves no money of the account and changes all the same what it requires. */
export function touchCross({ liquidations: { cross } }: CoreState, user: number): void {
  cross.touched.add(user);
}

/** Looks again at whoever was touched, and at whom a mark has left no longer safe. After every batch, and after a restart. */
export function noteCross(state: CoreState): void {
  const { touched, bounds } = state.liquidations.cross;
  const { moved } = state.ledger;
  if (moved.size === 0 && touched.size === 0 && bounds.size === 0) return;
  for (const user of moved) touched.add(user);
  moved.clear();
  for (const [market, { below, above }] of bounds) {
    const { mark } = known(state.perpetual.contracts, market).mark;
    if (mark === 0) continue;
    leave(below, -mark, touched);
    leave(above, mark, touched);
  }
  for (const user of touched) judge(state, user);
  touched.clear();
}

/** Those whose bound a mark has passed. */
function leave(bounds: Ranked, mark: number, left: Set<number>): void {
  for (let first = firstRanked(bounds); first && first.rank <= mark; first = firstRanked(bounds)) {
    left.add(first.id);
    unrank(bounds, first.id);
  }
}

function judge(state: CoreState, user: number): void {
  const { cross, accounts } = state.liquidations;
  const underWay = accounts.get(user);
  waitNoMore(cross.underWay, user);
  const own = state.perpetual.holdings.get(user);
  if (!own) return;
  const assets = new Set<string>();
  for (const [market, { mode }] of own) {
    if (mode !== 'cross') continue;
    assets.add(known(state.markets, market).terms.quote);
    const bounds = cross.bounds.get(market);
    if (!bounds) continue;
    unrank(bounds.below, user);
    unrank(bounds.above, user);
  }
  if (underWay) assets.add(underWay.asset);
  for (const asset of assets) {
    const hit = hitIn(cross, asset);
    waitNoMore(hit, user);
    const purse = purseOf(state, user, asset);
    const markets = marketsOf(state, purse.legs);
    const waits = { asset, markets: markets.map(({ name }) => name) };
    if (underWay?.asset === asset) letWait(cross.underWay, user, underWay.id, waits);
    if (purse.legs.length === 0) continue;
    const wallet = walletOf(state, purse);
    noteWallet(cross, asset, user, wallet);
    for (const { id, market, side } of purse.legs) noteChanged(state, { id, market: market.terms.market, side });
    const safe = safePairs(wallet, markets);
    if (!safe && !underWay) letWait(hit, user, user, waits);
    // As long as nobody may liquidate it, another mark may heal it.
    const pairs = safe ?? shortPairs(wallet, markets);
    markets.forEach(({ name }, at) => {
      const pair = pairs[at];
      const { below, above } = boundsOf(cross, name);
      if (pair.low > 1) rank(below, user, 1 - pair.low);
      if (pair.high < Number.MAX_SAFE_INTEGER) rank(above, user, pair.high + 1);
    });
  }
}

function hitIn({ hit }: CrossFound, asset: string): WaitingAccounts {
  let of = hit.get(asset);
  if (!of) hit.set(asset, (of = createWaitingAccounts()));
  return of;
}

function boundsOf({ bounds }: CrossFound, market: string): Bounds {
  let of = bounds.get(market);
  if (!of) bounds.set(market, (of = { below: createRanked(), above: createRanked() }));
  return of;
}

/** What an account has above what its positions require, and those. */
export function standingOfAccount(view: CoreView, user: number, asset: string) {
  const purse = purseOf(view, user, asset);
  const markets = marketsOf(view, purse.legs);
  const wallet = walletOf(view, purse);
  return { purse, markets, wallet, spare: crossSpare(wallet, markets) };
}
