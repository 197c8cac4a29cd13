/**
 * Values of positions at their marks, and of the account. They change with each mark, so the exchange does not send them. It uses the
 * exchange's rules in whole units. Decimals in, decimals out; rates are decimals of 1.
 */
import type { ContractOrderState, PositionState } from '../../../../../shared/products/perpetual/stream';
import type { Balance } from '../../../../../shared/wire/market-data';
import {
  crossFreeBalance,
  crossLiquidationPrices,
  crossProfit,
  crossMaintenanceMargin,
  type CrossMarket,
  type CrossPosition,
} from '../../../../../shared/products/perpetual/rules/cross';
import { bankruptcyPrice } from '../../../../../shared/products/perpetual/rules/bankruptcy';
import { fundingOwed, fundingPerTick } from '../../../../../shared/products/perpetual/rules/funding';
import { initialMargin, orderCost } from '../../../../../shared/products/perpetual/rules/order-cost';
import { profitAt, valueAt, type PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import {
  isolatedLiquidationPrice,
  maintenanceMarginAt,
} from '../../../../../shared/products/perpetual/rules/maintenance-margin';
import { ceilOf, feeOf, floorOf, PPB } from '../../../../../shared/rules/arithmetic/rounding';
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import { compare, differenceOf, exact, quotientOf, sumOf } from '../../lib/numbers/exact';
import type { OutcomeTerms } from './outcomes';

/** Decimals of rates: 0.0001 %. */
const RATE_DIGITS = 6;
/** Decimals of rates in parts per billion. */
const PPB_DIGITS = 9;

export interface PositionReckoning {
  /** At the mark. */
  value: string;
  /** Average entry price of its lots, rounded to the tick toward zero. */
  entry: string;
  /** Unrealised profit at the mark, before fees; negative for a loss. */
  unrealised: string;
  /** Unrealised profit relative to the initial margin. */
  rate: string;
  /** Maintenance requirement, which must stay covered. */
  requirement: string;
  /** Requirement / cover; liquidation at 1. Null for cross positions, which the account covers, and without cover. */
  marginRatio: string | null;
  /** First price at which closing covers both fees, at the user's taker rate; null if none above zero. */
  breakEven: string | null;
  /** Distance from mark to liquidation price, relative to the mark; null without a liquidation price. */
  distance: string | null;
}

export function reckonPosition(terms: OutcomeTerms, state: PositionState, mark: string): PositionReckoning {
  const { scale, tick } = terms;
  const position = legOf(terms, state);
  const ticks = ticksOf(mark, tick);
  const collateral = exact(state.margin, scale);
  const profit = profitAt(position, ticks);
  const requirement = maintenanceMarginAt(terms.risk, position, ticks);
  const equity = collateral + profit;
  const amount = (units: bigint) => decimalOf(units, scale);
  return {
    value: amount(valueAt(position, ticks)),
    entry: quotientOf(state.cost, state.quantity, scaleOf(tick)),
    unrealised: amount(profit),
    rate: ratio(profit, initialMargin(position.cost, state.leverage)),
    requirement: amount(requirement),
    marginRatio: state.mode === 'cross' || equity <= 0n ? null : ratio(requirement, equity),
    breakEven: breakEvenOf(terms, position),
    distance: state.liquidationPrice === null ? null : distanceOf(mark, state.liquidationPrice),
  };
}

/** Funding that positions of one market receive (below zero: pay) at this rate and mark, each rounded to the unit. */
export function fundingOf(
  terms: OutcomeTerms,
  positions: readonly PositionState[],
  { rate, mark }: { rate: string; mark: string },
): string {
  const grown = fundingPerTick(Number(exact(rate, PPB_DIGITS)), ticksOf(mark, terms.tick));
  const owedUnits = positions.reduce((sum, state) => sum + fundingOwed(legOf(terms, state), grown), 0n);
  return decimalOf(-owedUnits, terms.scale);
}

export interface ReckonedPosition {
  terms: OutcomeTerms;
  state: PositionState;
  mark: string;
}

export interface AccountReckoning {
  /** Including unrealised profit of all positions. */
  equity: string;
  /** Excluding unrealised profit. */
  wallet: string;
  unrealised: string;
  /** Amount that may be held, transferred or put into positions. It excludes unrealised profit, and deducts losses of cross positions. */
  free: string;
  /** Held by orders and locked in positions. */
  used: string;
  /** Requirements of cross positions / cover; liquidation at 1. Null without cross positions or cover. */
  marginRatio: string | null;
}

/** Balance of one asset in the contract account. */
export type BalanceParts = Pick<Balance, 'available' | 'frozen' | 'locked'>;

/** Values of the account in one quote asset. */
export function reckonAccount(
  { available, frozen, locked }: BalanceParts,
  positions: readonly ReckonedPosition[],
  orders: readonly Pick<ContractOrderState, 'held' | 'mode'>[],
): AccountReckoning {
  const wallet = sumOf([available, frozen, locked]);
  const unrealised = sumOf(
    positions.map(({ terms, state, mark }) =>
      decimalOf(profitAt(legOf(terms, state), ticksOf(mark, terms.tick)), terms.scale),
    ),
  );
  const account = {
    equity: sumOf([wallet, unrealised]),
    wallet,
    unrealised,
    used: sumOf([frozen, locked]),
  };
  const cross = positions.find(({ state }) => state.mode === 'cross');
  if (!cross) return { ...account, free: available, marginRatio: null };

  const { scale } = cross.terms;
  const { wallet: crossWallet, markets } = crossStandingOf(available, positions, orders, scale);
  const free = crossFreeBalance(exact(available, scale), markets);
  return {
    ...account,
    free: decimalOf(free > 0n ? free : 0n, scale),
    marginRatio: crossRatio({ wallet: crossWallet, markets }),
  };
}

/** Shared cover of all cross positions of one quote asset, and the positions by market. */
export interface CrossStanding {
  /** Sum in units of available, cross order holds and cross position margin. */
  wallet: bigint;
  markets: readonly (CrossMarket<CrossPosition> & { name: string })[];
}

/** Isolated positions are excluded. */
export function crossStandingOf(
  available: string,
  positions: readonly ReckonedPosition[],
  orders: readonly Pick<ContractOrderState, 'held' | 'mode'>[],
  scale: number,
): CrossStanding {
  const cross = positions.filter(({ state }) => state.mode === 'cross');
  const holds = orders.filter(({ mode }) => mode === 'cross').map(({ held }) => held);
  const markets = new Map<string, CrossStanding['markets'][number]>();
  for (const { terms, state, mark } of cross) {
    const { market: name } = state;
    const leg = { ...legOf(terms, state), leverage: state.leverage, locked: exact(state.margin, terms.scale) };
    const legs = markets.get(name)?.legs ?? [];
    markets.set(name, { name, terms: terms.risk, mark: ticksOf(mark, terms.tick), legs: [...legs, leg] });
  }
  return {
    wallet: exact(sumOf([available, ...holds, ...cross.map(({ state }) => state.margin)]), scale),
    markets: [...markets.values()],
  };
}

/** Requirements / cover; null without requirements or cover. */
export function crossRatio({ wallet, markets }: CrossStanding): string | null {
  const equity = wallet + crossProfit(markets);
  return markets.length === 0 || equity <= 0n ? null : ratio(crossMaintenanceMargin(markets), equity);
}

/**
 * Mark of a market at which the account is liquidated while all other marks stay. It is searched first on the losing side of the position,
 * then on the other. Null if none above zero.
 */
export function crossPriceOf(
  { wallet, markets }: CrossStanding,
  name: string,
  side: PositionSide,
  tick: string,
): string | null {
  const place = markets.findIndex((market) => market.name === name);
  if (place < 0) return null;
  const { below, above } = crossLiquidationPrices(wallet, markets, place);
  const ticks = side === 'long' ? (below ?? above) : (above ?? below);
  const scale = scaleOf(tick);
  return ticks === null ? null : decimalOf(BigInt(ticks) * exact(tick, scale), scale);
}

/** Adds an opened quantity on one side of a market, at its cost and fee. */
export function withOpened(
  { wallet, markets }: CrossStanding,
  terms: OutcomeTerms,
  { name, mark, side, quantity, cost, fee, leverage }: CrossOpened,
): CrossStanding {
  const lots = exact(quantity, scaleOf(terms.lot)) / exact(terms.lot, scaleOf(terms.lot));
  const openedLeg = { side, perTick: lots * terms.perTickLot, cost: exact(cost, terms.scale), leverage, locked: 0n };
  const existingMarket = markets.find((market) => market.name === name);
  const existingLeg = existingMarket?.legs.find((leg) => leg.side === side);
  const leg = existingLeg
    ? { ...existingLeg, perTick: existingLeg.perTick + openedLeg.perTick, cost: existingLeg.cost + openedLeg.cost }
    : openedLeg;
  const legs = [...(existingMarket?.legs ?? []).filter((one) => one.side !== side), leg];
  const market = { name, terms: terms.risk, mark: ticksOf(mark, terms.tick), legs };
  return {
    wallet: wallet - exact(fee, terms.scale),
    markets: [...markets.filter((one) => one.name !== name), market],
  };
}

interface CrossOpened {
  name: string;
  mark: string;
  side: PositionSide;
  quantity: string;
  cost: string;
  fee: string;
  leverage: number;
}

function legOf({ perTickLot, scale }: OutcomeTerms, { side, lots, cost }: PositionState) {
  return { side, perTick: BigInt(lots) * perTickLot, cost: exact(cost, scale) };
}

function breakEvenOf(terms: OutcomeTerms, { side, perTick, cost }: ReturnType<typeof legOf>): string | null {
  const fee = feeOf(cost, terms.takerPpb);
  const rate = BigInt(terms.takerPpb);
  const ticks =
    side === 'long'
      ? ceilOf((cost + fee) * PPB, perTick * (PPB - rate))
      : floorOf((cost - fee) * PPB, perTick * (PPB + rate));
  const scale = scaleOf(terms.tick);
  return ticks < 1n ? null : decimalOf(ticks * exact(terms.tick, scale), scale);
}

function distanceOf(mark: string, liquidation: string): string {
  const distance = differenceOf(mark, liquidation);
  return quotientOf(compare(distance, '0') < 0 ? distance.slice(1) : distance, mark, RATE_DIGITS);
}

function ratio(numerator: bigint, denominator: bigint): string {
  return quotientOf(String(numerator), String(denominator), RATE_DIGITS);
}

/** Rounds to a tick, as marks are multiples of it. */
function ticksOf(price: string, tick: string): number {
  const scale = Math.max(scaleOf(tick), scaleOf(price));
  return Number(exact(price, scale) / exact(tick, scale));
}

/**
 * Maximum that may be taken out of an isolated position: it must keep its losses, its initial margin and the reserve for closing. The
 * exchange computes the same.
 */
export function withdrawableMarginOf(terms: OutcomeTerms, state: PositionState, mark: string): string {
  const { scale, tick, risk } = terms;
  const position = legOf(terms, state);
  const ticks = ticksOf(mark, tick);
  const value = valueAt(position, ticks);
  const profit = profitAt(position, ticks);
  const margin = initialMargin(value > position.cost ? value : position.cost, state.leverage);
  const { reserve } = orderCost({
    ...{ side: state.side, perTick: position.cost, price: 1, leverage: state.leverage, takerPpb: 0 },
    ...{ closePpb: risk.closePpb, mark: 1 },
  });
  const max = exact(state.margin, scale) + (profit < 0n ? profit : 0n) - margin - reserve;
  return decimalOf(max > 0n ? max : 0n, scale);
}

/** Liquidation price of the position with this cover. */
export function withMargin(
  terms: OutcomeTerms,
  state: PositionState,
  margin: string,
): Pick<PositionState, 'liquidationPrice' | 'bankruptcyPrice'> {
  const position = legOf(terms, state);
  const collateral = exact(margin, terms.scale);
  const scale = scaleOf(terms.tick);
  const price = (ticks: number | null) =>
    ticks === null ? null : decimalOf(BigInt(ticks) * exact(terms.tick, scale), scale);
  return {
    liquidationPrice: price(isolatedLiquidationPrice(terms.risk, position, collateral)),
    bankruptcyPrice: price(bankruptcyPrice(position, collateral, terms.risk.closePpb)),
  };
}
