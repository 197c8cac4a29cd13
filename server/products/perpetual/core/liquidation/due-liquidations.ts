/** Due time of liquidations: as soon as a mark reaches a position, unless the mark is stale or the market halted. */
import type { DueWork, DueItem } from '../../../../core/product';
import { firstRanked } from '../../../../core/indexes/ranked-ids';
import type { CoreView } from '../../../../core/state';
import { getOrThrow } from '../../../../core/evolve-helpers';
import { firstToLiquidate } from './liquidation-queue';
import { mayLiquidate } from '../marks/market-halt';

/** Markets in order of listing; within a market the position that its mark has passed farthest. */
export function nextLiquidation(view: CoreView, at: number): DueItem | null {
  if (view.liquidations.queues.size === 0 && view.liquidations.open.size === 0) return null;
  let later: DueItem | null = null;
  let place = 0;
  for (const [name, { mark }] of view.perpetual.contracts) {
    place++;
    const command = { type: 'Liquidate', market: name } as const;
    // In old journals a market's end settled positions without ending their liquidations; such a liquidation ends at once.
    if (hasNothingToLiquidate(view, name)) return { dueAt: view.at, id: place, command, cause: view.position };
    if (!mayLiquidate(view, getOrThrow(view.markets, name), at)) continue;
    if (!view.liquidations.open.has(name) && firstToLiquidate(view, name, mark.mark) === null) continue;
    // After a silence the hits of half a minute are judged at its end, whatever happens in between.
    const from = view.marks.tracks.get(name)?.closeOnlyUntil ?? 0;
    if (view.at >= from) return { dueAt: view.at, id: place, command, cause: view.position };
    if (later === null || from < later.dueAt) later = { dueAt: from, id: place, command };
  }
  return nextAccount(view, at, place + 1, later);
}

function hasNothingToLiquidate({ liquidations: { open, queues: found } }: CoreView, market: string): boolean {
  const liquidation = open.get(market);
  return (
    liquidation !== undefined && found.get(market)?.[liquidation.side].positions.has(liquidation.position) !== true
  );
}

/** After isolated positions: accounts under liquidation, then accounts that are hit. */
function nextAccount(view: CoreView, at: number, id: number, later: DueItem | null): DueItem | null {
  const { underWay, undermargined } = view.liquidations.cross;
  let next = later;
  for (const queue of [underWay, ...undermargined.values()]) {
    const found = firstLiquidatable(view, queue, at);
    if (!found || (next && next.dueAt <= found.dueAt)) continue;
    const { dueAt, user, asset } = found;
    const command = { type: 'LiquidateAccount', user, asset } as const;
    next = dueAt > view.at ? { dueAt, id, command } : { dueAt, id, command, cause: view.position };
  }
  return next;
}

interface LiquidatableAccount {
  dueAt: number;
  user: number;
  asset: string;
  place: number;
}

/** Returns the first of the accounts that can be judged earliest; accounts with positions in the same markets share one check. */
function firstLiquidatable(
  view: CoreView,
  { groups: alike }: CoreView['liquidations']['cross']['underWay'],
  at: number,
) {
  let found: LiquidatableAccount | null = null;
  for (const { asset, markets, users } of alike.values()) {
    const from = liquidatableFrom(view, markets, at);
    const first = firstRanked(users);
    if (from === null || !first) continue;
    const judged: LiquidatableAccount = { dueAt: Math.max(from, view.at), user: first.id, asset, place: first.rank };
    if (found === null || comesBefore(judged, found)) found = judged;
  }
  return found;
}

function comesBefore(one: LiquidatableAccount, other: LiquidatableAccount): boolean {
  return one.dueAt !== other.dueAt ? one.dueAt < other.dueAt : one.place < other.place;
}

/**
 * Earliest time to judge an account with positions in these markets; null while none of them may be taken, or while one is being taken
 * over. A position in a halted market, or without a fresh mark, counts with its last mark and stays; one lot there must not make an account
 * safe.
 */
function liquidatableFrom(view: CoreView, markets: readonly string[], at: number): number | null {
  let from = 0;
  const liquidatable = markets.filter((name) => mayLiquidate(view, getOrThrow(view.markets, name), at));
  if (markets.length > 0 && liquidatable.length === 0) return null;
  // Without any mark a position's value is unknown.
  if (markets.some((name) => getOrThrow(view.perpetual.contracts, name).mark.mark === 0)) return null;
  for (const name of liquidatable) {
    if (view.liquidations.open.has(name)) return null;
    from = Math.max(from, view.marks.tracks.get(name)?.closeOnlyUntil ?? 0);
  }
  return from;
}

/** While a liquidation waits, the state determines the next one, so no mark is decided. */
export function isLiquidationWaiting(view: CoreView, at: number): boolean {
  const next = nextLiquidation(view, at);
  return next !== null && next.dueAt <= at;
}

/** Runs before other due work on orders: at one mark liquidation precedes triggers. */
export const liquidationDueWork: readonly DueWork[] = [
  { kind: 'liquidations', urgency: 'urgent', place: 30, next: (view, at) => nextLiquidation(view, at) },
];
