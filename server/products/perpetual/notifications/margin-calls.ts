/**
 * Who is to hear that a position comes near its liquidation: at 70, 85 and 95 % of what covers it being needed, each once until it
 * has fallen ten points below again.
 *
 * A position is found by the price at which its next level is reached, or its last one left behind, so a mark that passes none of
 * these looks at none of them. The ratio itself is reckoned when it is found.
 */
import { ceilOf, floorOf } from '../../../../shared/rules/rounding';
import { profitAt, type Position, type PositionSide } from '../../../../shared/products/perpetual/rules/position';
import {
  isolatedLiquidationPrice,
  requirementAt,
  type RiskTerms,
} from '../../../../shared/products/perpetual/rules/requirement';
import { createRanked, rank, rankedThrough, unrank, type Ranked } from '../../../core/indexes/ranked';

export const CALL_LEVELS = [70, 85, 95] as const;
export type CallLevel = (typeof CALL_LEVELS)[number];
export const BELOW_POINTS = 10;
/** Changed positions that are looked at with one mark; the others wait for the next. After a funding hour all of them have changed. */
const REVIEWED_MAX = 2_000;

/** Of a market, in ticks and units. */
export interface CallPosition {
  id: number;
  user: number;
  market: string;
  position: Position;
  margin: bigint;
}
export interface MarginCall extends Pick<CallPosition, 'id' | 'user' | 'market'> {
  side: PositionSide;
  level: CallLevel;
}

interface Watched extends CallPosition {
  /** Highest level that was told and not left behind since; 0 for none. */
  told: CallLevel | 0;
}

/** Positions of a market by the price (negative) that the mark has to fall to, and by the price that it has to rise to. */
interface Waiting {
  down: Ranked;
  up: Ranked;
}

export class MarginCalls {
  private readonly watched = new Map<number, Watched>();
  private readonly waiting = new Map<string, Waiting>();
  /** Of each market those whose prices are to be found anew. */
  private readonly changed = new Map<string, Set<number>>();

  constructor(private readonly termsOf: (market: string) => RiskTerms) {}

  /** A position as it is now. */
  put(position: CallPosition): void {
    const before = this.watched.get(position.id);
    this.watched.set(position.id, { ...position, told: before?.told ?? 0 });
    this.leave(position.market, position.id);
    this.review(position.market, position.id);
  }

  remove({ id, market }: Pick<CallPosition, 'id' | 'market'>): void {
    this.watched.delete(id);
    this.leave(market, id);
    this.changed.get(market)?.delete(id);
  }

  /** The terms of a market are others: so are all prices in it. */
  reconsider(market: string): void {
    for (const watched of this.watched.values()) {
      if (watched.market !== market) continue;
      this.leave(market, watched.id);
      this.review(market, watched.id);
    }
  }

  /** Whom a mark calls. */
  at(market: string, mark: number): MarginCall[] {
    const found = this.found(market, mark);
    const changed = this.changed.get(market);
    for (const id of changed ?? []) {
      if (found.size >= REVIEWED_MAX) break;
      found.add(id);
      changed?.delete(id);
    }
    const calls: MarginCall[] = [];
    for (const id of found) {
      const watched = this.watched.get(id);
      const level = watched && this.judge(watched, mark);
      if (watched && level) calls.push({ id, user: watched.user, market, side: watched.position.side, level });
    }
    return calls;
  }

  /** What a position has reached by now is taken as told: before this began, somebody else told it. */
  settle(market: string, mark: number): void {
    for (const watched of this.watched.values()) {
      if (watched.market === market) this.judge(watched, mark);
      this.changed.get(market)?.delete(watched.id);
    }
  }

  /** Whose level is taken as told. */
  *standing(): Generator<Pick<CallPosition, 'id' | 'user'> & { level: CallLevel }> {
    for (const { id, user, told } of this.watched.values()) if (told !== 0) yield { id, user, level: told };
  }

  /** No more than that was told: the next mark tells of what is reached. */
  untell(id: number, told: CallLevel | 0): void {
    const watched = this.watched.get(id);
    if (!watched) return;
    watched.told = told;
    this.review(watched.market, id);
  }

  private review(market: string, id: number): void {
    const changed = this.changed.get(market);
    if (changed) changed.add(id);
    else this.changed.set(market, new Set([id]));
  }

  private leave(market: string, id: number): void {
    const waiting = this.waiting.get(market);
    if (!waiting) return;
    unrank(waiting.down, id);
    unrank(waiting.up, id);
  }

  private found(market: string, mark: number): Set<number> {
    const waiting = this.waiting.get(market);
    if (!waiting) return new Set();
    const passed = [...rankedThrough(waiting.down, -mark, Infinity), ...rankedThrough(waiting.up, mark, Infinity)];
    return new Set(passed.map(({ id }) => id));
  }

  /** The level to tell of, or null; and from now on the position waits for its next prices. */
  private judge(watched: Watched, mark: number): CallLevel | null {
    const { market, position, margin, told } = watched;
    const terms = this.termsOf(market);
    const cover = margin + profitAt(position, mark);
    const needed = requirementAt(terms, position, mark) * 100n;
    const isAt = (percent: number): boolean => cover <= 0n || needed >= cover * BigInt(percent);
    const reached = CALL_LEVELS.findLast((level) => isAt(level)) ?? 0;
    watched.told =
      reached > told ? reached : (CALL_LEVELS.findLast((one) => one <= told && isAt(one - BELOW_POINTS)) ?? 0);
    this.wait(watched, terms);
    return reached > told ? (reached as CallLevel) : null;
  }

  private wait(watched: Watched, terms: RiskTerms): void {
    const { id, market, position, margin, told } = watched;
    const waiting = this.waiting.get(market) ?? { down: createRanked(), up: createRanked() };
    this.waiting.set(market, waiting);
    this.leave(market, id);
    const isLong = position.side === 'long';
    const fallTo = (price: number) => rank(waiting.down, id, -price);
    const riseTo = (price: number) => rank(waiting.up, id, price);
    const [worse, better] = isLong ? [fallTo, riseTo] : [riseTo, fallTo];
    const next = CALL_LEVELS.find((level) => level > told);
    const reached = next === undefined ? null : priceAt(terms, position, margin, next, 'too early');
    if (reached !== null) worse(reached);
    if (told === 0) return;
    // Without such a price it is far from that already.
    const left = priceAt(terms, position, margin, told - BELOW_POINTS, 'too late');
    better(left ?? (isLong ? 0 : Number.MAX_SAFE_INTEGER));
  }
}

/** More than the roundings of a requirement take, in units. */
const ROUNDINGS = 2n;

/** Terms that require so many percent of the cover where `terms` require all of it. */
export function tighter({ tiers, closePpb }: RiskTerms, percent: number, rather: 'too early' | 'too late'): RiskTerms {
  const [rate, amount] = rather === 'too early' ? [ceilOf, floorOf] : [floorOf, ceilOf];
  return {
    tiers: tiers.map((tier) => ({
      ...tier,
      ratePpb: Number(rate(BigInt(tier.ratePpb + closePpb) * 100n, BigInt(percent))) - closePpb,
      amount: amount(tier.amount * 100n, BigInt(percent)),
    })),
    closePpb,
  };
}

/**
 * The first tick at which the requirement is so many percent of the cover: where it would be liquidated by so much tighter terms. These
 * are rounded so that it lies at most a little too early, or too late: who is looked at before time is looked at again.
 */
function priceAt(
  terms: RiskTerms,
  position: Position,
  margin: bigint,
  percent: number,
  rather: 'too early' | 'too late',
): number | null {
  const cover = rather === 'too early' ? margin - ROUNDINGS : margin + ROUNDINGS;
  return isolatedLiquidationPrice(tighter(terms, percent, rather), position, cover);
}
