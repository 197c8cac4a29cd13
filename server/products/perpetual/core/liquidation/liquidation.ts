/**
 * Liquidation of an isolated position, one step per batch, in the order given in `perpetual.md`. Its owner's orders in the market are
 * cancelled. From the second tier up the position is cut to the cap of the tier below. It is then taken over at its bankruptcy price. The
 * fund pays for worse prices in the book, down to the mark; then opposite positions are deleveraged. The liquidation stops once the
 * position is above its requirement.
 */
import { bankruptcyPrice } from '../../../../../shared/products/perpetual/rules/bankruptcy';
import { valueAt, type Position as Size } from '../../../../../shared/products/perpetual/rules/position';
import {
  isUndermargined,
  maintenanceMarginAt,
  excessMarginAt,
} from '../../../../../shared/products/perpetual/rules/maintenance-margin';
import { tierAt } from '../../../../../shared/products/perpetual/rules/tiers';
import { feeOf } from '../../../../../shared/rules/arithmetic/rounding';
import { FROZEN_ORDERS_ENDED_MAX } from '../../../../core/bounds';
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { houseAccount, type Entry } from '../../../../core/ledger/entry';
import { balanceOf } from '../../../../core/ledger/ledger';
import { broken, reject } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import type { FundInsurance, Liquidate } from '../commands';
import { deleverage, insuranceFundOf } from '../deleveraging/deleverage';
import { cancelOpenOrder } from '../orders/cancel';
import { firstToLiquidate } from './liquidation-queue';
import { ordersIn } from '../orders/open-orders';
import type { Liquidation, LiquidationStep } from './state';
import { reduceFill, takeoverFill, type InsuranceDraw } from './fill';
import { lotsCoveredByFund, offerLots, settleMakersFunding } from './offer';
import { unlockedFor } from '../locks/lock';
import { perpetualMarket } from '../terms/listing';
import { createSimulation, unitsPerTick, traderOf, type MatchSimulation } from '../orders/match-simulation';
import type { SimulatedPosition } from '../orders/simulated-trader';

/** Fee rate on the value sold to reach the tier below. */
export const LIQUIDATION_FEE_PPB = 2_000_000;
/** Divisor: for one liquidation the fund pays at most 1/10 of its balance at the last funding hour against the book. */
const FUND_SHARE = 10n;

type LiquidationContext = Readonly<Pick<Liquidation, 'id' | 'position' | 'user' | 'side' | 'insured'>> & {
  simulation: MatchSimulation;
};

export function decideLiquidate(view: CoreView, { market: name }: Liquidate, { at }: Context): Decision {
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const contract = view.perpetual.contracts.get(name) ?? broken(`${name} has no contract`);
  const simulation = createSimulation(view, market, contract.mark.mark, at);
  const events = nextStep(view, simulation);
  // Touched accounts first settle the funding that was fixed earlier; the events of this step come after that.
  return [...simulation.settling.events, ...events];
}

function nextStep(view: CoreView, simulation: MatchSimulation): CoreEvent[] {
  const open = view.liquidations.open.get(simulation.market.terms.market);
  if (!open) return start(view, simulation);
  const context: LiquidationContext = { ...open, simulation };
  const openPosition = positionOf(context);
  if (!openPosition) return [finishedEvent(context, 'closed')];
  if (!isUndermargined(excessMarginOf(context, openPosition))) return [finishedEvent(context, 'recovered')];
  return runStep(view, context, openPosition, open.next);
}

/** Fallback for a step that does not fit one batch: one counterparty always fits. */
export function fallbackLiquidate(view: CoreView, { market: name }: Liquidate): CoreEvent[] {
  const open = view.liquidations.open.get(name);
  const contract = view.perpetual.contracts.get(name) ?? broken(`${name} has no contract`);
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const simulation = createSimulation(view, market, contract.mark.mark, view.at);
  if (!open) {
    const events = start(view, simulation, 1);
    return [...simulation.settling.events, ...events];
  }
  const context: LiquidationContext = { ...open, simulation };
  const openPosition = positionOf(context) ?? broken(`a liquidation of ${name} is of nothing`);
  const events =
    open.next === 'orders' ? endOrders(view, context, 1) : deleverageEvents(view, context, openPosition, 1);
  return [...simulation.settling.events, ...events];
}

function runStep(
  view: CoreView,
  context: LiquidationContext,
  openPosition: SimulatedPosition,
  next: LiquidationStep,
): CoreEvent[] {
  switch (next) {
    case 'orders':
      return endOrders(view, context, FROZEN_ORDERS_ENDED_MAX);
    case 'reduce':
      return reduce(view, context, openPosition) ?? takeOver(view, context, openPosition);
    case 'take':
      return takeOver(view, context, openPosition);
    case 'insure':
      return payFromInsurance(view, context, openPosition) ?? deleverageEvents(view, context, openPosition);
    case 'deleverage':
      return deleverageEvents(view, context, openPosition);
  }
}

function start(view: CoreView, simulation: MatchSimulation, max = FROZEN_ORDERS_ENDED_MAX): CoreEvent[] {
  const { market, mark, terms } = simulation;
  const { market: name } = market.terms;
  const candidate = firstToLiquidate(view, name, mark) ?? broken(`nobody in ${name} is hit`);
  const found = view.liquidations.queues.get(name)?.[candidate.side].positions.get(candidate.position);
  const { user, side, id: position } = found ?? broken(`position ${candidate.position} is unknown`);
  const context: LiquidationContext = {
    id: view.liquidations.next,
    position,
    user,
    side,
    insured: 0n,
    simulation,
  };
  const openPosition = positionOf(context) ?? broken(`position ${position} is not there`);
  // Funding is settled first; only the collateral after it shows whether the position is still the next.
  if (simulation.settling.events.length > 0) return [];
  const size = sizeOf(context, openPosition);
  const { ratePpb, amount } = tierAt(terms.tiers, valueAt(size, mark));
  const { leverage } = traderOf(simulation, user);
  const { events, next } = cancelOrders(view, context, max);
  // Positions locked by staff are liquidated too: the lock is removed and the margin returns to the bucket that the steps use.
  const unlocked = view.locks.locked.has(position) ? [unlockedFor(view, position)] : [];
  return [
    ...unlocked,
    {
      type: 'LiquidationStarted',
      ...liquidationFacts(context),
      lots: openPosition.lots,
      cost: openPosition.cost,
      collateral: openPosition.collateral,
      leverage,
      mark,
      index: view.perpetual.contracts.get(name)?.mark.index ?? 0,
      requirement: maintenanceMarginAt(terms, size, mark),
      ratePpb,
      amount,
      closePpb: terms.closePpb,
      next,
    },
    ...events,
  ];
}

/** 1. Cancels the owner's orders in the market: this restores no margin, but the position cannot grow. */
function endOrders(view: CoreView, context: LiquidationContext, max: number): CoreEvent[] {
  const { events, next } = cancelOrders(view, context, max);
  return [{ type: 'LiquidationOrdersEnded', ...liquidationFacts(context), next }, ...events];
}

function cancelOrders(
  view: CoreView,
  { user, simulation }: LiquidationContext,
  max: number,
): { events: CoreEvent[]; next: LiquidationStep } {
  const orders = ordersIn(view, user, simulation.market.terms.market);
  const events = orders.slice(0, max).map((order) => cancelOpenOrder(view, simulation.market, order, 'liquidation'));
  return { events, next: orders.length > max ? 'orders' : 'reduce' };
}

/** 3. Cuts to the cap of the tier below; null in the first tier, and if no lot would remain. */
function reduce(view: CoreView, context: LiquidationContext, openPosition: SimulatedPosition): CoreEvent[] | null {
  const { simulation } = context;
  const { mark, terms, market } = simulation;
  const size = sizeOf(context, openPosition);
  const value = valueAt(size, mark);
  const place = terms.tiers.indexOf(tierAt(terms.tiers, value));
  if (place === 0) return null;
  const remainingLots = Number(terms.tiers[place - 1].cap / (market.quotePerTickLot * BigInt(mark)));
  if (remainingLots === 0) return null;
  const lots = openPosition.lots - remainingLots;
  const limit = bankruptcyOf(context, openPosition);
  const { events, filled, notional, wantsMore } = offerLots(view, simulation, context, limit, lots, reduceFill);
  const rest = positionOf(context) ?? broken('a position that is cut is closed');
  const excess = excessMarginOf(context, rest);
  const feeDue = feeOf(notional, LIQUIDATION_FEE_PPB);
  const max = excess > 1n ? excess - 1n : 0n;
  const fee = feeDue < max ? feeDue : max;
  const { quote } = market.terms;
  const debit = traderOf(simulation, context.user).buckets.locked;
  const entries: Entry[] = [];
  if (fee > 0n)
    entries.push({
      kind: 'liquidation_fee',
      debit,
      credit: houseAccount('insurance', quote),
      amount: fee,
      hold: rest.hold,
    });
  const next = filled === lots || wantsMore ? 'reduce' : 'take';
  events.push({
    type: 'LiquidationReduced',
    ...liquidationFacts(context),
    mark,
    limit,
    lots,
    filled,
    fee,
    next,
    entries,
  });
  if (!isUndermargined(excess)) events.push(finishedEvent(context, 'recovered'));
  return events;
}

/** 4. Offers the whole position at its bankruptcy price; any price improvement goes to the fund. */
function takeOver(view: CoreView, context: LiquidationContext, openPosition: SimulatedPosition): CoreEvent[] {
  const { simulation } = context;
  const { mark } = simulation;
  const limit = bankruptcyOf(context, openPosition);
  const fund: InsuranceDraw = { paidAmount: 0n, paidMax: 0n, surplus: 0n };
  const { lots } = openPosition;
  const { events, filled, wantsMore } = offerLots(view, simulation, context, limit, lots, takeoverFill(fund), fund);
  const next = wantsMore ? 'take' : isWorseThan(context, limit) ? 'insure' : 'deleverage';
  const { surplus } = fund;
  events.push({ type: 'PositionTakenOver', ...liquidationFacts(context), mark, limit, lots, filled, surplus, next });
  if (filled === lots) events.push(finishedEvent(context, 'closed'));
  return events;
}

/** 5. Sells down to the mark, as far as the fund pays; null if it pays nothing. */
function payFromInsurance(
  view: CoreView,
  context: LiquidationContext,
  openPosition: SimulatedPosition,
): CoreEvent[] | null {
  const { simulation, insured: before } = context;
  const { mark, market } = simulation;
  const { market: name, quote } = market.terms;
  const insurance = houseAccount('insurance', quote);
  const bankruptcy = bankruptcyOf(context, openPosition);
  if (!isWorseThan(context, bankruptcy)) return null;
  settleMakersFunding(simulation, context, mark);
  const balance = insuranceFundOf(simulation);
  const max = (view.liquidations.fund.get(name) ?? 0n) / FUND_SHARE;
  const available = max - before < balance ? max - before : balance;
  if (available <= 0n) return null;
  const lots = lotsCoveredByFund(simulation, context, openPosition, mark, available);
  if (lots === 0) return null;
  const fund: InsuranceDraw = { paidAmount: 0n, paidMax: available, surplus: 0n };
  const { events, filled, wantsMore } = offerLots(view, simulation, context, mark, lots, takeoverFill(fund), fund);
  if (filled === 0 && events.length === 0) return null;
  const amount = fund.paidAmount;
  const credit = traderOf(simulation, context.user).buckets.locked;
  const entries: Entry[] =
    amount > 0n ? [{ kind: 'insurance_cover', debit: insurance, credit, amount, hold: openPosition.hold }] : [];
  const next = wantsMore ? 'insure' : 'deleverage';
  const paidEvent: CoreEvent = {
    type: 'InsurancePaid',
    ...liquidationFacts(context),
    mark,
    bankruptcy,
    lots,
    filled,
    most: max,
    before,
    amount,
    next,
    entries,
  };
  const allEvents = [paidEvent, ...events];
  if (filled === openPosition.lots) allEvents.push(finishedEvent(context, 'closed'));
  return allEvents;
}

/** 6. Deleverages opposite positions by rank. */
function deleverageEvents(
  view: CoreView,
  context: LiquidationContext,
  openPosition: SimulatedPosition,
  max?: number,
): CoreEvent[] {
  const price = Math.max(1, bankruptcyOf(context, openPosition));
  const events = deleverage(view, context.simulation, context, price, max);
  if (!positionOf(context)) events.push(finishedEvent(context, 'closed'));
  return events;
}

function liquidationFacts({ id, position, user, side, simulation }: LiquidationContext) {
  return { liquidation: id, market: simulation.market.terms.market, position, user, side };
}

function finishedEvent(context: LiquidationContext, reason: 'recovered' | 'closed'): CoreEvent {
  return { type: 'LiquidationFinished', ...liquidationFacts(context), reason };
}

function positionOf({ simulation, user, side, position }: LiquidationContext): SimulatedPosition | null {
  const openPosition = traderOf(simulation, user)[side];
  return openPosition?.id === position ? openPosition : null;
}

function sizeOf({ simulation, side }: LiquidationContext, { lots, cost }: SimulatedPosition): Size {
  return { side, perTick: unitsPerTick(simulation.market, lots), cost };
}

function excessMarginOf(context: LiquidationContext, openPosition: SimulatedPosition): bigint {
  const { terms, mark } = context.simulation;
  return excessMarginAt(terms, [sizeOf(context, openPosition)], openPosition.collateral, mark);
}

/** Bankruptcy price; 0 if there is none above zero. */
function bankruptcyOf(context: LiquidationContext, openPosition: SimulatedPosition): number {
  return (
    bankruptcyPrice(sizeOf(context, openPosition), openPosition.collateral, context.simulation.terms.closePpb) ?? 0
  );
}

/** Whether the mark is worse than that price. */
function isWorseThan({ side, simulation: { mark } }: LiquidationContext, bankruptcy: number): boolean {
  return side === 'long' ? mark < bankruptcy : mark > bankruptcy;
}

export function decideFundInsurance(view: CoreView, { asset, amount, reason }: FundInsurance): Decision {
  if (!view.assets.has(asset)) return reject('asset.unknown');
  if (amount <= 0n) return reject('amount.not.positive');
  const treasury = houseAccount('treasury', asset);
  const available = balanceOf(view.ledger, treasury);
  if (amount > available) return reject('balance.insufficient', { available: `${available}` });
  const entry: Entry = { kind: 'insurance_fund', debit: treasury, credit: houseAccount('insurance', asset), amount };
  return [{ type: 'InsuranceFunded', asset, amount, reason, entries: [entry] }];
}
