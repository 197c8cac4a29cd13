/**
 * A taker's walk through the book, as events: a trade at each maker's price, a cancellation for each own order that self-trade prevention
 * removes, and the end of the remainder. Placing, triggering and amending share it.
 */
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../../../core/bounds';
import type { CoreEvent } from '../../../core/event';
import {
  fixedFeeAfterFill,
  chargeOf,
  feeRuleAt,
  fixedFeeOf,
  hasFixedFees,
  type FeeTerms,
  type Payer,
} from '../../../core/fees/charge';
import { levelAt } from '../../../core/fees/level';
import type { AccountName, Entry } from '../../../core/ledger/entry';
import { spotBuckets } from '../../../core/ledger/ledger';
import type { MarketTerms } from '../../../core/market/commands';
import type { MatchPlan } from '../../../core/market/matching';
import { baseOf, notionalOf } from '../../../core/market/market';
import type { OrderSide, OrderStake } from '../../../core/market/order';
import { termsAt } from '../../../core/market/scheduled-terms';
import { planWalk, pushMatchEvents, type TakeRequest } from '../../../core/market/book-walk';
import { invariant } from '../../../core/rejection';
import type { Counters, CoreView, MarketView } from '../../../core/state';
import { cancelOpenOrder, returnEntry } from './cancel';
import type { TradeExecuted } from './events';

/** Maximum resting orders that one command meets in any market. */
export const MAKERS_MAX = 500;

/**
 * Maximum bytes of a trade and its comma, without its names and its six ids: five entries, every price and amount at its maximum length.
 */
const TRADE_BYTES_MAX = 916;
/** Additional bytes for a maker whose trade event also reports the fee that its order owes. */
const FIXED_FEE_BYTES_MAX = 34;
const IDS_IN_TRADE = 6;
/** Digits of an id: enough for the lifetime of most exchanges, and the maximum. */
const ID_DIGITS = 10;
const ID_DIGITS_MAX = 16;
/** Everything except the trades: the batch's own fields and its link, the preceding and the following event. */
const OTHER_BYTES_MAX = 2_048;

/**
 * Maximum resting orders that one command meets in a market, so that the longest trades with them fit one batch: 500,
 * and fewer only if long names or ids would exceed its bytes (451 if both assets have twelve letters and ids are beyond
 * 10^10).
 */
export function makersMaxOf(
  terms: Pick<MarketTerms, 'market' | 'base' | 'quote'> & Pick<FeeTerms, 'makerFeesFixed' | 'takerFeesFixed'>,
  { order, trade, hold }: Readonly<Counters>,
): number {
  const idDigits = Math.max(order, trade, hold) + BATCH_EVENTS_MAX < 10 ** ID_DIGITS ? ID_DIGITS : ID_DIGITS_MAX;
  const { market, base, quote } = terms;
  const owesBytesMax = hasFixedFees(terms) ? FIXED_FEE_BYTES_MAX : 0;
  const names = market.length + 4 * base.length + 6 * quote.length;
  const tradeBytesMax = TRADE_BYTES_MAX + owesBytesMax + IDS_IN_TRADE * idDigits + names;
  return Math.min(MAKERS_MAX, Math.floor((BATCH_BYTES_MAX - OTHER_BYTES_MAX) / tradeBytesMax));
}

/** The taker's hold, from which its fills are paid. */
export interface TakingHold {
  id: number;
  /** Units in the hold when the walk begins. */
  heldAmount: bigint;
  /**
   * Ticks that a limit buy held per lot, so that each fill returns the difference; 0 if the hold does not depend on a
   * price.
   */
  heldPrice: number;
  /** Only for a robot's order. */
  stake: OrderStake | null;
}

/** Plans the walk. The plan is scratch space, valid until the next call. */
export function planTaking(
  { counters }: Pick<CoreView, 'counters'>,
  market: MarketView,
  takeRequest: TakeRequest,
  makersMax = makersMaxOf(termsAt(market, takeRequest.at), counters),
): MatchPlan {
  return planWalk(market, takeRequest, makersMax);
}

/** Returns the cost of the planned fills for a taker: quote units for a buy, base units for a sell. */
export function takerCostOf(market: MarketView, side: OrderSide, planned: MatchPlan): bigint {
  if (side === 'sell') return baseOf(market, planned.filledLots);
  let cost = 0n;
  for (let step = 0; step < planned.steps; step++) {
    const lots = planned.lots[step];
    if (lots > 0) cost += notionalOf(market, planned.ticks[step], lots);
  }
  return cost;
}

/**
 * Pushes the events of the planned fills and returns the units left in the taker's hold.
 *
 * @param firstTrade number of the first trade, if the batch has earlier ones
 */
export function pushFills(
  view: CoreView,
  market: MarketView,
  takeRequest: TakeRequest,
  hold: TakingHold | null,
  planned: MatchPlan,
  events: CoreEvent[],
  firstTrade = view.counters.trade,
): bigint {
  let remainingHold = hold?.heldAmount ?? 0n;
  let trade = firstTrade;
  const existingOrder = view.orders.get(takeRequest.order);
  // New and amended orders follow the present fee rule; an order with a reached trigger keeps its own rule.
  const rule = existingOrder?.phase === 'waiting' ? undefined : feeRuleAt(market, takeRequest.at);
  // The order's state once the preceding fills are folded.
  const taker = {
    filledQuantity: existingOrder?.filledQuantity ?? 0,
    fixedFee: existingOrder?.fixedFee ?? fixedFeeOf(rule),
  };
  pushMatchEvents(view, planned, events, {
    trade(maker, ticks, lots) {
      invariant(hold !== null && maker.hold !== null, 'orders that trade hold');
      const executed = tradeOf(view, market, takeRequest, hold, maker, ticks, lots, trade++, taker);
      taker.filledQuantity += lots;
      taker.fixedFee = fixedFeeAfterFill(taker.fixedFee, executed.takerOwes, executed.notional);
      remainingHold -= spentBy(executed, takeRequest.side);
      return executed;
    },
    drop: (maker) => cancelOpenOrder(view.ledger, maker, market, 'self_trade'),
  });
  return remainingHold;
}

/** Units that a trade takes out of the taker's hold: the payment and, for a buy by limit, the returned difference. */
function spentBy(executed: TradeExecuted, takerSide: OrderSide): bigint {
  if (takerSide === 'sell') return executed.entries[0].amount;
  let spentAmount = executed.entries[1].amount;
  for (const { kind, amount } of executed.entries) if (isReturnEntry(kind)) spentAmount += amount;
  return spentAmount;
}

/** Whether the entry returns the unneeded part of a taker's hold. */
function isReturnEntry(kind: Entry['kind']): boolean {
  return kind === 'cancel_buy_coin' || kind === 'robot_cancel';
}

interface Maker extends Payer {
  readonly id: number;
  readonly user: number;
  readonly hold: { readonly id: number } | null;
  readonly stake: OrderStake | null;
}

function tradeOf(
  view: CoreView,
  market: MarketView,
  takeRequest: TakeRequest,
  hold: TakingHold,
  maker: Maker,
  price: number,
  lots: number,
  trade: number,
  taker: Payer,
): TradeExecuted {
  const terms = termsAt(market, takeRequest.at);
  const { base, quote } = terms;
  const buys = takeRequest.side === 'buy';
  const makerHold = (maker.hold as { id: number }).id;
  const buyerStake = buys ? hold.stake : maker.stake;
  const sellerStake = buys ? maker.stake : hold.stake;
  const buyer = buys ? takeRequest.user : maker.user;
  const seller = buys ? maker.user : takeRequest.user;
  const buyerHold = buys ? hold.id : makerHold;
  const sellerHold = buys ? makerHold : hold.id;
  const baseAmount = baseOf(market, lots);
  const quoteAmount = notionalOf(market, price, lots);
  const makerLevel = levelAt(view, maker.user, 'spot', takeRequest.at);
  const takerLevel = levelAt(view, takeRequest.user, 'spot', takeRequest.at);
  const ofBuyer = chargeOf(market, terms, {
    side: 'buy',
    makes: !buys,
    level: buys ? takerLevel : makerLevel,
    order: buys ? taker : maker,
    received: baseAmount,
    price,
  });
  const ofSeller = chargeOf(market, terms, {
    side: 'sell',
    makes: buys,
    level: buys ? makerLevel : takerLevel,
    order: buys ? maker : taker,
    received: quoteAmount,
    price,
  });
  const [baseFee, quoteFee] = [ofBuyer.fee, ofSeller.fee];
  const { ledger } = view;
  const buyerBase = spotBuckets(ledger, buyer, base);
  const buyerQuote = spotBuckets(ledger, buyer, quote).frozen;
  const sellerBase = spotBuckets(ledger, seller, base).frozen;
  const sellerQuote = spotBuckets(ledger, seller, quote);

  const entries: Entry[] = [
    buyerStake === null
      ? { kind: 'trade_base', debit: sellerBase, credit: buyerBase.available, amount: baseAmount, hold: sellerHold }
      : stakeEntry('robot_trade_base', sellerBase, buyerBase.frozen, baseAmount, sellerHold, buyerStake.baseHold),
    sellerStake === null
      ? { kind: 'trade_quote', debit: buyerQuote, credit: sellerQuote.available, amount: quoteAmount, hold: buyerHold }
      : stakeEntry('robot_trade_quote', buyerQuote, sellerQuote.frozen, quoteAmount, buyerHold, sellerStake.quoteHold),
  ];
  if (baseFee > 0n) entries.push(feeEntry(buyerBase, market.feesBase, baseFee, buyerStake?.baseHold));
  if (quoteFee > 0n) entries.push(feeEntry(sellerQuote, market.feesQuote, quoteFee, sellerStake?.quoteHold));
  if (hold.heldPrice > price && buys) {
    const difference = notionalOf(market, hold.heldPrice - price, lots);
    entries.push(returnEntry(ledger, 'buy', takeRequest.user, quote, difference, hold.id, hold.stake));
  }
  return {
    type: 'TradeExecuted',
    trade,
    market: market.terms.market,
    price,
    quantity: lots,
    notional: quoteAmount,
    takerSide: takeRequest.side,
    makerOrder: maker.id,
    takerOrder: takeRequest.order,
    maker: maker.user,
    taker: takeRequest.user,
    makerFee: buys ? quoteFee : baseFee,
    takerFee: buys ? baseFee : quoteFee,
    makerOwes: buys ? ofSeller.owes : ofBuyer.owes,
    takerOwes: buys ? ofBuyer.owes : ofSeller.owes,
    entries,
  };
}

/** Adds the proceeds of a robot's order to its stake. */
function stakeEntry(
  kind: 'robot_trade_base' | 'robot_trade_quote',
  debit: AccountName,
  credit: AccountName,
  amount: bigint,
  hold: number,
  stakeHold: number,
): Entry {
  return { kind, debit, credit, amount, hold, into: stakeHold };
}

/** Charged to the received amount: to a robot's stake, or to the available balance. */
function feeEntry(
  { available, frozen }: Record<'available' | 'frozen', AccountName>,
  credit: AccountName,
  amount: bigint,
  stakeHold: number | undefined,
): Entry {
  if (stakeHold === undefined) return { kind: 'spot_fee', debit: available, credit, amount };
  return { kind: 'robot_fee', debit: frozen, credit, amount, hold: stakeHold };
}

/**
 * True if the `remainingBudget` units of a buy by quote amount buy no lot at its last price, and so none at worse prices: the order counts as filled,
 * whatever stopped the walk.
 */
export function isBudgetSpent(market: MarketView, planned: MatchPlan, remainingBudget: bigint): boolean {
  if (planned.filledLots === 0) return false;
  let last = planned.steps - 1;
  while (planned.lots[last] === 0) last--;
  return remainingBudget < notionalOf(market, planned.ticks[last], 1);
}
