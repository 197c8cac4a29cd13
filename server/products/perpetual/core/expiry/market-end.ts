/** Ending a market: the last price is the mean of the index of half an hour, and everybody is settled at it. */
import { fundingRate, meanPremium } from '../../../../../shared/products/perpetual/rules/funding';
import { CALL_OFF_MS } from '../../../../../shared/products/perpetual/rules/market-end';
import { CLOSING_MS, STALE_MS } from '../../../../../shared/products/perpetual/rules/mark';
import { feeOf } from '../../../../../shared/rules/rounding';
import { SLICE_EVENTS_MAX, SLICE_ORDERS_MAX } from '../../../../core/bounds';
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { idsAfter } from '../../../../core/fees/ordered-ids';
import { known } from '../../../../core/folding';
import { houseAccount, marketAccount, type Entry } from '../../../../core/ledger/entry';
import { balanceOf, bucketsOf } from '../../../../core/ledger/ledger';
import { firstSlot, nextSlot, NONE, slotOrder } from '../../../../core/market/book';
import { latestPrice, notionalOf, rateOf } from '../../../../core/market/market';
import type { OrderView } from '../../../../core/market/order';
import { reachedInOrder } from '../../../../core/market/reached';
import { broken, reject } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import { endOpen } from '../orders/end';
import { perpetualMarket, type PerpetualMarketView } from '../terms/listing';
import { isCross, isRaising, raise, wholePurse } from '../margin/equity';
import { inBucket, marginBucket } from '../margin/bucket';
import { markAt } from '../marks/mark';
import type { CallOffPerpetualEnd, EndPerpetualMarket, FixSettlement, SettleMarket } from './commands';
import { createSettling, decideSettleFunding, GIVEN_UP_ORDERS_MAX, giveUpSettleFunding } from '../funding/settle';
import { levelOf } from '../orders/sketch';
import { standsStill } from '../marks/standstill';

const AHEAD_MS_MAX = 90 * 86_400_000;
/** Orders or positions that one batch ends. */
export const END_SLICE = 200;

export function decideEndPerpetualMarket(view: CoreView, command: EndPerpetualMarket, { at }: Context): Decision {
  const { market, reason, endsAt } = command;
  if (!perpetualMarket(view, market)) return reject('market.unknown');
  if (known(view.perpetual.contracts, market).ending) return reject('market.state.unchanged');
  const { told, rules } = view.staff;
  const notice = told ? Math.max(CLOSING_MS, rules.endNoticeMs) : CLOSING_MS;
  if (!Number.isSafeInteger(endsAt) || endsAt < at + notice || endsAt > at + AHEAD_MS_MAX)
    return reject('terms.from.invalid');
  return [{ type: 'PerpetualMarketEnding', market, reason, endsAt }];
}

/** Until an hour before: then positions are about to become smaller only, and users have gone by the end. */
export function decideCallOffPerpetualEnd(
  view: CoreView,
  { market, reason }: CallOffPerpetualEnd,
  { at }: Context,
): Decision {
  if (!perpetualMarket(view, market)) return reject('market.unknown');
  const { ending } = known(view.perpetual.contracts, market);
  if (!ending) return reject('market.state.unchanged');
  if (at > ending.endsAt - CALL_OFF_MS) return reject('market.end.too.late', { until: ending.endsAt - CALL_OFF_MS });
  return [{ type: 'PerpetualEndCalledOff', market, reason }];
}

/** Funding for the part of the interval, where there is a mark to reckon by; and the price. */
export function decideFixSettlement(view: CoreView, command: FixSettlement, { at }: Context): Decision {
  // Of an hour before the rest is settled first.
  const { market } = command;
  return isSettling(view, market)
    ? decideSettleFunding(view, { type: 'SettleFunding', market })
    : fixed(view, command, at);
}

export function giveUpFixSettlement(view: CoreView, command: FixSettlement): CoreEvent[] {
  return isSettling(view, command.market) ? giveUpSettleFunding(view, command) : fixed(view, command, view.at);
}

function isSettling({ marks }: CoreView, market: string): boolean {
  return (marks.tracks.get(market)?.run ?? 0) !== 0;
}

function fixed(view: CoreView, { market: name }: FixSettlement, at: number): CoreEvent[] {
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const { ending, mark, terms } = known(view.perpetual.contracts, name);
  if (!ending) broken(`${name} does not end`);
  const { endsAt } = ending;
  const track = view.marks.tracks.get(name);
  const price = mark.mark || (markAt(view, market, at)?.ticks ?? latestPrice(market, at));
  const last: CoreEvent = { type: 'SettlementFixed', market: name, endsAt, price };
  const part = track && track.fundingDue > 0 ? endsAt - (track.fundingDue - terms.fundingIntervalMs) : 0;
  const isOwed = part > 0 && endsAt - mark.at <= STALE_MS && !standsStill(view, market);
  if (!track || !isOwed) return [last];
  const premium = meanPremium(track.premiumSum, track.premiumMs, part);
  const rate = fundingRate(premium, terms.fundingCapPpb, part);
  return [{ type: 'FundingFixed', market: name, dueAt: endsAt, premium, rate, mark: mark.mark }, last];
}

/** First what is owed of funding, then orders, then positions, and then the market is over. */
export function decideSettleMarket(view: CoreView, { market }: SettleMarket, { at }: Context): Decision {
  if (isSettling(view, market)) return decideSettleFunding(view, { type: 'SettleFunding', market });
  return ended(view, market, at, END_SLICE, SLICE_ORDERS_MAX);
}

/** Should a slice not fit one batch: one order or position does, after a few of its account's orders at a time. */
export function giveUpSettleMarket(view: CoreView, { market }: SettleMarket): CoreEvent[] {
  if (isSettling(view, market)) return giveUpSettleFunding(view, { market });
  return ended(view, market, view.at, 1, GIVEN_UP_ORDERS_MAX);
}

function ended(view: CoreView, name: string, at: number, slice: number, orders: number): CoreEvent[] {
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const left = ordersLeft(view, name, slice);
  if (left.length > 0) return left.map((order) => endOpen(view, market, order, 'market_ended'));
  const settled = view.marks.funded.get(name)?.settled;
  const ids = settled ? idsAfter(settled, 0, slice) : [];
  if (ids.length === 0) return [{ type: 'PerpetualMarketEnded', market: name }];
  return settle(view, market, ids, at, orders);
}

/** As its books have them, a slice at a time, whatever is open elsewhere; those whose trigger was reached stand behind the others. */
function ordersLeft(view: CoreView, name: string, most: number): OrderView[] {
  const { book, triggers } = known(view.markets, name);
  const { mark } = known(view.perpetual.contracts, name).waiting;
  const orders: OrderView[] = [];
  for (const from of [book, triggers, mark]) {
    for (const side of ['buy', 'sell'] as const) {
      for (let slot = firstSlot(from, side); slot !== NONE; slot = nextSlot(from, slot)) {
        if (orders.length === most) return orders;
        orders.push(known(view.orders, slotOrder(from, slot)));
      }
    }
  }
  for (const { order: id } of reachedInOrder(view.reached)) {
    const order = view.orders.get(id);
    if (order?.market === name && orders.length < most) orders.push(order);
  }
  return orders;
}

/** As many of them as a batch holds, or orders of the first alone, where that many have to end before it is. */
function settle(
  view: CoreView,
  market: PerpetualMarketView,
  ids: readonly number[],
  at: number,
  orders: number,
): CoreEvent[] {
  const { market: name, quote, takerFeesPpb } = market.terms;
  const price = known(view.perpetual.contracts, name).ending?.price ?? broken(`${name} has no last price`);
  const clearing = marketAccount('clearing', name, quote);
  const [fund, treasury] = [houseAccount('insurance', quote), houseAccount('treasury', quote)];
  let insurance = balanceOf(view.ledger, fund);
  const settling = createSettling(view, market, wholePurse);
  const open = view.liquidations.open.get(name);
  const events: CoreEvent[] = [];
  for (const id of ids) {
    if (events.length >= SLICE_EVENTS_MAX) break;
    const position = known(known(view.marks.funded, name).byId, id);
    const { user, side, lots, cost, hold } = position;
    const buckets = bucketsOf(view.ledger, 'contract', user, quote);
    const bucket = marginBucket(view, hold);
    const value = notionalOf(market, price, lots);
    // A cross account pays with all that it has.
    const purse = isCross(view, position) ? settling.purse(user) : null;
    const leg = purse?.legs.find((one) => one.id === id);
    const margin = leg?.collateral ?? known(view.holds, hold).remaining;
    const released = leg?.cost ?? cost;
    const profit = side === 'long' ? value - released : released - value;
    const there = margin + profit > 0n ? margin + profit : 0n;
    // The fee takes no more than there is; a loss that is more than there is others pay.
    const charged = feeOf(value, rateOf(takerFeesPpb, levelOf(view, user, at)));
    const fee = charged < there ? charged : there;
    const lacking = margin + profit < 0n ? -(margin + profit) : 0n;
    if (purse) {
      events.push(...raise(view, purse, lacking, id, orders));
      if (isRaising(purse, lacking)) break;
    }
    const most = purse && purse.free > 0n ? purse.free : 0n;
    const given = lacking < most ? lacking : most;
    const missing = lacking - given;
    const insured = missing < insurance ? missing : insurance;
    insurance -= insured;
    const entries: Entry[] = [];
    const move = (entry: Entry): void => {
      if (entry.amount > 0n) entries.push(entry);
    };
    const into = { credit: buckets[bucket], hold };
    move({ kind: inBucket('insurance_cover', bucket), debit: fund, ...into, amount: insured });
    move({ kind: inBucket('treasury_cover', bucket), debit: treasury, ...into, amount: missing - insured });
    const back = { debit: buckets[bucket], credit: buckets.available, hold };
    move({ kind: inBucket('margin_return', bucket), ...back, amount: margin + missing });
    move({ kind: 'margin_profit', debit: clearing, credit: buckets.available, amount: profit });
    move({ kind: 'margin_loss', debit: buckets.available, credit: clearing, amount: -profit });
    move({ kind: `close_${side}_fee`, debit: buckets.available, credit: market.feesQuote, amount: fee });
    if (purse) {
      purse.free += margin + missing + profit - fee;
      purse.legs = purse.legs.filter((one) => one.id !== id);
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
    // Nobody takes over what is settled: that it was being liquidated is over with it.
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
