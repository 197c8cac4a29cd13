/** What the rule makes of the terms and the publications that a certificate shows. */
import { agree } from '../rules/median';
import { CANCEL_BEFORE_MS, ENTRY_WAIT_MS, areLevelsAround, levelReached, outcomeOf } from '../rules/option/settlement';
import { refuse } from './refusal';
import type { Bought, End, Publication, Told } from './told';

/** The median of its sources, each of them once and none of them later than itself. */
export function isAgreed({ price, at, sources }: Publication): boolean {
  const agreed = agree(sources, 1);
  const isEachOnce = new Set(sources.map(({ source }) => source)).size === sources.length;
  const isPast = sources.every((source) => source.at <= at);
  return agreed?.price === price && agreed.sources.length === sources.length && isEachOnce && isPast;
}

interface Due {
  /** The publication that it began by; absent where it did not. */
  begun?: Publication;
  end: End;
  reason?: string;
  dueAt: number;
  by?: Publication;
  elapsedMs: number;
  isProven: boolean;
}

/** What became of it by the terms and the publications alone. */
export function dueOf({ bought, result, publications }: Told): Due {
  const { from, direction, durationMs, staleMs } = bought;
  const whole = { elapsedMs: durationMs, isProven: true };
  if (result.end === 'cancelled') return { ...whole, end: 'cancelled', dueAt: result.at };
  const { next: begun } = around(publications, from);
  if (!begun || begun.at > from + ENTRY_WAIT_MS) {
    const dueAt = from + ENTRY_WAIT_MS + 1;
    return { ...whole, end: 'refunded', reason: 'entry_missed', dueAt, isProven: begun !== undefined };
  }
  if (!areLevelsAround(bought, direction, begun.price))
    return { ...whole, end: 'refunded', reason: 'level_passed', dueAt: begun.at, by: begun };
  const endsAt = begun.at + durationMs;
  const { previous: last, next } = around(publications, endsAt);
  const hit = hasLevels(bought) ? reached(bought, begun, publications, endsAt) : undefined;
  const end = hit && levelReached(bought, direction, hit.price);
  if (hit && end) return { ...whole, begun, end, dueAt: hit.at, by: hit, elapsedMs: hit.at - begun.at };
  const isProven = next !== undefined;
  if (!last || endsAt - last.at > staleMs)
    return { ...whole, begun, end: 'refunded', reason: 'index_stale', dueAt: endsAt, isProven };
  return { ...whole, begun, end: outcomeOf(direction, begun.price, last.price), dueAt: endsAt, by: last, isProven };
}

/** Whether its owner could still take it back. */
export function isInTime({ startsAt }: Bought, at: number): boolean {
  return startsAt !== undefined && startsAt - at > CANCEL_BEFORE_MS;
}

/** The last publication before a time and the first from it on: neighbours, as the later one says. */
function around(publications: readonly Publication[], at: number): { previous?: Publication; next?: Publication } {
  const index = publications.findIndex((one) => one.at >= at);
  const place = index < 0 ? publications.length : index;
  const [previous, next] = [publications[place - 1], publications[place]] as (Publication | undefined)[];
  if (next && next.before !== previous?.position) refuse('left_out', next.position);
  return { ...(previous && { previous }), ...(next && { next }) };
}

function hasLevels({ takeProfit, stopLoss }: Bought): boolean {
  return takeProfit !== undefined || stopLoss !== undefined;
}

/** With levels every publication in between counts. */
function reached(bought: Bought, begun: Publication, all: readonly Publication[], endsAt: number) {
  let before = begun;
  for (const one of all) {
    if (one.at <= begun.at || one.at >= endsAt) continue;
    if (one.before !== before.position) refuse('left_out', one.position);
    if (levelReached(bought, bought.direction, one.price)) return one;
    before = one;
  }
  return undefined;
}
