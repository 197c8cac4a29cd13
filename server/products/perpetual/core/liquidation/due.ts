/** When a liquidation is owed: as soon as a mark reaches a position, unless nobody can say what positions are worth. */
import type { Debt, OwedNext } from '../../../../core/product';
import { firstRanked } from '../../../../core/indexes/ranked';
import type { CoreView } from '../../../../core/state';
import { known } from '../../../../core/folding';
import { firstHit } from './found';
import { mayTake } from '../marks/standstill';

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

/** Behind positions that stand by themselves: accounts that are being liquidated, then those that are hit. */
function nextAccount(view: CoreView, at: number, id: number, later: OwedNext | null): OwedNext | null {
  const { underWay, hit } = view.liquidations.cross;
  let next = later;
  for (const waiting of [underWay, ...hit.values()]) {
    const found = firstToJudge(view, waiting, at);
    if (!found || (next && next.dueAt <= found.dueAt)) continue;
    const { dueAt, user, asset } = found;
    const command = { type: 'LiquidateAccount', user, asset } as const;
    next = dueAt > view.at ? { dueAt, id, command } : { dueAt, id, command, cause: view.position };
  }
  return next;
}

interface Judged {
  dueAt: number;
  user: number;
  asset: string;
  place: number;
}

/** Of those that may be judged earliest the first: all with positions in the same markets cost one look. */
function firstToJudge(view: CoreView, { alike }: CoreView['liquidations']['cross']['underWay'], at: number) {
  let found: Judged | null = null;
  for (const { asset, markets, users } of alike.values()) {
    const from = judgedFrom(view, markets, at);
    const first = firstRanked(users);
    if (from === null || !first) continue;
    const judged: Judged = { dueAt: Math.max(from, view.at), user: first.id, asset, place: first.rank };
    if (found === null || comesBefore(judged, found)) found = judged;
  }
  return found;
}

function comesBefore(one: Judged, other: Judged): boolean {
  return one.dueAt !== other.dueAt ? one.dueAt < other.dueAt : one.place < other.place;
}

/**
 * When an account with positions in these markets may be judged; null as long as none of them may be taken, or one is being taken over. A
 * position whose market stands still, or has no fresh mark, counts with its last mark and stays: one lot there makes nobody safe.
 */
function judgedFrom(view: CoreView, markets: readonly string[], at: number): number | null {
  let from = 0;
  const taken = markets.filter((name) => mayTake(view, known(view.markets, name), at));
  if (markets.length > 0 && taken.length === 0) return null;
  // Without any mark nobody knows what one is worth.
  if (markets.some((name) => known(view.perpetual.contracts, name).mark.mark === 0)) return null;
  for (const name of taken) {
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
  { kind: 'liquidations', urgency: 'urgent', place: 30, next: (view, at) => nextLiquidation(view, at) },
];
