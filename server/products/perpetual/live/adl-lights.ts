/**
 * Deleveraging indicator: a position's rank among those of its side, in five steps. It is only an estimate; the core decides exactly, in
 * fractions, when it deleverages. The view calculates in floating-point numbers on request, and ranks a side again only after a new mark.
 */
import type { CrossAccounts } from './cross-accounts';
import type { ContractMarksView } from './contract-marks';
import type { MarketsView } from '../../../views/live/markets';
import type { LivePosition, PositionsView } from './positions';

/** 5: in the first fifth. */
export type AdlLight = 1 | 2 | 3 | 4 | 5;
const LIGHTS = 5;

/** Minimum time between two rankings of a side, by the time of the marks, for any number of queries. */
const RERANK_MS = 5_000;

interface Ranking {
  markedAt: number;
  /** Ascending. */
  scores: Float64Array;
}

type Position = Readonly<Pick<LivePosition, 'id' | 'user' | 'market' | 'side' | 'lots' | 'cost' | 'margin'>>;

export class AdlLights {
  private readonly rankings = new Map<string, Ranking>();

  constructor(
    private readonly positions: Pick<PositionsView, 'inMarket'>,
    private readonly marks: Pick<ContractMarksView, 'markOf' | 'markedAt'>,
    private readonly markets: Pick<MarketsView, 'get'>,
    private readonly accounts: Pick<CrossAccounts, 'accountValueOf'>,
  ) {}

  /** Null before the first mark. */
  lightOf(position: Position): AdlLight | null {
    const { market, side } = position;
    if (this.marks.markOf(market) === 0) return null;
    const { scores } = this.rankingOf(market, side);
    const aheadCount = scores.length - countUpTo(scores, this.scoreOf(position));
    const others = Math.max(scores.length, 1);
    return (LIGHTS - Math.min(Math.floor((aheadCount * LIGHTS) / others), LIGHTS - 1)) as AdlLight;
  }

  private rankingOf(market: string, side: LivePosition['side']): Ranking {
    const key = `${market}/${side}`;
    const markedAt = this.marks.markedAt(market);
    const cached = this.rankings.get(key);
    if (cached && markedAt - cached.markedAt < RERANK_MS) return cached;
    const ranking = {
      markedAt,
      scores: Float64Array.from(this.positions.inMarket(market, side), (position) => this.scoreOf(position)).sort(),
    };
    this.rankings.set(key, ranking);
    return ranking;
  }

  /** By the formula of shared/products/perpetual/rules/adl. */
  private scoreOf(position: Position): number {
    const { market, side, lots, cost, margin } = position;
    const positionValue = lots * this.marks.markOf(market) * Number(this.markets.get(market).units.quotePerTickLot);
    const entryCost = Number(cost);
    const profit = side === 'long' ? positionValue - entryCost : entryCost - positionValue;
    const account = this.accounts.accountValueOf(position);
    const cover = account?.equity ?? Number(margin) + profit;
    const value = account?.value ?? positionValue;
    if (cover <= 0) return -Infinity;
    return profit > 0 ? (profit * value) / (entryCost * cover) : (profit * cover) / (entryCost * value);
  }
}

/** Number of scores not above it. */
function countUpTo(ascending: Float64Array, score: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= score) low = middle + 1;
    else high = middle;
  }
  return low;
}
