/**
 * Cross margin: all cross positions of an account share their cover. Computes equity, requirement, free amount, the liquidation price in
 * one market, and the moves of the markets within which no new check is needed.
 *
 * The wallet is the available amount, the holds of cross orders and the locked amounts of cross positions. Isolated positions, their orders
 * and amounts frozen by staff are excluded. Units of the quote asset, exact; prices are ticks.
 */
import { floorOf, PPB } from '../../../rules/arithmetic/rounding';
import { initialMargin } from './order-cost';
import { profitAt, valueAt, type Position } from './position';
import { firstUndermargined, maintenanceMarginAt, excessMarginAt, type RiskTerms } from './maintenance-margin';

export interface CrossPosition extends Position {
  /** A whole number. */
  leverage: number;
  /** Locked units. */
  locked: bigint;
}

/** An account's cross positions in one market: one, or a long and a short side by side. */
export interface CrossMarket<P extends Position = Position> {
  terms: RiskTerms;
  mark: number;
  legs: readonly P[];
}

/** Profit of all positions at their marks; below zero: loss. */
export function crossProfit(markets: readonly CrossMarket[]): bigint {
  return totalOf(markets, ({ mark, legs }) => totalOf(legs, (leg) => profitAt(leg, mark)));
}

/** Sum of the positions' requirements at their marks. */
export function crossMaintenanceMargin(markets: readonly CrossMarket[]): bigint {
  return totalOf(markets, ({ terms, mark, legs }) => totalOf(legs, (leg) => maintenanceMarginAt(terms, leg, mark)));
}

/** Wallet + profit − requirement; nothing or less is the liquidation of the account. */
export function crossExcessMargin(wallet: bigint, markets: readonly CrossMarket[]): bigint {
  return wallet + totalOf(markets, excessMarginOf);
}

/**
 * Amount that may be held, transferred or frozen, if above zero. It is the available amount less unrealised losses, and less each
 * position's initial margin at the mark above its locked amount. Unrealised profit covers positions but cannot be spent.
 */
export function crossFreeBalance(available: bigint, markets: readonly CrossMarket<CrossPosition>[]): bigint {
  const profit = crossProfit(markets);
  const missing = totalOf(markets, ({ mark, legs }) =>
    totalOf(legs, (leg) => {
      const additionalMargin = initialMargin(valueAt(leg, mark), leg.leverage) - leg.locked;
      return additionalMargin > 0n ? additionalMargin : 0n;
    }),
  );
  return available + (profit < 0n ? profit : 0n) - missing;
}

/** Ticks next to the mark; null where there is none. */
export interface PricesAround {
  below: number | null;
  above: number | null;
}

/** The nearest marks of one market, the `place`-th, at which an account that lives is liquidated while all others stand still. */
export function crossLiquidationPrices(wallet: bigint, markets: readonly CrossMarket[], place: number): PricesAround {
  const others = markets.filter((_, other) => other !== place);
  return safePricesAround(markets[place], crossExcessMargin(wallet, others));
}

/** The lowest and the highest mark at which a market needs no new check. */
export interface SafePair {
  low: number;
  high: number;
}

/**
 * A pair of marks for each market: while all marks stay inside, the account is not liquidated. The equity above the requirement is divided
 * among the markets by position value, rounded down; each market may lose its share. With one market the pair is exact. Null if the account
 * is already short.
 */
export function safePairs(wallet: bigint, markets: readonly CrossMarket[]): SafePair[] | null {
  const excess = crossExcessMargin(wallet, markets);
  if (excess <= 0n) return null;
  const values = markets.map(valueOf);
  const totalValue = totalOf(values, (value) => value);
  return markets.map((market, place) => {
    const share = (excess * values[place]) / totalValue;
    const { below, above } = safePricesAround(market, share - excessMarginOf(market));
    return { low: (below ?? 0) + 1, high: above === null ? Number.MAX_SAFE_INTEGER : above - 1 };
  });
}

/**
 * The same for a short account: while all marks stay inside, it stays short. The shortfall is also divided, rounded
 * down. The gain per tick is bounded by the profit of all lots plus the fall of their requirement.
 */
export function undermarginedPairs(wallet: bigint, markets: readonly CrossMarket[]): SafePair[] {
  const shortfall = -crossExcessMargin(wallet, markets);
  const values = markets.map(valueOf);
  const totalValue = totalOf(values, (value) => value);
  return markets.map((market, place) => {
    const ticks = ticksWithin(market, (shortfall * values[place]) / totalValue);
    const [low, high] = [BigInt(market.mark) - ticks, BigInt(market.mark) + ticks];
    return {
      low: low < 1n ? 1 : Number(low),
      high: high > LAST_TICK ? Number.MAX_SAFE_INTEGER : Number(high),
    };
  });
}

const LAST_TICK = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Maximum move of a market's mark in either direction for which the excess of its positions over their requirements
 * grows by at most `share`.
 */
function ticksWithin({ terms: { tiers, closePpb }, legs }: CrossMarket, share: bigint): bigint {
  const perTick = totalOf(legs, (leg) => leg.perTick) * (PPB + BigInt(tiers[tiers.length - 1].ratePpb + closePpb));
  // Each requirement, and the amount of each tier, is rounded to a unit.
  const rounded = BigInt(legs.length * (tiers.length + 1));
  return share > rounded ? ((share - rounded) * PPB) / perTick : 0n;
}

function valueOf({ mark, legs }: CrossMarket): bigint {
  return totalOf(legs, (leg) => valueAt(leg, mark));
}

function safePricesAround({ terms, mark, legs }: CrossMarket, cover: bigint): PricesAround {
  return {
    below: firstUndermargined(terms, legs, cover, { from: mark - 1, towards: 'down' }),
    above: firstUndermargined(terms, legs, cover, { from: mark + 1, towards: 'up' }),
  };
}

/**
 * Cover of one position of an account in takeover: its share of the equity, by its part of all requirements (rounded down), less its own
 * profit. The bankruptcy price follows from it as from the collateral of an isolated position.
 */
export function takeoverCollateral(
  equity: bigint,
  requirement: bigint,
  allRequirements: bigint,
  profit: bigint,
): bigint {
  return floorOf(equity * requirement, allRequirements) - profit;
}

function excessMarginOf({ terms, mark, legs }: CrossMarket): bigint {
  return excessMarginAt(terms, legs, 0n, mark);
}

function totalOf<T>(items: readonly T[], amount: (one: T) => bigint): bigint {
  return items.reduce((total, one) => total + amount(one), 0n);
}
