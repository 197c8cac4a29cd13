/** End of a market: its last price is the half-hour mean of the index, and all positions are settled at it. */
import { fundingRate, meanPremium } from '../../../../../shared/products/perpetual/rules/funding';
import { CALL_OFF_MS } from '../../../../../shared/products/perpetual/rules/market-end';
import { CLOSING_MS, STALE_MS } from '../../../../../shared/products/perpetual/rules/mark';
import { feeOf } from '../../../../../shared/rules/arithmetic/rounding';
import { SLICE_EVENTS_MAX, SLICE_ORDERS_MAX } from '../../../../core/bounds';
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { idsAfter } from '../../../../core/fees/ordered-ids';
import { getOrThrow } from '../../../../core/evolve-helpers';
import { houseAccount, marketAccount, type Entry } from '../../../../core/ledger/entry';
import { balanceOf, bucketsOf } from '../../../../core/ledger/ledger';
import { firstSlot, nextSlot, slotOrder } from '../../../../core/market/book';
import { NONE } from '../../../../core/market/typed-arrays';
import { latestPrice, notionalOf, rateOf } from '../../../../core/market/market';
import type { OrderView } from '../../../../core/market/order';
import { reachedInOrder } from '../../../../core/market/reached-triggers';
import { broken, reject } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import { cancelOpenOrder } from '../orders/cancel';
import { perpetualMarket, type PerpetualMarketView } from '../terms/listing';
import { isCross, mustCancelOrders, raiseFunds, collateralPoolWithOrders } from '../margin/collateral-pool';
import { entryKindForBucket, marginBucket } from '../margin/bucket';
import { markAt } from '../marks/mark';
import type { CallOffPerpetualEnd, EndPerpetualMarket, FixSettlement, SettleMarket } from './commands';
import {
  createFundingSettlement,
  decideSettleFunding,
  FALLBACK_ORDERS_MAX,
  fallbackSettleFunding,
} from '../funding/settle';
import { perpetualFeeLevel } from '../orders/match-simulation';
import { isMarketHalted } from '../marks/market-halt';

const AHEAD_MS_MAX = 90 * 86_400_000;
/** Maximum orders or positions that one batch ends. */
export const END_SLICE = 200;

export function decideEndPerpetualMarket(view: CoreView, command: EndPerpetualMarket, { at }: Context): Decision {
  const { market, reason, endsAt } = command;
  if (!perpetualMarket(view, market)) return reject('market.unknown');
  if (getOrThrow(view.perpetual.contracts, market).ending) return reject('market.state.unchanged');
  const { told: isStaffNamed, rules } = view.staff;
  const noticeMs = isStaffNamed ? Math.max(CLOSING_MS, rules.endNoticeMs) : CLOSING_MS;
  if (!Number.isSafeInteger(endsAt) || endsAt < at + noticeMs || endsAt > at + AHEAD_MS_MAX)
    return reject('terms.from.invalid');
  return [{ type: 'PerpetualMarketEnding', market, reason, endsAt }];
}

/** Possible until an hour before the end: then close-only is near, and users have acted on the end. */
export function decideCallOffPerpetualEnd(
  view: CoreView,
  { market, reason }: CallOffPerpetualEnd,
  { at }: Context,
): Decision {
  if (!perpetualMarket(view, market)) return reject('market.unknown');
  const { ending } = getOrThrow(view.perpetual.contracts, market);
  if (!ending) return reject('market.state.unchanged');
  if (at > ending.endsAt - CALL_OFF_MS) return reject('market.end.too.late', { until: ending.endsAt - CALL_OFF_MS });
  return [{ type: 'PerpetualEndCalledOff', market, reason }];
}

/** Fixes the funding of the partial interval, if there is a mark, and the settlement price. */
export function decideFixSettlement(view: CoreView, command: FixSettlement, { at }: Context): Decision {
  // Funding fixed at an earlier hour is settled before the settlement price.
  const { market } = command;
  return isSettling(view, market)
    ? decideSettleFunding(view, { type: 'SettleFunding', market })
    : settlementFixedEvents(view, command, at);
}

export function fallbackFixSettlement(view: CoreView, command: FixSettlement): CoreEvent[] {
  return isSettling(view, command.market)
    ? fallbackSettleFunding(view, command)
    : settlementFixedEvents(view, command, view.at);
}

function isSettling({ marks }: CoreView, market: string): boolean {
  return (marks.tracks.get(market)?.run ?? 0) !== 0;
}

function settlementFixedEvents(view: CoreView, { market: name }: FixSettlement, at: number): CoreEvent[] {
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const { ending, mark, terms } = getOrThrow(view.perpetual.contracts, name);
  if (!ending) broken(`${name} does not end`);
  const { endsAt } = ending;
  const track = view.marks.tracks.get(name);
  const price = mark.mark || (markAt(view, market, at)?.ticks ?? latestPrice(market, at));
  const last: CoreEvent = { type: 'SettlementFixed', market: name, endsAt, price };
  const elapsedMs = track && track.fundingDue > 0 ? endsAt - (track.fundingDue - terms.fundingIntervalMs) : 0;
  const isOwed = elapsedMs > 0 && endsAt - mark.at <= STALE_MS && !isMarketHalted(view, market);
  if (!track || !isOwed) return [last];
  const premium = meanPremium(track.premiumSum, track.premiumMs, elapsedMs);
  const rate = fundingRate(premium, terms.fundingCapPpb, elapsedMs);
  return [{ type: 'FundingFixed', market: name, dueAt: endsAt, premium, rate, mark: mark.mark }, last];
}

/** Settles funding first, then orders, then positions; then the market has ended. */
export function decideSettleMarket(view: CoreView, { market }: SettleMarket, { at }: Context): Decision {
  if (isSettling(view, market)) return decideSettleFunding(view, { type: 'SettleFunding', market });
  return settlementSlice(view, market, at, END_SLICE, SLICE_ORDERS_MAX);
}

/** Fallback if a slice exceeds one batch: one order or position, after a few of its account's orders at a time. */
export function fallbackSettleMarket(view: CoreView, { market }: SettleMarket): CoreEvent[] {
  if (isSettling(view, market)) return fallbackSettleFunding(view, { market });
  return settlementSlice(view, market, view.at, 1, FALLBACK_ORDERS_MAX);
}

function settlementSlice(view: CoreView, name: string, at: number, slice: number, orders: number): CoreEvent[] {
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const remainingOrders = ordersLeft(view, name, slice);
  if (remainingOrders.length > 0)
    return remainingOrders.map((order) => cancelOpenOrder(view, market, order, 'market_ended'));
  const settled = view.marks.funded.get(name)?.settled;
  const ids = settled ? idsAfter(settled, 0, slice) : [];
  if (ids.length === 0) return [{ type: 'PerpetualMarketEnded', market: name }];
  return settle(view, market, ids, at, orders);
}

/** Orders in the books of the market, one slice at a time; triggered ones come last. */
function ordersLeft(view: CoreView, name: string, max: number): OrderView[] {
  const { book, triggers } = getOrThrow(view.markets, name);
  const { mark } = getOrThrow(view.perpetual.contracts, name).waiting;
  const orders: OrderView[] = [];
  for (const from of [book, triggers, mark]) {
    for (const side of ['buy', 'sell'] as const) {
      for (let slot = firstSlot(from, side); slot !== NONE; slot = nextSlot(from, slot)) {
        if (orders.length === max) return orders;
        orders.push(getOrThrow(view.orders, slotOrder(from, slot)));
      }
    }
  }
  for (const { order: id } of reachedInOrder(view.reached)) {
    const order = view.orders.get(id);
    if (order?.market === name && orders.length < max) orders.push(order);
  }
  return orders;
}

/** Settles as many positions as fit one batch, or only cancels orders of the first one if it has too many. */
function settle(
  view: CoreView,
  market: PerpetualMarketView,
  ids: readonly number[],
  at: number,
  orders: number,
): CoreEvent[] {
  const { market: name, quote, takerFeesPpb } = market.terms;
  const price = getOrThrow(view.perpetual.contracts, name).ending?.price ?? broken(`${name} has no last price`);
  const clearing = marketAccount('clearing', name, quote);
  const [fund, treasury] = [houseAccount('insurance', quote), houseAccount('treasury', quote)];
  let insurance = balanceOf(view.ledger, fund);
  const settling = createFundingSettlement(view, market, collateralPoolWithOrders);
  const open = view.liquidations.open.get(name);
  const events: CoreEvent[] = [];
  for (const id of ids) {
    if (events.length >= SLICE_EVENTS_MAX) break;
    const position = getOrThrow(getOrThrow(view.marks.funded, name).byId, id);
    const { user, side, lots, cost, hold } = position;
    const buckets = bucketsOf(view.ledger, 'contract', user, quote);
    const bucket = marginBucket(view, hold);
    const value = notionalOf(market, price, lots);
    // A cross account pays with all its funds.
    const pool = isCross(view, position) ? settling.collateralPool(user) : null;
    const leg = pool?.legs.find((one) => one.id === id);
    const margin = leg?.collateral ?? getOrThrow(view.holds, hold).remaining;
    const released = leg?.cost ?? cost;
    const profit = side === 'long' ? value - released : released - value;
    const remainingMargin = margin + profit > 0n ? margin + profit : 0n;
    // The fee is limited to the remaining amount; other funds pay a loss beyond it.
    const charged = feeOf(value, rateOf(takerFeesPpb, perpetualFeeLevel(view, user, at)));
    const fee = charged < remainingMargin ? charged : remainingMargin;
    const shortfall = margin + profit < 0n ? -(margin + profit) : 0n;
    if (pool) {
      events.push(...raiseFunds(view, pool, shortfall, id, orders));
      if (mustCancelOrders(pool, shortfall)) break;
    }
    const max = pool && pool.free > 0n ? pool.free : 0n;
    const contribution = shortfall < max ? shortfall : max;
    const missing = shortfall - contribution;
    const insured = missing < insurance ? missing : insurance;
    insurance -= insured;
    const entries: Entry[] = [];
    const move = (entry: Entry): void => {
      if (entry.amount > 0n) entries.push(entry);
    };
    const marginCredit = { credit: buckets[bucket], hold };
    move({ kind: entryKindForBucket('insurance_cover', bucket), debit: fund, ...marginCredit, amount: insured });
    move({
      kind: entryKindForBucket('treasury_cover', bucket),
      debit: treasury,
      ...marginCredit,
      amount: missing - insured,
    });
    const marginRelease = { debit: buckets[bucket], credit: buckets.available, hold };
    move({ kind: entryKindForBucket('margin_return', bucket), ...marginRelease, amount: margin + missing });
    move({ kind: 'margin_profit', debit: clearing, credit: buckets.available, amount: profit });
    move({ kind: 'margin_loss', debit: buckets.available, credit: clearing, amount: -profit });
    move({ kind: `close_${side}_fee`, debit: buckets.available, credit: market.feesQuote, amount: fee });
    if (pool) {
      pool.free += margin + missing + profit - fee;
      pool.legs = pool.legs.filter((one) => one.id !== id);
    }
    events.push({
      type: 'PositionSettled',
      market: name,
      position: id,
      user,
      side,
      lots,
      price,
      released,
      fee,
      entries,
    });
    // Settlement ends the position's liquidation; there is no takeover.
    if (open?.position === id)
      events.push({
        type: 'LiquidationFinished',
        liquidation: open.id,
        market: name,
        position: id,
        user,
        side,
        reason: 'closed',
      });
  }
  return events;
}
