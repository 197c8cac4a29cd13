/** Converts stored rows of perpetual contracts into records of the API. */
import { feeOf } from '../../../../shared/rules/arithmetic/rounding';
import { bankruptcyPrice } from '../../../../shared/products/perpetual/rules/bankruptcy';
import { profitAt, signOf } from '../../../../shared/products/perpetual/rules/position';
import { decimalOf, scaleOf, unitsOf } from '../../../../shared/rules/units';
import type * as Cases from '../../../../shared/products/perpetual/liquidations';
import type * as Records from '../../../../shared/products/perpetual/records';
import type { StopState } from '../../../../shared/products/perpetual/stream';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveMarket } from '../../../views/live/markets';
import type { OrderLife, OrderWithPositions } from '../stored/lists';
import type { LiquidationWithSteps } from '../stored/queries';
import type * as Row from '../stored/tables';

/** Decimals of an average price beyond those of the market's tick. */
const AVERAGE_DIGITS = 8;
/** Decimal scale of rates, which are parts of 10^9. */
const PPB_SCALE = 9;
/** Decimals of a yield, where 1 is 100 %. */
const YIELD_DIGITS = 6;

export function orderRecord(row: OrderWithPositions, market: LiveMarket): Records.ContractOrderRecord {
  const { openings, closedQuantity } = row;
  const outcome = outcomeOf(row);
  const priced = row.price ?? row.triggerPrice;
  const value =
    row.price === null && row.filledQuantity > 0 ? row.filledQuote : market.notional(priced ?? 0, row.quantity);
  const openLots = row.open === 1 ? row.quantity - row.filledQuantity : 0;
  const positionLots = openings.reduce(
    (sum, { opening, position }) => sum + (position.open === 1 ? opening.quantity : 0),
    0,
  );
  const lotsToClose = row.act === 'open' ? openLots + positionLots : openLots;
  const price = (ticks: number | null): string | null => (ticks === null ? null : market.price(ticks));
  return {
    order: String(row.id),
    contract: row.contract === null ? null : String(row.contract),
    market: row.market,
    side: row.side,
    position: row.positionSide,
    act: row.act,
    kind: row.kind,
    timeInForce: row.timeInForce,
    selfTrade: row.selfTrade,
    clientId: row.clientId,
    phase: phaseOf(row),
    status: lifeStateOf(row),
    reason: row.reason,
    leverage: row.leverage,
    marginMode: row.mode,
    multiplier: market.terms.lot,
    lots: row.quantity,
    quantity: market.quantity(row.quantity),
    price: price(row.price),
    trigger: price(row.triggerPrice),
    triggerBy: row.triggerBy,
    takeProfit: price(row.guards.takeProfit ?? attachedPriceOf(row, 'takeProfit')),
    stopLoss: price(row.guards.stopLoss ?? attachedPriceOf(row, 'stopLoss')),
    margin: market.quoteAmount(row.margin),
    value: market.quoteAmount(value),
    filledQuantity: market.quantity(row.filledQuantity),
    averagePrice: averageOf(row.filledQuote, row.filledQuantity, market),
    openFee: market.quoteAmount(row.openFees),
    closeFee: market.quoteAmount(outcome.closeFees),
    holdingFee: market.quoteAmount(outcome.funding),
    estimatedCloseFee: market.quoteAmount(closeFee(row, lotsToClose, market)),
    openPrice: averageOf(outcome.openQuote, outcome.openLots, market),
    closePrice: averageOf(outcome.closeQuote, outcome.closeLots, market),
    profit: outcome.profit === null ? null : market.quoteAmount(outcome.profit),
    yield: outcome.profit === null ? null : yieldOf(outcome.profit, outcome.margin),
    closeMode: outcome.closeMode,
    orderedAt: row.placedAt,
    pendingAt: row.pendingAt,
    openedAt: row.filledQuantity > closedQuantity ? row.filledAt : null,
    closedAt: outcome.closedAt,
    cancelledAt: row.open === 0 && row.filledQuantity < row.quantity ? row.endedAt : null,
  };
}

/** Returns the attached trigger price while the order can still open a position, or if it opened none. */
function attachedPriceOf(row: OrderWithPositions, kind: 'takeProfit' | 'stopLoss'): number | null {
  return row.open === 1 || row.contract === null ? row[kind] : null;
}

/** Fee for closing these lots at the market's highest rate, at the order's average fill price or else its expected price. */
function closeFee(row: OrderWithPositions, lots: number, market: LiveMarket): bigint {
  if (lots === 0) return 0n;
  const rate = market.contract?.terms.closePpb ?? 0;
  if (row.filledQuantity > 0) return feeOf((row.filledQuote * BigInt(lots)) / BigInt(row.filledQuantity), rate);
  return feeOf(market.notional(row.price ?? row.triggerPrice ?? 0, lots), rate);
}

interface Outcome {
  openLots: number;
  openQuote: bigint;
  closeLots: number;
  closeQuote: bigint;
  closeFees: bigint;
  funding: bigint;
  margin: bigint;
  /** Null until known. */
  profit: bigint | null;
  closeMode: Records.PositionCloseMode | null;
  closedAt: number | null;
}

/**
 * A closing order has the result of its own fills. An opening order has its lots' share of its positions' result once all of them are
 * closed.
 */
function outcomeOf(row: OrderWithPositions): Outcome {
  if (row.act === 'close') {
    const isFilled = row.closedQuantity > 0;
    return {
      openLots: row.closedQuantity,
      openQuote: row.closedCost,
      closeLots: row.closedQuantity,
      closeQuote: row.closedQuote,
      closeFees: row.closeFees,
      funding: 0n,
      margin: marginAt(row.closedCost, row.leverage),
      profit: isFilled ? row.profits : null,
      closeMode: isFilled ? row.closeMode : null,
      closedAt: isFilled ? (row.endedAt ?? row.filledAt) : null,
    };
  }
  const outcome: Outcome = {
    openLots: row.filledQuantity - row.closedQuantity,
    openQuote: row.filledQuote - row.closedQuote,
    closeLots: 0,
    closeQuote: 0n,
    closeFees: row.closeFees,
    funding: 0n,
    margin: marginAt(row.filledQuote - row.closedQuote, row.leverage),
    profit: null,
    closeMode: null,
    closedAt: null,
  };
  for (const { opening, position } of row.openings) {
    const shareOf = (units: bigint): bigint => (units * BigInt(opening.quantity)) / BigInt(position.openedQuantity);
    outcome.funding += shareOf(position.funding);
    outcome.closeFees += shareOf(position.closeFees);
    if (position.open === 1) continue;
    outcome.closeLots += opening.quantity;
    outcome.closeQuote += shareOf(position.closedQuote);
  }
  const last = row.openings.at(-1)?.position;
  if (row.open === 1 || !last || row.openings.some(({ position }) => position.open === 1)) return outcome;
  return {
    ...outcome,
    profit: row.profits + signOf(row.positionSide) * (outcome.closeQuote - outcome.openQuote),
    closeMode: last.closeMode,
    closedAt: last.closedAt,
  };
}

function marginAt(value: bigint, leverage: number): bigint {
  return value / BigInt(leverage);
}

function phaseOf({ open, kind, triggeredAt }: Row.ContractOrderRow): Records.ContractOrderRecord['phase'] {
  if (open === 0) return 'closed';
  return triggeredAt === null && (kind === 'stop_limit' || kind === 'stop_market') ? 'waiting' : 'resting';
}

function lifeStateOf({ open, filledQuantity, openings }: OrderWithPositions): OrderLife {
  if (open === 1) return 'pending';
  if (filledQuantity === 0) return 'cancelled';
  return openings.some(({ position }) => position.open === 1) ? 'holding' : 'closed';
}

export function fillRecord(row: Row.ContractFillRow, market: LiveMarket): Records.ContractFillRecord {
  return {
    trade: String(row.tradeId),
    order: String(row.orderId),
    contract: String(row.contract),
    market: row.market,
    side: row.side,
    position: row.positionSide,
    act: row.act,
    role: row.role,
    price: market.price(row.price),
    quantity: market.quantity(row.quantity),
    value: market.quoteAmount(row.notional),
    fee: market.quoteAmount(row.fee),
    feeAsset: row.feeAsset,
    profit: row.profit === null ? null : market.quoteAmount(row.profit),
    at: row.at,
  };
}

/** Net result of a position, realized so far. */
function resultOf({ profits, openFees, closeFees, funding, insured }: Row.ContractPositionRow): bigint {
  return profits - openFees - closeFees + funding + insured;
}

export function resultRecord(
  row: Row.ContractPositionRow,
  market: LiveMarket,
  adl: Records.PositionResult['adl'],
): Records.PositionResult {
  return {
    contract: String(row.id),
    market: row.market,
    profit: market.quoteAmount(row.profits),
    fees: market.quoteAmount(row.openFees + row.closeFees),
    funding: market.quoteAmount(row.funding),
    insurance: market.quoteAmount(row.insured),
    result: market.quoteAmount(resultOf(row)),
    adl,
  };
}

export function closedRecord(row: Row.ContractPositionRow, market: LiveMarket): Records.ClosedPositionRecord {
  const result = resultOf(row);
  return {
    contract: String(row.id),
    market: row.market,
    side: row.positionSide,
    mode: row.mode,
    leverage: row.leverage,
    quantity: market.quantity(row.lotsMost),
    openPrice: averageOf(row.openedQuote, row.openedQuantity, market) ?? '0',
    closePrice: averageOf(row.closedQuote, row.closedQuantity, market) ?? '0',
    profit: market.quoteAmount(row.profits),
    openFees: market.quoteAmount(row.openFees),
    closeFees: market.quoteAmount(row.closeFees),
    funding: market.quoteAmount(row.funding),
    insurance: market.quoteAmount(row.insured),
    result: market.quoteAmount(result),
    yield: yieldOf(result, row.margin),
    closeMode: row.closeMode ?? 'user',
    openedAt: row.openedAt,
    closedAt: row.closedAt ?? row.openedAt,
    liquidation: row.liquidation === null ? null : String(row.liquidation),
  };
}

/** Decimal scale of hundredths of a percent. */
const BP_SCALE = 4;

export function stopRecord(row: Row.ContractStopRow, market: LiveMarket): StopState {
  return {
    id: String(row.id),
    market: row.market,
    position: row.positionSide,
    contract: String(row.contract),
    kind: row.kind,
    triggerBy: row.triggerBy,
    trigger: row.triggerPrice === 0 ? null : market.price(row.triggerPrice),
    callback: row.callbackTicks === null ? null : market.price(row.callbackTicks),
    callbackRate: row.callbackBp === null ? null : decimalOf(BigInt(row.callbackBp), BP_SCALE),
    extreme: row.extreme === null ? null : market.price(row.extreme),
    price: row.price === null ? null : market.price(row.price),
    quantity: row.quantity === null ? null : market.quantity(row.quantity),
    phase: row.open === 1 ? 'waiting' : 'closed',
    reason: row.reason,
  };
}

export function fundingPaymentRecord(row: Row.FundingPaymentRow, market: LiveMarket): Records.FundingPaymentRecord {
  return {
    market: row.market,
    contract: String(row.contract),
    side: row.positionSide,
    quantity: market.quantity(row.quantity),
    rate: rateText(row.rate),
    amount: market.quoteAmount(row.amount),
    asset: market.terms.quote,
    dueAt: row.dueAt,
  };
}

export function fundingRateRecord(row: Row.FundingRateRow, market: LiveMarket): Records.FundingRateRecord {
  return {
    market: row.market,
    rate: row.rate === null ? null : rateText(row.rate),
    premium: row.premium === null ? null : rateText(row.premium),
    mark: row.mark === null ? null : market.price(row.mark),
    dueAt: row.dueAt,
    position: row.position,
  };
}

export function insuranceRecord(row: Row.InsuranceEntryRow, { markets }: LiveViews): Cases.InsuranceRecord {
  const { at, position, market, cause, asset, amount, balance } = row;
  return {
    ...{ at, position, market, cause, asset },
    amount: markets.amount(asset, amount),
    balance: markets.amount(asset, balance),
  };
}

export function liquidationRecord(row: Row.LiquidationRow, market: LiveMarket): Cases.LiquidationRecord {
  const bankruptcy = bankruptcyPrice(sizeOf(row, market), row.collateral, row.closePpb);
  return {
    liquidation: String(row.id),
    market: row.market,
    side: row.positionSide,
    mode: row.mode,
    quantity: market.quantity(row.lots),
    bankruptcyPrice: market.price(bankruptcy ?? 0),
    mark: market.price(row.mark),
    insurance: market.quoteAmount(row.fundTotal),
    at: row.at,
  };
}

function sizeOf({ positionSide: side, lots, cost }: Row.LiquidationRow, market: LiveMarket) {
  return { side, perTick: BigInt(lots) * market.units.quotePerTickLot, cost };
}

export function liquidationDetail(row: LiquidationWithSteps, market: LiveMarket): Cases.LiquidationDetail {
  const price = (ticks: number | null): string => market.price(ticks ?? row.mark);
  return {
    ...liquidationRecord(row, market),
    contract: String(row.contract),
    inputs: {
      cost: market.quoteAmount(row.cost),
      lots: row.lots,
      leverage: row.leverage,
      collateral: market.quoteAmount(row.collateral),
      unrealised: market.quoteAmount(profitAt(sizeOf(row, market), row.mark)),
      requirement: market.quoteAmount(row.requirement),
      tierRatePpb: row.tierRatePpb,
      tierAmount: market.quoteAmount(row.tierAmount),
      closeFeePpb: row.closePpb,
      index: market.price(row.index),
      sources: JSON.parse(row.sources ?? '[]') as Cases.LiquidationDetail['inputs']['sources'],
      p1: price(row.p1),
      p2: price(row.p2),
      last: price(row.last),
      bound: row.bound === null ? null : market.price(row.bound),
      markPosition: row.markPosition ?? row.position,
    },
    steps: row.steps.map((step) => stepRecord(step, market)),
    path: row.path.map(({ at, mark }) => ({ at, mark: market.price(mark) })),
  };
}

function stepRecord(row: Row.LiquidationStepRow, market: LiveMarket): Cases.LiquidationStep {
  const amount = (units: bigint | null): string | null => (units === null ? null : market.quoteAmount(units));
  return {
    position: row.position,
    event: row.eventIndex,
    kind: row.step,
    at: row.at,
    lots: row.lots,
    price: row.price === null ? null : market.price(row.price),
    fee: amount(row.fee),
    insurance: amount(row.fundChange),
    treasury: amount(row.treasuryChange),
    rank: row.rank,
  };
}

/** Value over quantity, rounded down; null for zero lots. For display only: the exact amount is the value. */
function averageOf(quote: bigint, lots: number, market: LiveMarket): string | null {
  if (lots === 0) return null;
  const { tick } = market.terms;
  const scale = scaleOf(tick);
  const scaled = quote * (unitsOf(tick, scale) as bigint) * 10n ** BigInt(AVERAGE_DIGITS);
  return decimalOf(scaled / market.notional(1, lots), scale + AVERAGE_DIGITS);
}

/** As a decimal, where 1 is 100 %. */
function rateText(ppb: number): string {
  return decimalOf(BigInt(ppb), PPB_SCALE);
}

/** Rounded toward zero. */
function yieldOf(result: bigint, margin: bigint): string {
  if (margin <= 0n) return '0';
  return decimalOf((result * 10n ** BigInt(YIELD_DIGITS)) / margin, YIELD_DIGITS);
}
