/**
 * What positions are worth at their marks, and what that makes of the account: everything that moves with a mark and is therefore not
 * told by the exchange. By the rules it goes by itself, in whole units. Decimals in, decimals out; rates are decimals of 1.
 */
import type { ContractOrderState, PositionState } from '../../../../shared/products/perpetual/stream';
import type { Balance } from '../../../../shared/wire/market-data';
import {
  crossFree,
  crossLiquidationPrices,
  crossProfit,
  crossRequirement,
  type CrossMarket,
  type CrossPosition,
} from '../../../../shared/products/perpetual/rules/cross';
import { bankruptcyPrice } from '../../../../shared/products/perpetual/rules/bankruptcy';
import { fundingOwed, fundingPerTick } from '../../../../shared/products/perpetual/rules/funding';
import { initialMargin, orderCost } from '../../../../shared/products/perpetual/rules/order-cost';
import { profitAt, valueAt, type PositionSide } from '../../../../shared/products/perpetual/rules/position';
import { isolatedLiquidationPrice, requirementAt } from '../../../../shared/products/perpetual/rules/requirement';
import { ceilOf, feeOf, floorOf, PPB } from '../../../../shared/rules/rounding';
import { decimalOf, scaleOf } from '../../../../shared/rules/units';
import { compare, differenceOf, exact, quotientOf, sumOf } from '../../shared/lib/numbers/exact';
import type { OutcomeTerms } from './outcomes';

/** Digits of rates behind the point: a ten-thousandth of a percent. */
const RATE_DIGITS = 6;
/** Of rates that are parts per billion. */
const PPB_DIGITS = 9;

export interface PositionReckoning {
  /** At the mark. */
  value: string;
  /** Of its lots on the average, to the tick towards zero. */
  entry: string;
  /** Won by closing at the mark, below zero: lost; fees aside. */
  unrealised: string;
  /** The same over the margin that its lots began with. */
  rate: string;
  /** What must stay covered. */
  requirement: string;
  /** Requirement over what covers it, 1: it is liquidated. Null for cross, where the account covers it, and when nothing does. */
  marginRatio: string | null;
  /** The first price at which closing pays both fees, as far as the own rate as a taker tells; null where none above zero does. */
  breakEven: string | null;
  /** How far the mark is from the liquidation price, over the mark; null where none liquidates. */
  distance: string | null;
}

export function reckonPosition(terms: OutcomeTerms, state: PositionState, mark: string): PositionReckoning {
  const { scale, tick } = terms;
  const position = legOf(terms, state);
  const ticks = ticksOf(mark, tick);
  const collateral = exact(state.margin, scale);
  const profit = profitAt(position, ticks);
  const requirement = requirementAt(terms.risk, position, ticks);
  const cover = collateral + profit;
  const amount = (units: bigint) => decimalOf(units, scale);
  return {
    value: amount(valueAt(position, ticks)),
    entry: quotientOf(state.cost, state.quantity, scaleOf(tick)),
    unrealised: amount(profit),
    rate: ratio(profit, initialMargin(position.cost, state.leverage)),
    requirement: amount(requirement),
    marginRatio: state.mode === 'cross' || cover <= 0n ? null : ratio(requirement, cover),
    breakEven: breakEvenOf(terms, position),
    distance: state.liquidationPrice === null ? null : distanceOf(mark, state.liquidationPrice),
  };
}

/** What positions of one market receive (below zero: pay) at a funding of this rate and mark, each to the unit. */
export function fundingOf(
  terms: OutcomeTerms,
  positions: readonly PositionState[],
  { rate, mark }: { rate: string; mark: string },
): string {
  const grown = fundingPerTick(Number(exact(rate, PPB_DIGITS)), ticksOf(mark, terms.tick));
  const owed = positions.reduce((sum, state) => sum + fundingOwed(legOf(terms, state), grown), 0n);
  return decimalOf(-owed, terms.scale);
}

export interface ReckonedPosition {
  terms: OutcomeTerms;
  state: PositionState;
  mark: string;
}

export interface AccountReckoning {
  /** Everything, with what all positions have won or lost. */
  equity: string;
  /** The same without it. */
  wallet: string;
  unrealised: string;
  /** What may be held, transferred or put into positions: profit that is not realised is not in it, loss of cross positions is. */
  free: string;
  /** Held by orders and locked in positions. */
  used: string;
  /** Requirements of cross positions over what covers them, 1: they are liquidated. Null without any, and when nothing does. */
  marginRatio: string | null;
}

/** What there is of one asset in the contract account. */
export type Held = Pick<Balance, 'available' | 'frozen' | 'locked'>;

/** All of one quote asset. */
export function reckonAccount(
  { available, frozen, locked }: Held,
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
  const { wallet: own, markets } = crossStandingOf(available, positions, orders, scale);
  const free = crossFree(exact(available, scale), markets);
  return {
    ...account,
    free: decimalOf(free > 0n ? free : 0n, scale),
    marginRatio: crossRatio({ wallet: own, markets }),
  };
}

/** What all cross positions of one quote asset share, and those by market. */
export interface CrossStanding {
  /** Available, held by cross orders, and locked by cross positions: units. */
  wallet: bigint;
  markets: readonly (CrossMarket<CrossPosition> & { name: string })[];
}

/** Of positions that stand by themselves there is nothing in it. */
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

/** Requirements over what covers them; null without any, and where nothing does. */
export function crossRatio({ wallet, markets }: CrossStanding): string | null {
  const cover = wallet + crossProfit(markets);
  return markets.length === 0 || cover <= 0n ? null : ratio(crossRequirement(markets), cover);
}

/**
 * At which mark of a market the account is liquidated while all others stand still: on the side on which such a position loses, and where
 * there is none on the other. Null where none above zero does.
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

/** With so much more on one side of a market, bought at what it costs and for that fee. */
export function withOpened(
  { wallet, markets }: CrossStanding,
  terms: OutcomeTerms,
  { name, mark, side, quantity, cost, fee, leverage }: CrossOpened,
): CrossStanding {
  const lots = exact(quantity, scaleOf(terms.lot)) / exact(terms.lot, scaleOf(terms.lot));
  const more = { side, perTick: lots * terms.perTickLot, cost: exact(cost, terms.scale), leverage, locked: 0n };
  const there = markets.find((market) => market.name === name);
  const before = there?.legs.find((leg) => leg.side === side);
  const leg = before ? { ...before, perTick: before.perTick + more.perTick, cost: before.cost + more.cost } : more;
  const legs = [...(there?.legs ?? []).filter((one) => one.side !== side), leg];
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
  const away = differenceOf(mark, liquidation);
  return quotientOf(compare(away, '0') < 0 ? away.slice(1) : away, mark, RATE_DIGITS);
}

function ratio(over: bigint, under: bigint): string {
  return quotientOf(String(over), String(under), RATE_DIGITS);
}

/** A mark lies on a tick. */
function ticksOf(price: string, tick: string): number {
  const scale = Math.max(scaleOf(tick), scaleOf(price));
  return Number(exact(price, scale) / exact(tick, scale));
}

/**
 * What may be taken out of an isolated position at most: neither a loss, nor what it began with, nor the reserve for closing. The
 * exchange reckons the same.
 */
export function takableOf(terms: OutcomeTerms, state: PositionState, mark: string): string {
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
  const most = exact(state.margin, scale) + (profit < 0n ? profit : 0n) - margin - reserve;
  return decimalOf(most > 0n ? most : 0n, scale);
}

/** Where the position would be liquidated if this covered it. */
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
