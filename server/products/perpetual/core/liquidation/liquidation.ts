/**
 * Liquidation of an isolated position, a step a batch, in the order that stands in `perpetual.md`: its owner's orders in the market end; from
 * the second tier up it is cut to the cap of the tier below; it is taken over at its bankruptcy price; the fund pays what the book
 * asks beyond that, down to the mark; others are deleveraged. It stops as soon as the position stands above its requirement.
 */
import { bankruptcyPrice } from '../../../../../shared/products/perpetual/rules/bankruptcy';
import { valueAt, type Position as Size } from '../../../../../shared/products/perpetual/rules/position';
import { isShort, requirementAt, spareAt } from '../../../../../shared/products/perpetual/rules/requirement';
import { tierAt } from '../../../../../shared/products/perpetual/rules/tiers';
import { feeOf } from '../../../../../shared/rules/rounding';
import { FROZEN_ORDERS_ENDED_MAX } from '../../../../core/bounds';
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { houseAccount, type Entry } from '../../../../core/ledger/entry';
import { balanceOf } from '../../../../core/ledger/ledger';
import { broken, reject } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import type { FundInsurance, Liquidate } from '../commands';
import { deleverage, fundOf } from '../deleveraging/deleverage';
import { endOpen } from '../orders/end';
import { firstHit } from './found';
import { ordersIn } from '../orders/holding';
import type { Liquidation, LiquidationStep } from './state';
import { reducingFill, takingOver, type Fund } from './fill';
import { affordable, offer, settleMakers } from './offer';
import { unlockedFor } from '../locks/lock';
import { perpetualMarket } from '../terms/listing';
import { createSketch, perTickOf, traderOf, type Sketch } from '../orders/sketch';
import type { Standing } from '../orders/trader';

/** Of the value that is sold to get into the tier below. */
export const LIQUIDATION_FEE_PPB = 2_000_000;
/** The part of what the fund had at the last funding hour that it pays for one liquidation against the book. */
const FUND_SHARE = 10n;

type Stage = Readonly<Pick<Liquidation, 'id' | 'position' | 'user' | 'side' | 'insured'>> & { sketch: Sketch };

export function decideLiquidate(view: CoreView, { market: name }: Liquidate, { at }: Context): Decision {
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const contract = view.perpetual.contracts.get(name) ?? broken(`${name} has no contract`);
  const sketch = createSketch(view, market, contract.mark.mark, at);
  const events = nextStep(view, sketch);
  // Whoever a step touches settles the funding that was fixed ahead of it: what else is said here is not done before.
  return [...sketch.settling.events, ...events];
}

function nextStep(view: CoreView, sketch: Sketch): CoreEvent[] {
  const open = view.liquidations.open.get(sketch.market.terms.market);
  if (!open) return start(view, sketch);
  const stage: Stage = { ...open, sketch };
  const standing = standingOf(stage);
  if (!standing) return [finished(stage, 'closed')];
  if (!isShort(spareOf(stage, standing))) return [finished(stage, 'recovered')];
  return stepped(view, stage, standing, open.next);
}

/** Should what a step does not fit one batch: one of the other side at a time always does. */
export function giveUpLiquidate(view: CoreView, { market: name }: Liquidate): CoreEvent[] {
  const open = view.liquidations.open.get(name);
  const contract = view.perpetual.contracts.get(name) ?? broken(`${name} has no contract`);
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const sketch = createSketch(view, market, contract.mark.mark, view.at);
  if (!open) {
    const events = start(view, sketch, 1);
    return [...sketch.settling.events, ...events];
  }
  const stage: Stage = { ...open, sketch };
  const standing = standingOf(stage) ?? broken(`a liquidation of ${name} is of nothing`);
  const events = open.next === 'orders' ? endOrders(view, stage, 1) : deleveraged(view, stage, standing, 1);
  return [...sketch.settling.events, ...events];
}

function stepped(view: CoreView, stage: Stage, standing: Standing, next: LiquidationStep): CoreEvent[] {
  switch (next) {
    case 'orders':
      return endOrders(view, stage, FROZEN_ORDERS_ENDED_MAX);
    case 'reduce':
      return reduce(view, stage, standing) ?? take(view, stage, standing);
    case 'take':
      return take(view, stage, standing);
    case 'insure':
      return insure(view, stage, standing) ?? deleveraged(view, stage, standing);
    case 'deleverage':
      return deleveraged(view, stage, standing);
  }
}

function start(view: CoreView, sketch: Sketch, most = FROZEN_ORDERS_ENDED_MAX): CoreEvent[] {
  const { market, mark, terms } = sketch;
  const { market: name } = market.terms;
  const hit = firstHit(view, name, mark) ?? broken(`nobody in ${name} is hit`);
  const found = view.liquidations.found.get(name)?.[hit.side].positions.get(hit.position);
  const { user, side, id: position } = found ?? broken(`position ${hit.position} is unknown`);
  const stage: Stage = { id: view.liquidations.next, position, user, side, insured: 0n, sketch };
  const standing = standingOf(stage) ?? broken(`position ${position} is not there`);
  // Its funding is settled ahead: what it has then says whether it is still the next.
  if (sketch.settling.events.length > 0) return [];
  const size = sizeOf(stage, standing);
  const { ratePpb, amount } = tierAt(terms.tiers, valueAt(size, mark));
  const { leverage } = traderOf(sketch, user);
  const { events, next } = ending(view, stage, most);
  // What staff have locked is liquidated all the same: its margin comes back to where the steps take it from.
  const unlocked = view.locks.locked.has(position) ? [unlockedFor(view, position)] : [];
  return [
    ...unlocked,
    {
      type: 'LiquidationStarted',
      ...whose(stage),
      lots: standing.lots,
      cost: standing.cost,
      collateral: standing.collateral,
      leverage,
      mark,
      index: view.perpetual.contracts.get(name)?.mark.index ?? 0,
      requirement: requirementAt(terms, size, mark),
      ratePpb,
      amount,
      closePpb: terms.closePpb,
      next,
    },
    ...events,
  ];
}

/** 1. What waits in the market ends: it heals nothing, it stops growth. */
function endOrders(view: CoreView, stage: Stage, most: number): CoreEvent[] {
  const { events, next } = ending(view, stage, most);
  return [{ type: 'LiquidationOrdersEnded', ...whose(stage), next }, ...events];
}

function ending(view: CoreView, { user, sketch }: Stage, most: number): { events: CoreEvent[]; next: LiquidationStep } {
  const orders = ordersIn(view, user, sketch.market.terms.market);
  const events = orders.slice(0, most).map((order) => endOpen(view, sketch.market, order, 'liquidation'));
  return { events, next: orders.length > most ? 'orders' : 'reduce' };
}

/** 3. To the cap of the tier below; null in the first tier, and where not one lot would be left. */
function reduce(view: CoreView, stage: Stage, standing: Standing): CoreEvent[] | null {
  const { sketch } = stage;
  const { mark, terms, market } = sketch;
  const size = sizeOf(stage, standing);
  const value = valueAt(size, mark);
  const place = terms.tiers.indexOf(tierAt(terms.tiers, value));
  if (place === 0) return null;
  const keeps = Number(terms.tiers[place - 1].cap / (market.quotePerTickLot * BigInt(mark)));
  if (keeps === 0) return null;
  const lots = standing.lots - keeps;
  const limit = bankruptcyOf(stage, standing);
  const { events, filled, notional, wantsMore } = offer(view, sketch, stage, limit, lots, reducingFill);
  const rest = standingOf(stage) ?? broken('a position that is cut is closed');
  const spare = spareOf(stage, rest);
  const owed = feeOf(notional, LIQUIDATION_FEE_PPB);
  const most = spare > 1n ? spare - 1n : 0n;
  const fee = owed < most ? owed : most;
  const { quote } = market.terms;
  const debit = traderOf(sketch, stage.user).buckets.locked;
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
  events.push({ type: 'LiquidationReduced', ...whose(stage), mark, limit, lots, filled, fee, next, entries });
  if (!isShort(spare)) events.push(finished(stage, 'recovered'));
  return events;
}

/** 4. All of it at its bankruptcy price; what is better is the fund's. */
function take(view: CoreView, stage: Stage, standing: Standing): CoreEvent[] {
  const { sketch } = stage;
  const { mark } = sketch;
  const limit = bankruptcyOf(stage, standing);
  const fund: Fund = { paid: 0n, most: 0n, surplus: 0n };
  const { lots } = standing;
  const { events, filled, wantsMore } = offer(view, sketch, stage, limit, lots, takingOver(fund), fund);
  const next = wantsMore ? 'take' : isBeyond(stage, limit) ? 'insure' : 'deleverage';
  const { surplus } = fund;
  events.push({ type: 'PositionTakenOver', ...whose(stage), mark, limit, lots, filled, surplus, next });
  if (filled === lots) events.push(finished(stage, 'closed'));
  return events;
}

/** 5. Down to the mark, as far as the fund pays; null where it pays nothing. */
function insure(view: CoreView, stage: Stage, standing: Standing): CoreEvent[] | null {
  const { sketch, insured: before } = stage;
  const { mark, market } = sketch;
  const { market: name, quote } = market.terms;
  const insurance = houseAccount('insurance', quote);
  const bankruptcy = bankruptcyOf(stage, standing);
  if (!isBeyond(stage, bankruptcy)) return null;
  settleMakers(sketch, stage, mark);
  const balance = fundOf(sketch);
  const most = (view.liquidations.fund.get(name) ?? 0n) / FUND_SHARE;
  const left = most - before < balance ? most - before : balance;
  if (left <= 0n) return null;
  const lots = affordable(sketch, stage, standing, mark, left);
  if (lots === 0) return null;
  const fund: Fund = { paid: 0n, most: left, surplus: 0n };
  const { events, filled, wantsMore } = offer(view, sketch, stage, mark, lots, takingOver(fund), fund);
  if (filled === 0 && events.length === 0) return null;
  const amount = fund.paid;
  const credit = traderOf(sketch, stage.user).buckets.locked;
  const entries: Entry[] =
    amount > 0n ? [{ kind: 'insurance_cover', debit: insurance, credit, amount, hold: standing.hold }] : [];
  const next = wantsMore ? 'insure' : 'deleverage';
  const paid: CoreEvent = {
    type: 'InsurancePaid',
    ...whose(stage),
    mark,
    bankruptcy,
    lots,
    filled,
    most,
    before,
    amount,
    next,
    entries,
  };
  const all = [paid, ...events];
  if (filled === standing.lots) all.push(finished(stage, 'closed'));
  return all;
}

/** 6. Others of the opposite side, by rank. */
function deleveraged(view: CoreView, stage: Stage, standing: Standing, most?: number): CoreEvent[] {
  const price = Math.max(1, bankruptcyOf(stage, standing));
  const events = deleverage(view, stage.sketch, stage, price, most);
  if (!standingOf(stage)) events.push(finished(stage, 'closed'));
  return events;
}

function whose({ id, position, user, side, sketch }: Stage) {
  return { liquidation: id, market: sketch.market.terms.market, position, user, side };
}

function finished(stage: Stage, reason: 'recovered' | 'closed'): CoreEvent {
  return { type: 'LiquidationFinished', ...whose(stage), reason };
}

function standingOf({ sketch, user, side, position }: Stage): Standing | null {
  const standing = traderOf(sketch, user)[side];
  return standing?.id === position ? standing : null;
}

function sizeOf({ sketch, side }: Stage, { lots, cost }: Standing): Size {
  return { side, perTick: perTickOf(sketch.market, lots), cost };
}

function spareOf(stage: Stage, standing: Standing): bigint {
  const { terms, mark } = stage.sketch;
  return spareAt(terms, [sizeOf(stage, standing)], standing.collateral, mark);
}

/** 0 where there is none above zero. */
function bankruptcyOf(stage: Stage, standing: Standing): number {
  return bankruptcyPrice(sizeOf(stage, standing), standing.collateral, stage.sketch.terms.closePpb) ?? 0;
}

/** Whether the mark is worse than that price. */
function isBeyond({ side, sketch: { mark } }: Stage, bankruptcy: number): boolean {
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
