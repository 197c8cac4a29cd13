/** The expected settlement by the rule, from the terms and publications of a certificate. */
import { agreedPrice } from '../../../rules/arithmetic/median';
import {
  CANCEL_BEFORE_MS,
  ENTRY_WAIT_MS,
  areLevelsAround,
  findEnd,
  findEntry,
  levelReached,
  outcomeOf,
  priceFor,
  ruleOf,
  type EntryPublication,
  type PublicationRule,
} from '../rules/settlement';
import { refuse } from '../../../proof/refusal';
import type { Bought, End, Publication, CertificateStatement } from './statement';

/** Whether the price is the median of its sources, each of them listed once and none later than the publication. */
export function isAgreed({ price, at, sources }: Publication): boolean {
  const agreed = agreedPrice(sources, 1);
  const isEachOnce = new Set(sources.map(({ source }) => source)).size === sources.length;
  const isPast = sources.every((source) => source.at <= at);
  return agreed?.price === price && agreed.sources.length === sources.length && isEachOnce && isPast;
}

interface DueResult {
  /** The publication that it began by, at the price at which it counts; absent where it did not. */
  entryPublication?: Publication & EntryPublication;
  end: End;
  reason?: string;
  dueAt: number;
  settlingPublication?: Publication;
  elapsedMs: number;
  isProven: boolean;
}

/** The expected settlement, from the terms and the publications alone. */
export function dueOf({ bought, result, publications }: CertificateStatement): DueResult {
  const { from, direction, durationMs, staleMs } = bought;
  const counting = { rule: ruleOf(bought), sourcesMin: bought.sourcesMin ?? 0 };
  const fullTerm = { elapsedMs: durationMs, isProven: true };
  if (result.end === 'cancelled') return { ...fullTerm, end: 'cancelled', dueAt: result.at };
  const { begun: entryPublication, isWhole } = checkedEntry(publications, counting, from);
  if (!entryPublication) {
    const dueAt = from + ENTRY_WAIT_MS + 1;
    return { ...fullTerm, end: 'refunded', reason: 'entry_missed', dueAt, isProven: isWhole };
  }
  if (!areLevelsAround(bought, direction, entryPublication.price))
    return {
      ...fullTerm,
      end: 'refunded',
      reason: 'level_passed',
      dueAt: entryPublication.at,
      settlingPublication: entryPublication,
    };
  const endsAt = entryPublication.at + durationMs;
  const { previous, next } = neighboursAt(publications, endsAt);
  const levelPublication = hasLevels(bought)
    ? levelHit(bought, counting, entryPublication, publications, endsAt)
    : undefined;
  const end = levelPublication && levelReached(bought, direction, levelPublication.price);
  if (levelPublication && end)
    return {
      ...fullTerm,
      entryPublication,
      end,
      dueAt: levelPublication.at,
      settlingPublication: levelPublication,
      elapsedMs: levelPublication.at - entryPublication.at,
    };
  const isProven = next !== undefined;
  const last = previous && findEnd([previous], { ...counting, staleMs }, entryPublication, endsAt);
  if (!last) return { ...fullTerm, entryPublication, end: 'refunded', reason: 'index_stale', dueAt: endsAt, isProven };
  return {
    ...fullTerm,
    entryPublication,
    end: outcomeOf(direction, entryPublication.price, last.price),
    dueAt: endsAt,
    settlingPublication: last,
    isProven,
  };
}

/**
 * The first publication with a valid entry; none before it is left out. `isWhole`: the entry is shown, or a publication
 * that came too late, so that nothing can be missing.
 */
function checkedEntry(publications: readonly Publication[], counting: PublicationRule, from: number) {
  let before = neighboursAt(publications, from).previous?.position;
  for (const one of publications) {
    if (one.at < from) continue;
    if (one.before !== before) refuse('left_out', one.position);
    if (one.at > from + ENTRY_WAIT_MS) return { begun: null, isWhole: true };
    const entryPublication = findEntry([one], { ...counting, from });
    if (entryPublication) return { begun: entryPublication, isWhole: true };
    before = one.position;
  }
  return { begun: null, isWhole: false };
}

/** Whether the owner could still cancel it. */
export function isInTime({ startsAt }: Bought, at: number): boolean {
  return startsAt !== undefined && startsAt - at > CANCEL_BEFORE_MS;
}

/**
 * The last publication before a time and the first at or after it. They are neighbours, as the later one's link to its
 * predecessor shows.
 */
function neighboursAt(
  publications: readonly Publication[],
  at: number,
): { previous?: Publication; next?: Publication } {
  const index = publications.findIndex((one) => one.at >= at);
  const place = index < 0 ? publications.length : index;
  const [previous, next] = [publications[place - 1], publications[place]] as (Publication | undefined)[];
  if (next && next.before !== previous?.position) refuse('left_out', next.position);
  return { ...(previous && { previous }), ...(next && { next }) };
}

function hasLevels({ takeProfit, stopLoss }: Bought): boolean {
  return takeProfit !== undefined || stopLoss !== undefined;
}

/** With levels, every publication in between counts, at the price of the entry's sources. */
function levelHit(
  purchase: Bought,
  counting: PublicationRule,
  entryPublication: Publication & EntryPublication,
  publications: readonly Publication[],
  endsAt: number,
): Publication | undefined {
  let before: Publication = entryPublication;
  for (const one of publications) {
    if (one.at <= entryPublication.at || one.at >= endsAt) continue;
    if (one.before !== before.position) refuse('left_out', one.position);
    const price = priceFor(one, counting, entryPublication);
    if (price !== null && levelReached(purchase, purchase.direction, price)) return { ...one, price };
    before = one;
  }
  return undefined;
}
