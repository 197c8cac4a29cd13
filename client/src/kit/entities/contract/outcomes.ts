/**
 * Outcomes of an isolated position in a perpetual, for the ticket, the dialogs and the calculator. It uses the exchange's own rules in
 * whole ticks, lots and units, so previews equal results. Decimals in, decimals out.
 */
import type { MarketRecord } from '../../../../../shared/wire/product';
import { bankruptcyPrice } from '../../../../../shared/products/perpetual/rules/bankruptcy';
import { fitsTiers, orderExposure, userCap } from '../../../../../shared/products/perpetual/rules/caps';
import { collateralOf, orderCost } from '../../../../../shared/products/perpetual/rules/order-cost';
import {
  profitAt,
  valueAt,
  type Position,
  type PositionSide,
} from '../../../../../shared/products/perpetual/rules/position';
import {
  isolatedLiquidationPrice,
  type RiskTerms,
} from '../../../../../shared/products/perpetual/rules/maintenance-margin';
import { leverageMaxAt, riskTiers, type RiskTiers } from '../../../../../shared/products/perpetual/rules/tiers';
import { ceilOf, feeOf, floorOf, PPB } from '../../../../../shared/rules/arithmetic/rounding';
import { decimalOf, scaleOf, unitsOf } from '../../../../../shared/rules/units';
import { exact, productOf } from '../../lib/numbers/exact';

/** Terms of a market and of its trader. */
export interface OutcomeTerms {
  tick: string;
  lot: string;
  /** Decimals of quote amounts. */
  scale: number;
  /** Quote units that one lot costs per tick; an integer for every listed market. */
  perTickLot: bigint;
  risk: RiskTerms;
  /** Tiers for new orders; a tightening applies to them before it applies to positions. */
  orderTiers: RiskTiers;
  /** Position limit of one user in the market, in units. */
  cap: bigint;
  /** The user's taker rate. */
  takerPpb: number;
}

/** Null for a market other than a perpetual. */
export function outcomeTermsOf(market: MarketRecord, takerPpb: number): OutcomeTerms | null {
  const { tick, contract, decimals } = market;
  if (!contract) return null;
  const scale = decimals.notional;
  const tiersOf = (tiers: typeof contract.tiers) =>
    riskTiers(tiers.map(({ cap, leverageMax, ratePpb }) => ({ cap: exact(cap, scale), leverageMax, ratePpb })));
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

/** Minimum cap per user in any market, in whole units of the quote asset. */
const USER_LEAST = 100_000n;

export type InputField = 'quantity' | 'price' | 'leverage' | 'mark' | 'closePrice' | 'result';

/** Reason for a missing outcome: an invalid field, or a position that is not permitted. */
export type NoOutcome =
  { kind: 'invalid'; field: InputField } | { kind: 'too_large' } | { kind: 'leverage_too_high'; maximum: number };

/** The existing position on that side, from the channel of positions. */
export interface ExistingPosition {
  lots: number;
  cost: string;
  margin: string;
}

/** Lots at one fill price. */
export interface Lots {
  price: string;
  quantity: string;
}

export interface OpeningInput {
  side: PositionSide;
  quantity: string;
  /** Worst price, which the checks use. */
  price: string;
  leverage: number;
  /** Current mark. Buying above it, or selling below it, is an immediate loss. Null: assume the order's price. */
  mark: string | null;
  existingPosition: ExistingPosition | null;
  /** Fills at their prices and the rest at the order's price. Absent: all at the order's price. */
  pricedLots?: readonly Lots[];
  /** Exposure of open orders on the same side; absent: none. */
  openOrderValue?: string;
}

export interface Opening {
  kind: 'opening';
  value: string;
  margin: string;
  fee: string;
  /** Reserve for the closing fee. */
  reserve: string;
  /** Immediate loss against the mark. */
  loss: string;
  /** Hold of the order. */
  total: string;
  /** Liquidation price of the resulting position, including the existing one; null if there is none above zero. */
  liquidationPrice: string | null;
  bankruptcyPrice: string | null;
}

export function openingOf(terms: OutcomeTerms, input: OpeningInput): Opening | NoOutcome {
  const { side, leverage, existingPosition } = input;
  const { risk, orderTiers, takerPpb, perTickLot } = terms;
  const lots = stepsOf(input.quantity, terms.lot);
  if (lots === null) return { kind: 'invalid', field: 'quantity' };
  const price = stepsOf(input.price, terms.tick);
  if (price === null) return { kind: 'invalid', field: 'price' };
  if (!Number.isSafeInteger(leverage) || leverage < 1) return { kind: 'invalid', field: 'leverage' };
  const mark = input.mark === null ? price : stepsOf(input.mark, terms.tick);
  if (mark === null) return { kind: 'invalid', field: 'mark' };

  const before = existingPosition
    ? {
        perTick: BigInt(existingPosition.lots) * perTickLot,
        cost: exact(existingPosition.cost, terms.scale),
        collateral: exact(existingPosition.margin, terms.scale),
      }
    : { perTick: 0n, cost: 0n, collateral: 0n };
  const standingValue = valueAt(before, mark);
  const exposure =
    orderExposure(BigInt(lots) * perTickLot, price, mark) +
    exact(input.openOrderValue ?? '0', terms.scale) +
    (standingValue > before.cost ? standingValue : before.cost);
  if (!fitsTiers(orderTiers, exposure) || exposure > terms.cap) return { kind: 'too_large' };
  const maximum = leverageMaxAt(orderTiers, exposure);
  if (leverage > maximum) return { kind: 'leverage_too_high', maximum };

  let { perTick, cost, collateral } = before;
  const sums = { margin: 0n, fee: 0n, reserve: 0n, loss: 0n, total: 0n };
  for (const pricedLot of input.pricedLots ?? [input]) {
    const partLots = stepsOf(pricedLot.quantity, terms.lot);
    if (partLots === null) return { kind: 'invalid', field: 'quantity' };
    const priceTicks = stepsOf(pricedLot.price, terms.tick);
    if (priceTicks === null) return { kind: 'invalid', field: 'price' };
    const addedPerTick = BigInt(partLots) * perTickLot;
    const costs = orderCost({
      side,
      perTick: addedPerTick,
      price: priceTicks,
      leverage,
      takerPpb,
      closePpb: risk.closePpb,
      mark,
    });
    for (const name of COSTS) sums[name] += costs[name];
    perTick += addedPerTick;
    cost += valueAt({ perTick: addedPerTick }, priceTicks);
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

export interface ClosingInput {
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

/** Result of a position opened at one price and closed at another, both as taker. */
export function closingOf(terms: OutcomeTerms, input: ClosingInput): Closing | NoOutcome {
  const opening = openedOf(terms, input);
  if (opening.kind !== 'opened') return opening;
  const closePrice = stepsOf(input.closePrice, terms.tick);
  if (closePrice === null) return { kind: 'invalid', field: 'closePrice' };
  const { position, openFee } = opening;
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

export interface TargetInput {
  side: PositionSide;
  quantity: string;
  price: string;
  /** Target after both fees; a negative one is the maximum loss. */
  result: string;
}

export interface Target {
  kind: 'target';
  /** First price that reaches the result; null if there is none above zero. */
  price: string | null;
}

export function targetOf(terms: OutcomeTerms, input: TargetInput): Target | NoOutcome {
  const opening = openedOf(terms, input);
  if (opening.kind !== 'opened') return opening;
  const targetResult = signedUnitsOf(input.result, terms.scale);
  if (targetResult === null) return { kind: 'invalid', field: 'result' };
  const { position, openFee } = opening;
  const rate = BigInt(terms.takerPpb);
  // Fees round up to whole units: the fee fits into the remainder exactly if the unrounded fee does.
  if (position.side === 'long') {
    const min = ceilOf((position.cost + openFee + targetResult) * PPB, position.perTick * (PPB - rate));
    return { kind: 'target', price: priceOf(terms, safeOf(min < 1n ? 1n : min)) };
  }
  const max = floorOf((position.cost - openFee - targetResult) * PPB, position.perTick * (PPB + rate));
  return { kind: 'target', price: priceOf(terms, max < 1n ? null : safeOf(max)) };
}

interface Opened {
  kind: 'opened';
  position: Position;
  openFee: bigint;
}

function openedOf(
  terms: OutcomeTerms,
  { side, quantity, price }: Pick<ClosingInput, 'side' | 'quantity' | 'price'>,
): Opened | NoOutcome {
  const lots = stepsOf(quantity, terms.lot);
  if (lots === null) return { kind: 'invalid', field: 'quantity' };
  const ticks = stepsOf(price, terms.tick);
  if (ticks === null) return { kind: 'invalid', field: 'price' };
  const perTick = BigInt(lots) * terms.perTickLot;
  const cost = valueAt({ perTick }, ticks);
  return { kind: 'opened', position: { side, perTick, cost }, openFee: feeOf(cost, terms.takerPpb) };
}

/** Number of steps in a decimal, at least 1; null if it is no multiple. */
function stepsOf(decimal: string, step: string): number | null {
  const scale = scaleOf(step);
  const units = unitsOf(decimal, scale);
  const width = exact(step, scale);
  if (typeof units !== 'bigint' || units === 0n || units % width !== 0n) return null;
  return safeOf(units / width);
}

function safeOf(value: bigint): number | null {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null;
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
