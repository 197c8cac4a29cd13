/**
 * Margin calls: a user is notified when 70, 85 and 95 % of a position's cover is required, each level once until the ratio has fallen ten
 * points below it. Positions are indexed by the prices at which they reach the next level or leave the last one. A mark that passes none of
 * these prices checks no position; the exact ratio is calculated only for positions found.
 */
import { ceilOf, floorOf } from '../../../../shared/rules/arithmetic/rounding';
import { profitAt, type Position, type PositionSide } from '../../../../shared/products/perpetual/rules/position';
import {
  isolatedLiquidationPrice,
  maintenanceMarginAt,
  type RiskTerms,
} from '../../../../shared/products/perpetual/rules/maintenance-margin';
import { createRanked, rank, rankedUpTo, unrank, type Ranked } from '../../../core/indexes/ranked-ids';

export const CALL_LEVELS = [70, 85, 95] as const;
export type CallLevel = (typeof CALL_LEVELS)[number];
export const REARM_BELOW_PERCENT = 10;
/**
 * Maximum number of changed positions checked per mark; the others wait for the next mark. After a funding hour all positions have changed.
 */
const REVIEWED_MAX = 2_000;

/** Position in a market, in ticks and units. */
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

interface WatchedPosition extends CallPosition {
  /** Highest level notified and not left since; 0 for none. */
  notifiedLevel: CallLevel | 0;
}

/** Positions of a market by the (negated) price to which the mark must fall, and by the price to which it must rise. */
interface WakePrices {
  below: Ranked;
  above: Ranked;
}

export class MarginCalls {
  private readonly watchedPositions = new Map<number, WatchedPosition>();
  private readonly wakePricesByMarket = new Map<string, WakePrices>();
  /** Positions by market whose prices must be calculated again. */
  private readonly changed = new Map<string, Set<number>>();

  constructor(private readonly termsOf: (market: string) => RiskTerms) {}

  /** Adds or updates a position. */
  put(position: CallPosition): void {
    const before = this.watchedPositions.get(position.id);
    this.watchedPositions.set(position.id, { ...position, notifiedLevel: before?.notifiedLevel ?? 0 });
    this.removeWakePrices(position.market, position.id);
    this.markForReview(position.market, position.id);
  }

  remove({ id, market }: Pick<CallPosition, 'id' | 'market'>): void {
    this.watchedPositions.delete(id);
    this.removeWakePrices(market, id);
    this.changed.get(market)?.delete(id);
  }

  /** Recalculates all prices in a market after a change of its terms. */
  reviewMarket(market: string): void {
    for (const watchedPosition of this.watchedPositions.values()) {
      if (watchedPosition.market !== market) continue;
      this.removeWakePrices(market, watchedPosition.id);
      this.markForReview(market, watchedPosition.id);
    }
  }

  /** Margin calls of a mark. */
  callsAtMark(market: string, mark: number): MarginCall[] {
    const found = this.found(market, mark);
    const changed = this.changed.get(market);
    for (const id of changed ?? []) {
      if (found.size >= REVIEWED_MAX) break;
      found.add(id);
      changed?.delete(id);
    }
    const calls: MarginCall[] = [];
    for (const id of found) {
      const watchedPosition = this.watchedPositions.get(id);
      const level = watchedPosition && this.checkPosition(watchedPosition, mark);
      if (watchedPosition && level)
        calls.push({ id, user: watchedPosition.user, market, side: watchedPosition.position.side, level });
    }
    return calls;
  }

  /** Marks all levels reached so far as notified: an earlier process sent those messages. */
  checkAll(market: string, mark: number): void {
    for (const watchedPosition of this.watchedPositions.values()) {
      if (watchedPosition.market === market) this.checkPosition(watchedPosition, mark);
      this.changed.get(market)?.delete(watchedPosition.id);
    }
  }

  /** Positions whose level counts as already notified. */
  *notifiedLevels(): Generator<Pick<CallPosition, 'id' | 'user'> & { level: CallLevel }> {
    for (const { id, user, notifiedLevel } of this.watchedPositions.values())
      if (notifiedLevel !== 0) yield { id, user, level: notifiedLevel };
  }

  /** Resets the level to the one notified; the next mark reports levels reached. */
  resetLevel(id: number, notifiedLevel: CallLevel | 0): void {
    const watchedPosition = this.watchedPositions.get(id);
    if (!watchedPosition) return;
    watchedPosition.notifiedLevel = notifiedLevel;
    this.markForReview(watchedPosition.market, id);
  }

  private markForReview(market: string, id: number): void {
    const changed = this.changed.get(market);
    if (changed) changed.add(id);
    else this.changed.set(market, new Set([id]));
  }

  private removeWakePrices(market: string, id: number): void {
    const wakePrices = this.wakePricesByMarket.get(market);
    if (!wakePrices) return;
    unrank(wakePrices.below, id);
    unrank(wakePrices.above, id);
  }

  private found(market: string, mark: number): Set<number> {
    const wakePrices = this.wakePricesByMarket.get(market);
    if (!wakePrices) return new Set();
    const passed = [...rankedUpTo(wakePrices.below, -mark, Infinity), ...rankedUpTo(wakePrices.above, mark, Infinity)];
    return new Set(passed.map(({ id }) => id));
  }

  /** Returns the level to notify, or null; the position then waits for its next prices. */
  private checkPosition(watchedPosition: WatchedPosition, mark: number): CallLevel | null {
    const { market, position, margin, notifiedLevel } = watchedPosition;
    const terms = this.termsOf(market);
    const cover = margin + profitAt(position, mark);
    const needed = maintenanceMarginAt(terms, position, mark) * 100n;
    const isAt = (percent: number): boolean => cover <= 0n || needed >= cover * BigInt(percent);
    const reachedLevel = CALL_LEVELS.findLast((level) => isAt(level)) ?? 0;
    watchedPosition.notifiedLevel =
      reachedLevel > notifiedLevel
        ? reachedLevel
        : (CALL_LEVELS.findLast((one) => one <= notifiedLevel && isAt(one - REARM_BELOW_PERCENT)) ?? 0);
    this.setWakePrices(watchedPosition, terms);
    return reachedLevel > notifiedLevel ? (reachedLevel as CallLevel) : null;
  }

  private setWakePrices(watchedPosition: WatchedPosition, terms: RiskTerms): void {
    const { id, market, position, margin, notifiedLevel } = watchedPosition;
    const wakePrices = this.wakePricesByMarket.get(market) ?? { below: createRanked(), above: createRanked() };
    this.wakePricesByMarket.set(market, wakePrices);
    this.removeWakePrices(market, id);
    const isLong = position.side === 'long';
    const fallTo = (price: number) => rank(wakePrices.below, id, -price);
    const riseTo = (price: number) => rank(wakePrices.above, id, price);
    const [worse, better] = isLong ? [fallTo, riseTo] : [riseTo, fallTo];
    const next = CALL_LEVELS.find((level) => level > notifiedLevel);
    const nextCallPrice = next === undefined ? null : callPriceOf(terms, position, margin, next, 'too early');
    if (nextCallPrice !== null) worse(nextCallPrice);
    if (notifiedLevel === 0) return;
    // Without such a price the ratio is already far below.
    const rearmPrice = callPriceOf(terms, position, margin, notifiedLevel - REARM_BELOW_PERCENT, 'too late');
    better(rearmPrice ?? (isLong ? 0 : Number.MAX_SAFE_INTEGER));
  }
}

/** Upper bound of a requirement's rounding error, in units. */
const ROUNDING_UNITS = 2n;

/** Terms that require this percentage of the cover where `terms` require all of it. */
export function scaledTerms(
  { tiers, closePpb }: RiskTerms,
  percent: number,
  roundingBias: 'too early' | 'too late',
): RiskTerms {
  const [rate, amount] = roundingBias === 'too early' ? [ceilOf, floorOf] : [floorOf, ceilOf];
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
 * The first tick at which the requirement is this percentage of the cover, that is, the liquidation price under tighter terms. The terms
 * are rounded so that the tick is at most slightly too early, or too late; positions found too early are checked again.
 */
function callPriceOf(
  terms: RiskTerms,
  position: Position,
  margin: bigint,
  percent: number,
  roundingBias: 'too early' | 'too late',
): number | null {
  const cover = roundingBias === 'too early' ? margin - ROUNDING_UNITS : margin + ROUNDING_UNITS;
  return isolatedLiquidationPrice(scaledTerms(terms, percent, roundingBias), position, cover);
}
