/** When a liquidation is owed: as soon as a mark reaches a position, unless nobody can say what positions are worth. */
import type { Debt, OwedNext } from '../product';
import type { CoreView } from '../state';
import { idsAfter } from '../fees/ordered-ids';
import { known } from '../folding';
import { legsOf } from './equity';
import { firstHit } from './found';
import { mayTake } from './standstill';

/** Markets in the order in which they were listed, and of each the position that its mark has passed farthest. */
export function nextLiquidation(view: CoreView, at: number): OwedNext | null {
  if (view.liquidations.found.size === 0 && view.liquidations.open.size === 0) return null;
  let later: OwedNext | null = null;
  let place = 0;
  for (const [name, { mark }] of view.perpetual.contracts) {
    place++;
    const command = { type: 'Liquidate', market: name } as const;
    // A market's end once settled the position and left its liquidation open: that is over at once.
    if (isOfNothing(view, name)) return { dueAt: view.at, id: place, command, cause: view.position };
    if (!mayTake(view, known(view.markets, name), at)) continue;
    if (!view.liquidations.open.has(name) && firstHit(view, name, mark.mark) === null) continue;
    // After a silence the hits of half a minute are judged at its end, whatever happens in between.
    const from = view.marks.tracks.get(name)?.closeOnlyUntil ?? 0;
    if (view.at >= from) return { dueAt: view.at, id: place, command, cause: view.position };
    if (later === null || from < later.dueAt) later = { dueAt: from, id: place, command };
  }
  return nextAccount(view, at, place + 1, later);
}

function isOfNothing({ liquidations: { open, found } }: CoreView, market: string): boolean {
  const of = open.get(market);
  return of !== undefined && found.get(market)?.[of.side].positions.has(of.position) !== true;
}

/** Behind positions that stand by themselves: the account that is being liquidated, then by user. */
function nextAccount(view: CoreView, at: number, place: number, later: OwedNext | null): OwedNext | null {
  let next = later;
  const { accounts, cross } = view.liquidations;
  if (accounts.size === 0 && cross.hit.size === 0) return next;
  for (const { user, asset } of accountsHit(view)) {
    const from = judgedFrom(view, user, asset, at);
    if (from === null) continue;
    const command = { type: 'LiquidateAccount', user, asset } as const;
    if (view.at >= from) return { dueAt: view.at, id: place, command, cause: view.position };
    if (next === null || from < next.dueAt) next = { dueAt: from, id: place, command };
  }
  return next;
}

function* accountsHit({ liquidations: { accounts, cross } }: CoreView): Generator<{ user: number; asset: string }> {
  yield* accounts.values();
  for (const [asset, hit] of cross.hit) {
    for (let [user] = idsAfter(hit, 0, 1); user !== undefined; [user] = idsAfter(hit, user, 1)) {
      if (!accounts.has(user)) yield { user, asset };
    }
  }
}

/**
 * When the account may be judged; null as long as none of its positions may be taken, or one is being taken over. A position whose market
 * stands still, or has no fresh mark, counts with its last mark and stays: one lot there makes nobody safe.
 */
function judgedFrom(view: CoreView, user: number, asset: string, at: number): number | null {
  let from = 0;
  const legs = legsOf(view, user, asset);
  const taken = legs.filter(({ market }) => mayTake(view, market, at));
  if (legs.length > 0 && taken.length === 0) return null;
  // Without any mark nobody knows what one is worth.
  if (legs.some(({ market }) => known(view.perpetual.contracts, market.terms.market).mark.mark === 0)) return null;
  for (const { market } of taken) {
    const { market: name } = market.terms;
    if (view.liquidations.open.has(name)) return null;
    from = Math.max(from, view.marks.tracks.get(name)?.closeOnlyUntil ?? 0);
  }
  return from;
}

/** As long as one waits who is hit follows from the state: publications decide no mark. */
export function isLiquidationWaiting(view: CoreView, at: number): boolean {
  const next = nextLiquidation(view, at);
  return next !== null && next.dueAt <= at;
}

/** Before what else is owed about orders: at one mark liquidation comes before what else it triggers. */
export const liquidationDebts: readonly Debt[] = [
  { kind: 'liquidations', urgency: 'urgent', next: (view, at) => nextLiquidation(view, at) },
];
