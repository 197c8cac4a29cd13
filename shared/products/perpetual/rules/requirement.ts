/**
 * What a position must keep (its requirement), and the price at which it no longer has it.
 *
 * The requirement is value × (maintenance rate + closing fee) − the tier's amount, as public exchanges reckon a maintenance margin that
 * has the fee for closing in it. The liquidation price is the first tick at which what covers a position is no more than that: it is
 * found from the same inequality in whole numbers, so what is shown and what is done cannot be two things.
 */
import { ceilOf, floorOf, PPB } from '../../../rules/rounding';
import { profitAt, signOf, valueAt, type Position } from './position';
import { tierAt, type RiskTier, type RiskTiers } from './tiers';

/** What of a market's terms a requirement follows from. */
export interface RiskTerms {
  tiers: RiskTiers;
  /** The market's highest taker rate, parts per billion: what closing may cost. */
  closePpb: number;
}

/** What must stay covered of a size at a price: units, up. */
export function requirementAt({ tiers, closePpb }: RiskTerms, size: Pick<Position, 'perTick'>, ticks: number): bigint {
  const value = valueAt(size, ticks);
  const { ratePpb, amount } = tierAt(tiers, value);
  return ceilOf(value * BigInt(ratePpb + closePpb), PPB) - amount;
}

/** What positions of one market have above their requirements at a price: `cover` + profit − requirement, each of them, in units. */
export function spareAt(terms: RiskTerms, legs: readonly Position[], cover: bigint, ticks: number): bigint {
  let spare = cover;
  for (const leg of legs) spare += profitAt(leg, ticks) - requirementAt(terms, leg, ticks);
  return spare;
}

/** Liquidation comes when nothing is above the requirement: also when what covers is exactly as much. */
export function isShort(spare: bigint): boolean {
  return spare <= 0n;
}

/**
 * Of an isolated position with a `collateral` (units) the first tick at which it is liquidated: for a long the highest one, for a
 * short the lowest. Null when there is none above zero ("--").
 */
export function isolatedLiquidationPrice(terms: RiskTerms, position: Position, collateral: bigint): number | null {
  const from = position.side === 'long' ? Number.MAX_SAFE_INTEGER : 1;
  return firstShort(terms, [position], collateral, { from, towards: position.side === 'long' ? 'down' : 'up' });
}

/** From which tick, itself included, and which way. */
export interface Way {
  from: number;
  towards: 'down' | 'up';
}

/**
 * The first tick on a way at which positions of one market that share a `cover` are short; null when there is none from 1 to the
 * largest safe integer.
 *
 * Between two ticks at which one of them changes its tier what is spare is a straight line, but for the rounding of each requirement,
 * which takes less than a unit. So on each such piece the first tick that *may* be short follows by one division. With one
 * position it is short there. With more of them whose gains and losses nearly cancel the roundings may decide: a few ticks are
 * tried one by one, and if none of these is short the one found is returned, which is then too early, never too late.
 */
export function firstShort(terms: RiskTerms, legs: readonly Position[], cover: bigint, way: Way): number | null {
  const edges = edgesOf(terms.tiers, legs);
  const down = way.towards === 'down';
  const pieces = down ? edges.length - 1 : 0;
  for (let place = pieces; place >= 0 && place < edges.length; place += down ? -1 : 1) {
    const lowest = place === 0 ? 1n : edges[place - 1] + 1n;
    const from = BigInt(way.from);
    const low = !down && lowest < from ? from : lowest;
    const high = down && edges[place] > from ? from : edges[place];
    if (low > high) continue;
    const found = firstOnPiece(terms, legs, cover, low, high, down);
    if (found !== null) return settled(terms, legs, cover, Number(found), down);
  }
  return null;
}

const LAST_TICK = BigInt(Number.MAX_SAFE_INTEGER);

/** The last ticks of the pieces on which no position changes its tier, rising; the last one is the largest safe integer. */
function edgesOf(tiers: RiskTiers, legs: readonly Position[]): bigint[] {
  const edges: bigint[] = [];
  for (const { perTick } of legs) {
    for (let place = 0; place < tiers.length - 1; place++) {
      const edge = tiers[place].cap / perTick;
      if (edge >= 1n && edge < LAST_TICK) edges.push(edge);
    }
  }
  // Of one position they rise as the tiers do, and what comes twice is an empty piece.
  if (legs.length > 1) edges.sort((one, other) => (one < other ? -1 : 1));
  edges.push(LAST_TICK);
  return edges;
}

/**
 * In parts per billion of a unit what is spare is `rest` + `slope` × ticks, and each requirement's rounding takes off less than one unit.
 * Integers: it may be nothing or less only where that is below one unit for each position.
 */
function firstOnPiece(
  { tiers, closePpb }: RiskTerms,
  legs: readonly Position[],
  cover: bigint,
  low: bigint,
  high: bigint,
  down: boolean,
): bigint | null {
  let slope = 0n;
  let rest = cover - BigInt(legs.length);
  for (const { side, perTick, cost } of legs) {
    const { ratePpb, amount }: RiskTier = tierAt(tiers, perTick * low);
    slope += perTick * (signOf(side) * PPB - BigInt(ratePpb + closePpb));
    rest += amount - signOf(side) * cost;
  }
  const below = -rest * PPB;
  const [first, last] = down ? [high, low] : [low, high];
  if (slope * first < below) return first;
  if (slope * last >= below) return null;
  // Short begins between the two: the last tick that is not lies on the side of `first`.
  return down ? ceilOf(below, slope) - 1n : floorOf(-below, -slope) + 1n;
}

const TRIED_MAX = 32;

function settled(terms: RiskTerms, legs: readonly Position[], cover: bigint, found: number, down: boolean): number {
  if (legs.length === 1) return found;
  for (let tried = 0; tried < TRIED_MAX; tried++) {
    const ticks = down ? found - tried : found + tried;
    if (ticks < 1) break;
    if (isShort(spareAt(terms, legs, cover, ticks))) return ticks;
  }
  return found;
}
