/**
 * The requirement of a position, and its liquidation price.
 *
 * The requirement is value × (maintenance rate + closing fee) − the tier's amount: a maintenance margin that includes
 * the closing fee, as on public exchanges. The liquidation price is the first tick at which the cover is not above the
 * requirement. Display and liquidation use the same inequality in integers, so they cannot differ.
 */
import { ceilOf, floorOf, PPB } from '../../../rules/arithmetic/rounding';
import { profitAt, signOf, valueAt, type Position } from './position';
import { tierAt, type RiskTier, type RiskTiers } from './tiers';

/** Market terms that determine a requirement. */
export interface RiskTerms {
  tiers: RiskTiers;
  /** The market's highest taker rate, parts per billion: the maximum closing fee. */
  closePpb: number;
}

/** Requirement of a size at a price: units, rounded up. */
export function maintenanceMarginAt(
  { tiers, closePpb }: RiskTerms,
  size: Pick<Position, 'perTick'>,
  ticks: number,
): bigint {
  const value = valueAt(size, ticks);
  const { ratePpb, amount } = tierAt(tiers, value);
  return ceilOf(value * BigInt(ratePpb + closePpb), PPB) - amount;
}

/** Excess of one market's positions over their requirements at a price: `cover` + profit − requirement of each, in units. */
export function excessMarginAt(terms: RiskTerms, legs: readonly Position[], cover: bigint, ticks: number): bigint {
  let excess = cover;
  for (const leg of legs) excess += profitAt(leg, ticks) - maintenanceMarginAt(terms, leg, ticks);
  return excess;
}

/** Liquidation comes when nothing is above the requirement: also when what covers is exactly as much. */
export function isUndermargined(excess: bigint): boolean {
  return excess <= 0n;
}

/**
 * First liquidation tick of an isolated position with a `collateral` (units): the highest one for a long, the lowest
 * for a short. Null if there is none above zero ("--").
 */
export function isolatedLiquidationPrice(terms: RiskTerms, position: Position, collateral: bigint): number | null {
  const from = position.side === 'long' ? Number.MAX_SAFE_INTEGER : 1;
  return firstUndermargined(terms, [position], collateral, { from, towards: position.side === 'long' ? 'down' : 'up' });
}

/** From which tick, itself included, and which way. */
export interface PriceDirection {
  from: number;
  towards: 'down' | 'up';
}

/**
 * First tick in a direction at which positions of one market with a shared `cover` are short. Null if there is none
 * from 1 to the largest safe integer.
 *
 * Between two tier changes the excess is linear, except that each requirement is rounded by less than a unit. On each
 * such piece one division yields the first tick that *may* be short. With one position it is short there. With several
 * positions whose gains and losses nearly cancel, rounding may decide. Then a few ticks are tried one by one. If none
 * is short, the found tick is returned, which is too early but never too late.
 */
export function firstUndermargined(
  terms: RiskTerms,
  legs: readonly Position[],
  cover: bigint,
  direction: PriceDirection,
): number | null {
  const edges = edgesOf(terms.tiers, legs);
  const isDown = direction.towards === 'down';
  const firstPlace = isDown ? edges.length - 1 : 0;
  for (let place = firstPlace; place >= 0 && place < edges.length; place += isDown ? -1 : 1) {
    const lowestTick = place === 0 ? 1n : edges[place - 1] + 1n;
    const from = BigInt(direction.from);
    const low = !isDown && lowestTick < from ? from : lowestTick;
    const high = isDown && edges[place] > from ? from : edges[place];
    if (low > high) continue;
    const found = firstOnPiece(terms, legs, cover, low, high, isDown);
    if (found !== null) return adjustedToExact(terms, legs, cover, Number(found), isDown);
  }
  return null;
}

const LAST_TICK = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * The last ticks of the pieces on which no position changes its tier, ascending. The last one is the largest safe
 * integer.
 */
function edgesOf(tiers: RiskTiers, legs: readonly Position[]): bigint[] {
  const edges: bigint[] = [];
  for (const { perTick } of legs) {
    for (let place = 0; place < tiers.length - 1; place++) {
      const edge = tiers[place].cap / perTick;
      if (edge >= 1n && edge < LAST_TICK) edges.push(edge);
    }
  }
  // The edges of one position are already in ascending order. Duplicates give empty pieces.
  if (legs.length > 1) edges.sort((one, other) => (one < other ? -1 : 1));
  edges.push(LAST_TICK);
  return edges;
}

/**
 * In parts per billion of a unit the excess is `rest` + `slope` × ticks, minus less than one unit for the rounding of
 * each requirement. In integers it can be zero or less only if this value is below one unit per position.
 */
function firstOnPiece(
  { tiers, closePpb }: RiskTerms,
  legs: readonly Position[],
  cover: bigint,
  low: bigint,
  high: bigint,
  isDown: boolean,
): bigint | null {
  let slope = 0n;
  let rest = cover - BigInt(legs.length);
  for (const { side, perTick, cost } of legs) {
    const { ratePpb, amount }: RiskTier = tierAt(tiers, perTick * low);
    slope += perTick * (signOf(side) * PPB - BigInt(ratePpb + closePpb));
    rest += amount - signOf(side) * cost;
  }
  const below = -rest * PPB;
  const [first, last] = isDown ? [high, low] : [low, high];
  if (slope * first < below) return first;
  if (slope * last >= below) return null;
  // The first short tick is between the two. The last tick that is not short is on the side of `first`.
  return isDown ? ceilOf(below, slope) - 1n : floorOf(-below, -slope) + 1n;
}

const ADJUSTMENTS_MAX = 32;

function adjustedToExact(
  terms: RiskTerms,
  legs: readonly Position[],
  cover: bigint,
  found: number,
  isDown: boolean,
): number {
  if (legs.length === 1) return found;
  for (let offset = 0; offset < ADJUSTMENTS_MAX; offset++) {
    const ticks = isDown ? found - offset : found + offset;
    if (ticks < 1) break;
    if (isUndermargined(excessMarginAt(terms, legs, cover, ticks))) return ticks;
  }
  return found;
}
