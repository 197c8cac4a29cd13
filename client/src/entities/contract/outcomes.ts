/**
 * What an isolated position in a perpetual would come to, for the ticket, the dialogs and the calculator: in whole ticks, lots and
 * units by the rules that the exchange itself goes by, so what is shown beforehand is what is done. Decimals in, decimals out.
 */
import type { MarketRecord } from '../../../../shared/wire/product';
import { bankruptcyPrice } from '../../../../shared/products/perpetual/rules/bankruptcy';
import { fitsTiers, orderExposure, userCap } from '../../../../shared/products/perpetual/rules/caps';
import { collateralOf, orderCost } from '../../../../shared/products/perpetual/rules/order-cost';
import {
  profitAt,
  valueAt,
  type Position,
  type PositionSide,
} from '../../../../shared/products/perpetual/rules/position';
import { isolatedLiquidationPrice, type RiskTerms } from '../../../../shared/products/perpetual/rules/requirement';
import { leverageMaxAt, riskTiers, type RiskTiers } from '../../../../shared/products/perpetual/rules/tiers';
import { ceilOf, feeOf, floorOf, PPB } from '../../../../shared/rules/rounding';
import { decimalOf, scaleOf, unitsOf } from '../../../../shared/rules/units';
import { exact, productOf } from '../../shared/lib/numbers/exact';

/** Of a market and of who trades in it. */
export interface OutcomeTerms {
  tick: string;
  lot: string;
  /** Digits behind the point of amounts of quote. */
  scale: number;
  /** Units of quote that one lot costs at one tick; whole, as markets are listed. */
  perTickLot: bigint;
  risk: RiskTerms;
  /** What may be opened is judged by these: they are tightened before those that positions stand under. */
  orderTiers: RiskTiers;
  /** What one user may have in the market at most, units. */
  cap: bigint;
  /** The own rate of who takes. */
  takerPpb: number;
}

/** Null for a market that is no perpetual. */
export function outcomeTermsOf(market: MarketRecord, takerPpb: number): OutcomeTerms | null {
  const { tick, contract, decimals } = market;
  if (!contract) return null;
  const scale = decimals.notional;
  const tiersOf = (told: typeof contract.tiers) =>
    riskTiers(told.map(({ cap, leverageMax, ratePpb }) => ({ cap: exact(cap, scale), leverageMax, ratePpb })));
  return {
    tick,
    lot: contract.multiplier,
    scale,
    perTickLot: exact(productOf(tick, contract.multiplier), scale),
    risk: { tiers: tiersOf(contract.tiers), closePpb: contract.closeFeePpb },
    orderTiers: tiersOf(contract.orderTiers),
    cap: userCap(exact(contract.openInterestMax, scale), USER_LEAST * 10n ** BigInt(scale)),
    takerPpb,
  };
}

/** Whole units of the quote asset that anybody may have of a market, however small it is. */
const USER_LEAST = 100_000n;

export type WishField = 'quantity' | 'price' | 'leverage' | 'mark' | 'closePrice' | 'result';

/** Why nothing can be reckoned: a field that is no such figure, or a position that nobody may have. */
export type NoOutcome =
  { kind: 'invalid'; field: WishField } | { kind: 'too_large' } | { kind: 'leverage_too_high'; maximum: number };

/** What is there already on that side, as the channel of positions tells it. */
export interface Standing {
  lots: number;
  cost: string;
  margin: string;
}

/** Lots at one price. */
export interface Lots {
  price: string;
  quantity: string;
}

export interface OpeningWish {
  side: PositionSide;
  quantity: string;
  /** Its worst: what it is judged at. */
  price: string;
  leverage: number;
  /** Of the market, now; what is bought above it or sold below it is lost at once. Null: as if it were the price. */
  mark: string | null;
  standing: Standing | null;
  /** What is costed: what it takes at once at its prices, and what is left of it at its own. Absent: all of it at its own. */
  parts?: readonly Lots[];
  /** What open orders of the same side count as; absent: there are none. */
  ordered?: string;
}

export interface Opening {
  kind: 'opening';
  value: string;
  margin: string;
  fee: string;
  /** Kept for the fee of closing. */
  reserve: string;
  /** Lost at once against the mark. */
  loss: string;
  /** What the order holds. */
  total: string;
  /** Of the position that results, with what stood before; null where there is none above zero. */
  liquidationPrice: string | null;
  bankruptcyPrice: string | null;
}

export function openingOf(terms: OutcomeTerms, wish: OpeningWish): Opening | NoOutcome {
  const { side, leverage, standing } = wish;
  const { risk, orderTiers, takerPpb, perTickLot } = terms;
  const lots = stepsOf(wish.quantity, terms.lot);
  if (lots === null) return { kind: 'invalid', field: 'quantity' };
  const price = stepsOf(wish.price, terms.tick);
  if (price === null) return { kind: 'invalid', field: 'price' };
  if (!Number.isSafeInteger(leverage) || leverage < 1) return { kind: 'invalid', field: 'leverage' };
  const mark = wish.mark === null ? price : stepsOf(wish.mark, terms.tick);
  if (mark === null) return { kind: 'invalid', field: 'mark' };

  const before = standing
    ? {
        perTick: BigInt(standing.lots) * perTickLot,
        cost: exact(standing.cost, terms.scale),
        collateral: exact(standing.margin, terms.scale),
      }
    : { perTick: 0n, cost: 0n, collateral: 0n };
  const standingValue = valueAt(before, mark);
  const exposure =
    orderExposure(BigInt(lots) * perTickLot, price, mark) +
    exact(wish.ordered ?? '0', terms.scale) +
    (standingValue > before.cost ? standingValue : before.cost);
  if (!fitsTiers(orderTiers, exposure) || exposure > terms.cap) return { kind: 'too_large' };
  const maximum = leverageMaxAt(orderTiers, exposure);
  if (leverage > maximum) return { kind: 'leverage_too_high', maximum };

  let { perTick, cost, collateral } = before;
  const sums = { margin: 0n, fee: 0n, reserve: 0n, loss: 0n, total: 0n };
  for (const part of wish.parts ?? [wish]) {
    const partLots = stepsOf(part.quantity, terms.lot);
    if (partLots === null) return { kind: 'invalid', field: 'quantity' };
    const at = stepsOf(part.price, terms.tick);
    if (at === null) return { kind: 'invalid', field: 'price' };
    const more = BigInt(partLots) * perTickLot;
    const costs = orderCost({ side, perTick: more, price: at, leverage, takerPpb, closePpb: risk.closePpb, mark });
    for (const name of COSTS) sums[name] += costs[name];
    perTick += more;
    cost += valueAt({ perTick: more }, at);
    collateral += collateralOf(costs);
  }
  const position = { side, perTick, cost };
  const amount = (units: bigint) => decimalOf(units, terms.scale);
  const isAny = perTick > 0n;
  return {
    kind: 'opening',
    value: amount(cost - before.cost),
    margin: amount(sums.margin),
    fee: amount(sums.fee),
    reserve: amount(sums.reserve),
    loss: amount(sums.loss),
    total: amount(sums.total),
    liquidationPrice: isAny ? priceOf(terms, isolatedLiquidationPrice(risk, position, collateral)) : null,
    bankruptcyPrice: isAny ? priceOf(terms, bankruptcyPrice(position, collateral, risk.closePpb)) : null,
  };
}

const COSTS = ['margin', 'fee', 'reserve', 'loss', 'total'] as const;

export interface ClosingWish {
  side: PositionSide;
  quantity: string;
  price: string;
  closePrice: string;
}

export interface Closing {
  kind: 'closing';
  /** Before fees. */
  profit: string;
  openFee: string;
  closeFee: string;
  /** Profit less both fees. */
  result: string;
}

/** All of a position opened at one price and closed at another, by an order that takes both times. */
export function closingOf(terms: OutcomeTerms, wish: ClosingWish): Closing | NoOutcome {
  const opened = openedOf(terms, wish);
  if (opened.kind !== 'opened') return opened;
  const closePrice = stepsOf(wish.closePrice, terms.tick);
  if (closePrice === null) return { kind: 'invalid', field: 'closePrice' };
  const { position, openFee } = opened;
  const profit = profitAt(position, closePrice);
  const closeFee = feeOf(valueAt(position, closePrice), terms.takerPpb);
  const amount = (units: bigint) => decimalOf(units, terms.scale);
  return {
    kind: 'closing',
    profit: amount(profit),
    openFee: amount(openFee),
    closeFee: amount(closeFee),
    result: amount(profit - openFee - closeFee),
  };
}

export interface TargetWish {
  side: PositionSide;
  quantity: string;
  price: string;
  /** Wanted after both fees; below zero what may be lost at most. */
  result: string;
}

export interface Target {
  kind: 'target';
  /** The first price that brings the result; null where none above zero does. */
  price: string | null;
}

export function targetOf(terms: OutcomeTerms, wish: TargetWish): Target | NoOutcome {
  const opened = openedOf(terms, wish);
  if (opened.kind !== 'opened') return opened;
  const wanted = signedUnitsOf(wish.result, terms.scale);
  if (wanted === null) return { kind: 'invalid', field: 'result' };
  const { position, openFee } = opened;
  const rate = BigInt(terms.takerPpb);
  // The fee is a whole number of units, up: it is no more than what is left exactly when the exact fee is no more than that.
  if (position.side === 'long') {
    const least = ceilOf((position.cost + openFee + wanted) * PPB, position.perTick * (PPB - rate));
    return { kind: 'target', price: priceOf(terms, safeOf(least < 1n ? 1n : least)) };
  }
  const most = floorOf((position.cost - openFee - wanted) * PPB, position.perTick * (PPB + rate));
  return { kind: 'target', price: priceOf(terms, most < 1n ? null : safeOf(most)) };
}

interface Opened {
  kind: 'opened';
  position: Position;
  openFee: bigint;
}

function openedOf(
  terms: OutcomeTerms,
  { side, quantity, price }: Pick<ClosingWish, 'side' | 'quantity' | 'price'>,
): Opened | NoOutcome {
  const lots = stepsOf(quantity, terms.lot);
  if (lots === null) return { kind: 'invalid', field: 'quantity' };
  const ticks = stepsOf(price, terms.tick);
  if (ticks === null) return { kind: 'invalid', field: 'price' };
  const perTick = BigInt(lots) * terms.perTickLot;
  const cost = valueAt({ perTick }, ticks);
  return { kind: 'opened', position: { side, perTick, cost }, openFee: feeOf(cost, terms.takerPpb) };
}

/** How many steps a decimal is, from 1; null where it is no whole number of them. */
function stepsOf(decimal: string, step: string): number | null {
  const scale = scaleOf(step);
  const units = unitsOf(decimal, scale);
  const width = exact(step, scale);
  if (typeof units !== 'bigint' || units === 0n || units % width !== 0n) return null;
  return safeOf(units / width);
}

function safeOf(whole: bigint): number | null {
  return whole <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(whole) : null;
}

function signedUnitsOf(decimal: string, scale: number): bigint | null {
  const isNegative = decimal.startsWith('-');
  const units = unitsOf(isNegative ? decimal.slice(1) : decimal, scale);
  if (typeof units !== 'bigint') return null;
  return isNegative ? -units : units;
}

function priceOf({ tick }: OutcomeTerms, ticks: number | null): string | null {
  const scale = scaleOf(tick);
  return ticks === null ? null : decimalOf(BigInt(ticks) * exact(tick, scale), scale);
}
