/**
 * Cross margin: all cross positions of an account stand for one another. What it is worth, what it must keep, what may leave it, at which
 * price of one market it is liquidated, and how far its markets may move before anybody need look at it again.
 *
 * The wallet is what is available, what cross orders hold and what cross positions have locked; isolated positions, their orders
 * and what staff froze are apart. Units of the quote asset, exact; prices ticks.
 */
import { floorOf, PPB } from '../../../rules/rounding';
import { initialMargin } from './order-cost';
import { profitAt, valueAt, type Position } from './position';
import { firstShort, requirementAt, spareAt, type RiskTerms } from './requirement';

export interface CrossPosition extends Position {
  /** Whole times. */
  leverage: number;
  /** What it has locked, units. */
  locked: bigint;
}

/** An account's cross positions in one market: one, or a long and a short side by side. */
export interface CrossMarket<P extends Position = Position> {
  terms: RiskTerms;
  mark: number;
  legs: readonly P[];
}

/** What all of them have won, below zero: lost, at their marks. */
export function crossProfit(markets: readonly CrossMarket[]): bigint {
  return sum(markets, ({ mark, legs }) => sum(legs, (leg) => profitAt(leg, mark)));
}

/** What they must keep: each position's requirement at its mark. */
export function crossRequirement(markets: readonly CrossMarket[]): bigint {
  return sum(markets, ({ terms, mark, legs }) => sum(legs, (leg) => requirementAt(terms, leg, mark)));
}

/** Wallet + profit − requirement; nothing or less is the liquidation of the account. */
export function crossSpare(wallet: bigint, markets: readonly CrossMarket[]): bigint {
  return wallet + sum(markets, spareOf);
}

/**
 * What may be held, transferred or frozen, if it is above zero: what is available, less what is lost and what a position's initial margin
 * at the mark is above what it has locked. Profit that is not realised protects and is never spent.
 */
export function crossFree(available: bigint, markets: readonly CrossMarket<CrossPosition>[]): bigint {
  const profit = crossProfit(markets);
  const missing = sum(markets, ({ mark, legs }) =>
    sum(legs, (leg) => {
      const more = initialMargin(valueAt(leg, mark), leg.leverage) - leg.locked;
      return more > 0n ? more : 0n;
    }),
  );
  return available + (profit < 0n ? profit : 0n) - missing;
}

/** Ticks next to the mark; null where there is none. */
export interface Around {
  below: number | null;
  above: number | null;
}

/** The nearest marks of one market, the `place`-th, at which an account that lives is liquidated while all others stand still. */
export function crossLiquidationPrices(wallet: bigint, markets: readonly CrossMarket[], place: number): Around {
  const others = markets.filter((_, other) => other !== place);
  return around(markets[place], crossSpare(wallet, others));
}

/** The first and the last mark at which a market is no concern. */
export interface SafePair {
  low: number;
  high: number;
}

/**
 * For each market such a pair: as long as all marks lie inside, the account is not liquidated. What it has above its requirement is divided
 * among its markets by the value of its positions in them, down; each may lose its share. With one market the pair is exact. Null when
 * the account is short already.
 */
export function safePairs(wallet: bigint, markets: readonly CrossMarket[]): SafePair[] | null {
  const spare = crossSpare(wallet, markets);
  if (spare <= 0n) return null;
  const values = markets.map(valueOf);
  const all = sum(values, (value) => value);
  return markets.map((market, place) => {
    const share = (spare * values[place]) / all;
    const { below, above } = around(market, share - spareOf(market));
    return { low: (below ?? 0) + 1, high: above === null ? Number.MAX_SAFE_INTEGER : above - 1 };
  });
}

/**
 * The same of an account that is short: as long as all marks lie inside, it is short still. What it lacks is divided as well, down, and no
 * tick brings a market's positions more than all of their lots win by it, and as much less as they then require.
 */
export function shortPairs(wallet: bigint, markets: readonly CrossMarket[]): SafePair[] {
  const lack = -crossSpare(wallet, markets);
  const values = markets.map(valueOf);
  const all = sum(values, (value) => value);
  return markets.map((market, place) => {
    const ticks = ticksWithin(market, (lack * values[place]) / all);
    const [low, high] = [BigInt(market.mark) - ticks, BigInt(market.mark) + ticks];
    return {
      low: low < 1n ? 1 : Number(low),
      high: high > LAST_TICK ? Number.MAX_SAFE_INTEGER : Number(high),
    };
  });
}

const LAST_TICK = BigInt(Number.MAX_SAFE_INTEGER);

/** By how many a market's mark may move, either way, and what its positions have above their requirements does not grow by more. */
function ticksWithin({ terms: { tiers, closePpb }, legs }: CrossMarket, share: bigint): bigint {
  const perTick = sum(legs, (leg) => leg.perTick) * (PPB + BigInt(tiers[tiers.length - 1].ratePpb + closePpb));
  // Each requirement, and the amount of each tier, is rounded to a unit.
  const rounded = BigInt(legs.length * (tiers.length + 1));
  return share > rounded ? ((share - rounded) * PPB) / perTick : 0n;
}

function valueOf({ mark, legs }: CrossMarket): bigint {
  return sum(legs, (leg) => valueAt(leg, mark));
}

function around({ terms, mark, legs }: CrossMarket, cover: bigint): Around {
  return {
    below: firstShort(terms, legs, cover, { from: mark - 1, towards: 'down' }),
    above: firstShort(terms, legs, cover, { from: mark + 1, towards: 'up' }),
  };
}

/**
 * What covers one position of an account that is taken over: its share of what the account is worth, by its part of all requirements
 * (down), less what it has won by itself. From it follows the bankruptcy price, as from the collateral of an isolated one.
 */
export function takenOverCover(equity: bigint, requirement: bigint, allRequirements: bigint, profit: bigint): bigint {
  return floorOf(equity * requirement, allRequirements) - profit;
}

function spareOf({ terms, mark, legs }: CrossMarket): bigint {
  return spareAt(terms, legs, 0n, mark);
}

function sum<T>(of: readonly T[], amount: (one: T) => bigint): bigint {
  return of.reduce((total, one) => total + amount(one), 0n);
}
