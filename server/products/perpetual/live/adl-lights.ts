/**
 * How near positions are to being closed for what somebody else cannot pay: by their place among those of their side, in five steps.
 * A light, not a promise: who is really taken the core decides when it comes to that, in fractions. So this reckons in numbers of the
 * machine, when it is asked, and ranks a side anew only with a later mark.
 */
import type { CrossAccounts } from './cross-accounts';
import type { ContractMarksView } from './contract-marks';
import type { MarketsView } from '../../../views/live/markets';
import type { LivePosition, PositionsView } from './positions';

/** 5: among the first fifth. */
export type AdlLight = 1 | 2 | 3 | 4 | 5;
const LIGHTS = 5;

/** By the time of the marks: a side is not ranked more often, however many ask. */
const RANKED_ANEW_MS = 5_000;

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
    private readonly accounts: Pick<CrossAccounts, 'worthOf'>,
  ) {}

  /** Null before there is a mark. */
  lightOf(position: Position): AdlLight | null {
    const { market, side } = position;
    if (this.marks.markOf(market) === 0) return null;
    const { scores } = this.rankingOf(market, side);
    const ahead = scores.length - countUpTo(scores, this.scoreOf(position));
    const others = Math.max(scores.length, 1);
    return (LIGHTS - Math.min(Math.floor((ahead * LIGHTS) / others), LIGHTS - 1)) as AdlLight;
  }

  private rankingOf(market: string, side: LivePosition['side']): Ranking {
    const key = `${market}/${side}`;
    const markedAt = this.marks.markedAt(market);
    const known = this.rankings.get(key);
    if (known && markedAt - known.markedAt < RANKED_ANEW_MS) return known;
    const ranking = {
      markedAt,
      scores: Float64Array.from(this.positions.inMarket(market, side), (position) => this.scoreOf(position)).sort(),
    };
    this.rankings.set(key, ranking);
    return ranking;
  }

  /** As shared/products/perpetual/rules/adl has it. */
  private scoreOf(position: Position): number {
    const { market, side, lots, cost, margin } = position;
    const own = lots * this.marks.markOf(market) * Number(this.markets.get(market).units.quotePerTickLot);
    const paid = Number(cost);
    const profit = side === 'long' ? own - paid : paid - own;
    const account = this.accounts.worthOf(position);
    const cover = account?.equity ?? Number(margin) + profit;
    const value = account?.value ?? own;
    if (cover <= 0) return -Infinity;
    return profit > 0 ? (profit * value) / (paid * cover) : (profit * cover) / (paid * value);
  }
}

/** How many are not above it. */
function countUpTo(ascending: Float64Array, score: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= score) low = middle + 1;
    else high = middle;
  }
  return low;
}
