/**
 * Open positions in the order of how little the mark must move to liquidate them, for staff. An order to look at, not one that
 * decides anything: it reckons in numbers of the machine, as if the tier of a position stayed the same on the way, and only when it
 * is asked. What is told of each position is exact.
 */
import type { RiskTiers } from '../../../../shared/products/perpetual/rules/tiers';
import type { PositionSide } from '../../../core/market/order';
import type { MarketsView } from '../../../views/live/markets';
import type { CrossAccounts } from './cross-accounts';
import type { ContractMarksView } from './contract-marks';
import type { LivePosition, PositionsView } from './positions';

/** No more often, however many ask: a hundred thousand positions take some tens of milliseconds. */
const RANKED_ANEW_MS = 5_000;
const PPB = 1e9;

export interface WhichPositions {
  market?: string | undefined;
  side?: PositionSide | undefined;
}

interface Ranking {
  ids: readonly number[];
  rankedAt: number;
  /** What the journal had then. */
  position: number;
}

type Position = Readonly<Pick<LivePosition, 'id' | 'user' | 'market' | 'side' | 'lots' | 'cost' | 'margin'>>;
type Tiers = readonly { cap: number; ratePpb: number; amount: number }[];

export class NearestLiquidations {
  private readonly rankings = new Map<string, Ranking>();
  private readonly tiers = new WeakMap<RiskTiers, Tiers>();

  constructor(
    private readonly positions: Pick<PositionsView, 'all' | 'inMarket' | 'position'>,
    private readonly marks: Pick<ContractMarksView, 'markOf'>,
    private readonly markets: Pick<MarketsView, 'get'>,
    private readonly accounts: Pick<CrossAccounts, 'worthOf'>,
    /** More than these are not listed. */
    private readonly listedMax = 10_000,
  ) {}

  /** Their numbers: some seconds old at most, and not older than `minPosition`. Of a market that is listed, where one is named. */
  list(which: WhichPositions, now: number, minPosition = -1): readonly number[] {
    const key = `${which.market ?? ''}/${which.side ?? ''}`;
    const known = this.rankings.get(key);
    if (known && now - known.rankedAt < RANKED_ANEW_MS && known.position >= minPosition) return known.ids;
    const ids = this.rank(which);
    this.rankings.set(key, { ids, rankedAt: now, position: this.positions.position });
    return ids;
  }

  /** Which part of its mark the mark must move by; below zero: it is due. Infinite before there is a mark. */
  scoreOf(position: Position): number {
    const { market: name, side, lots, cost, margin } = position;
    const { contract, units } = this.markets.get(name);
    const value = lots * this.marks.markOf(name) * Number(units.quotePerTickLot);
    if (!contract || value === 0) return Infinity;
    // Of an account all marks together: as if each moved against it by that part.
    const account = this.accounts.worthOf(position);
    if (account) return (account.equity - account.requirement) / account.value;
    const { tiers, closePpb } = contract.terms;
    const { ratePpb, amount } = tierAt(this.numbersOf(tiers), value);
    const rate = (ratePpb + closePpb) / PPB;
    const profit = side === 'long' ? value - Number(cost) : Number(cost) - value;
    const spare = Number(margin) + profit - (value * rate - amount);
    return spare / (value * (side === 'long' ? 1 - rate : 1 + rate));
  }

  private rank(which: WhichPositions): readonly number[] {
    const ids: number[] = [];
    const scores: number[] = [];
    for (const position of this.those(which)) {
      ids.push(position.id);
      scores.push(this.scoreOf(position));
    }
    // Those that are not listed are left out before they are sorted by what costs more.
    const last = ids.length > this.listedMax ? Float64Array.from(scores).sort()[this.listedMax - 1] : Infinity;
    const places = [...ids.keys()].filter((place) => scores[place] <= last);
    const nearer = (one: number, other: number): number =>
      scores[one] === scores[other] ? ids[one] - ids[other] : scores[one] - scores[other];
    return places
      .sort(nearer)
      .slice(0, this.listedMax)
      .map((place) => ids[place]);
  }

  private *those({ market, side }: WhichPositions): Generator<Position> {
    if (market === undefined) {
      for (const position of this.positions.all()) if (side === undefined || position.side === side) yield position;
      return;
    }
    for (const one of side === undefined ? (['long', 'short'] as const) : [side]) {
      yield* this.positions.inMarket(market, one);
    }
  }

  private numbersOf(tiers: RiskTiers): Tiers {
    let numbers = this.tiers.get(tiers);
    if (!numbers) {
      numbers = tiers.map(({ cap, ratePpb, amount }) => ({ cap: Number(cap), ratePpb, amount: Number(amount) }));
      this.tiers.set(tiers, numbers);
    }
    return numbers;
  }
}

function tierAt(tiers: Tiers, value: number): Tiers[number] {
  for (const tier of tiers) if (value <= tier.cap) return tier;
  return tiers[tiers.length - 1];
}
