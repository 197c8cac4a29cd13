/**
 * Open positions for staff, sorted by the smallest move of the mark that liquidates them. The order is an estimate for display: it uses
 * floating-point numbers, assumes that a position's tier stays the same, and is calculated on request. Each position's figures are exact.
 */
import type { RiskTiers } from '../../../../shared/products/perpetual/rules/tiers';
import type { PositionSide } from '../../../core/market/order';
import type { MarketsView } from '../../../views/live/markets';
import type { CrossAccounts } from './cross-accounts';
import type { ContractMarksView } from './contract-marks';
import type { LivePosition, PositionsView } from './positions';

/** Minimum time between two rankings, for any number of queries: 100,000 positions take some tens of milliseconds. */
const RERANK_MS = 5_000;
const PPB = 1e9;

export interface PositionFilter {
  market?: string | undefined;
  side?: PositionSide | undefined;
}

interface Ranking {
  ids: readonly number[];
  rankedAt: number;
  /** Journal position at that time. */
  position: number;
}

type Position = Readonly<Pick<LivePosition, 'id' | 'user' | 'market' | 'side' | 'lots' | 'cost' | 'margin'>>;
type NumericTiers = readonly { cap: number; ratePpb: number; amount: number }[];

export class NearestLiquidations {
  private readonly rankings = new Map<string, Ranking>();
  private readonly tiers = new WeakMap<RiskTiers, NumericTiers>();

  constructor(
    private readonly positions: Pick<PositionsView, 'all' | 'inMarket' | 'position'>,
    private readonly marks: Pick<ContractMarksView, 'markOf'>,
    private readonly markets: Pick<MarketsView, 'get'>,
    private readonly accounts: Pick<CrossAccounts, 'accountValueOf'>,
    /** Maximum listed positions. */
    private readonly listedMax = 10_000,
  ) {}

  /** Position ids, at most some seconds old and not older than `minPosition`. A market in the request must be listed. */
  list(filter: PositionFilter, now: number, minPosition = -1): readonly number[] {
    const key = `${filter.market ?? ''}/${filter.side ?? ''}`;
    const cached = this.rankings.get(key);
    if (cached && now - cached.rankedAt < RERANK_MS && cached.position >= minPosition) return cached.ids;
    const ids = this.rank(filter);
    this.rankings.set(key, { ids, rankedAt: now, position: this.positions.position });
    return ids;
  }

  /** Fraction by which the mark must move; below zero: due already. Infinite before the first mark. */
  scoreOf(position: Position): number {
    const { market: name, side, lots, cost, margin } = position;
    const { contract, units } = this.markets.get(name);
    const value = lots * this.marks.markOf(name) * Number(units.quotePerTickLot);
    if (!contract || value === 0) return Infinity;
    // For a cross account the ratio applies to all marks at once, as if each moved against the account by that part.
    const account = this.accounts.accountValueOf(position);
    if (account) return (account.equity - account.requirement) / account.value;
    const { tiers, closePpb } = contract.terms;
    const { ratePpb, amount } = tierAt(this.tiersAsNumbers(tiers), value);
    const rate = (ratePpb + closePpb) / PPB;
    const profit = side === 'long' ? value - Number(cost) : Number(cost) - value;
    const excess = Number(margin) + profit - (value * rate - amount);
    return excess / (value * (side === 'long' ? 1 - rate : 1 + rate));
  }

  private rank(filter: PositionFilter): readonly number[] {
    const ids: number[] = [];
    const scores: number[] = [];
    for (const position of this.positionsMatching(filter)) {
      ids.push(position.id);
      scores.push(this.scoreOf(position));
    }
    // Positions beyond the maximum are dropped before the costlier sort.
    const last = ids.length > this.listedMax ? Float64Array.from(scores).sort()[this.listedMax - 1] : Infinity;
    const places = [...ids.keys()].filter((place) => scores[place] <= last);
    const nearer = (one: number, other: number): number =>
      scores[one] === scores[other] ? ids[one] - ids[other] : scores[one] - scores[other];
    return places
      .sort(nearer)
      .slice(0, this.listedMax)
      .map((place) => ids[place]);
  }

  private *positionsMatching({ market, side }: PositionFilter): Generator<Position> {
    if (market === undefined) {
      for (const position of this.positions.all()) if (side === undefined || position.side === side) yield position;
      return;
    }
    for (const one of side === undefined ? (['long', 'short'] as const) : [side]) {
      yield* this.positions.inMarket(market, one);
    }
  }

  private tiersAsNumbers(tiers: RiskTiers): NumericTiers {
    let numbers = this.tiers.get(tiers);
    if (!numbers) {
      numbers = tiers.map(({ cap, ratePpb, amount }) => ({ cap: Number(cap), ratePpb, amount: Number(amount) }));
      this.tiers.set(tiers, numbers);
    }
    return numbers;
  }
}

function tierAt(tiers: NumericTiers, value: number): NumericTiers[number] {
  for (const tier of tiers) if (value <= tier.cap) return tier;
  return tiers[tiers.length - 1];
}
