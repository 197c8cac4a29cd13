/**
 * The canonical form of a batch: the bytes that the journal stores, that the chain hashes and that any other program can
 * read. Fixed key order, amounts as decimal digits in quotes, safe integers, absent fields left out, no white space:
 * encode(decode(bytes)) = bytes. What JSON.stringify would write for the same ordered object, only several times faster,
 * since encoding and not matching is the cost of the hot path.
 */
import type { Actor } from './command';
import type { Batch, CommandNote, CoreEvent, EventOf, EventType } from './event';
import type { Entry } from './ledger/entry';

/** The form this build writes. Older ones are brought up to it before they are decoded (`server/journal/upcast.ts`). */
export const BATCH_VERSION = 1;

/**
 * How a field is written. `word`: text that needs no escape by construction (assets, markets, members of enumerations);
 * `text`: what people type; `integer`: a safe integer; `amount`: a bigint. With `?`: left out when absent.
 */
type Code = Required | `${Required}?`;
type Required = 'word' | 'text' | 'integer' | 'integers' | 'amount' | 'entries';

type CodeOf<V> = [V] extends [bigint]
  ? 'amount'
  : [V] extends [number]
    ? 'integer'
    : [V] extends [string]
      ? 'word' | 'text'
      : [V] extends [number[]]
        ? 'integers'
        : [V] extends [Entry[]]
          ? 'entries'
          : never;
type Shape<E> = {
  [K in Exclude<keyof E, 'type'>]-?: undefined extends E[K] ? `${CodeOf<Exclude<E[K], undefined>>}?` : CodeOf<E[K]>;
};

/** The fields of every event in their canonical order, behind `type`. A kind or a field without its place does not compile. */
export const EVENT_SHAPES: { [T in EventType]: Shape<EventOf<T>> } = {
  AssetListed: { asset: 'word', scale: 'integer', withdrawalFee: 'amount', withdrawalMin: 'amount' },
  MarketListed: {
    market: 'word',
    base: 'word',
    quote: 'word',
    tick: 'word',
    lot: 'word',
    quantityMin: 'integer',
    quantityMax: 'integer',
    notionalMin: 'amount',
    priceLowest: 'integer',
    priceHighest: 'integer',
    makerFeesPpb: 'integers',
    takerFeesPpb: 'integers',
    openOrdersMax: 'integer',
    referencePrice: 'integer',
    bandPpb: 'integer',
  },
  MarketStateChanged: { market: 'word', state: 'word' },
  MemberRegistered: { user: 'integer' },
  MemberVerified: { user: 'integer' },
  AccountFrozen: { user: 'integer', reason: 'text' },
  AccountUnfrozen: { user: 'integer', reason: 'text' },
  FeeTierAssigned: { user: 'integer', tier: 'integer' },
  RechargeCredited: { user: 'integer', asset: 'word', amount: 'amount', reference: 'text', entries: 'entries' },
  WithdrawalApplied: {
    withdrawal: 'integer',
    user: 'integer',
    asset: 'word',
    amount: 'amount',
    fee: 'amount',
    hold: 'integer',
    entries: 'entries',
  },
  WithdrawalPaid: { withdrawal: 'integer', user: 'integer', reference: 'text', entries: 'entries' },
  WithdrawalRejected: { withdrawal: 'integer', user: 'integer', reason: 'text', entries: 'entries' },
  WithdrawalCancelled: { withdrawal: 'integer', user: 'integer', entries: 'entries' },
  FundsFrozen: {
    hold: 'integer',
    user: 'integer',
    asset: 'word',
    amount: 'amount',
    reason: 'text',
    entries: 'entries',
  },
  FundsUnfrozen: { hold: 'integer', user: 'integer', reason: 'text', entries: 'entries' },
  HouseFunded: { asset: 'word', amount: 'amount', reason: 'text', entries: 'entries' },
  OrderPlaced: {
    order: 'integer',
    user: 'integer',
    market: 'word',
    side: 'word',
    kind: 'word',
    timeInForce: 'word',
    selfTrade: 'word',
    price: 'integer?',
    quantity: 'integer?',
    quoteAmount: 'amount?',
    trigger: 'integer?',
    disposition: 'word',
    entries: 'entries',
  },
  OrderTriggered: { order: 'integer', user: 'integer', market: 'word', disposition: 'word' },
  OrderRested: {
    order: 'integer',
    user: 'integer',
    market: 'word',
    side: 'word',
    price: 'integer',
    quantity: 'integer',
  },
  TradeExecuted: {
    trade: 'integer',
    market: 'word',
    price: 'integer',
    quantity: 'integer',
    takerSide: 'word',
    makerOrder: 'integer',
    takerOrder: 'integer',
    maker: 'integer',
    taker: 'integer',
    makerFee: 'amount',
    takerFee: 'amount',
    entries: 'entries',
  },
  OrderAmended: {
    order: 'integer',
    user: 'integer',
    market: 'word',
    side: 'word',
    price: 'integer',
    quantity: 'integer',
    openBefore: 'integer',
    priceBefore: 'integer',
    disposition: 'word',
    entries: 'entries',
  },
  OrderCancelled: {
    order: 'integer',
    user: 'integer',
    market: 'word',
    side: 'word',
    price: 'integer',
    open: 'integer',
    rested: 'integer',
    reason: 'word',
    entries: 'entries',
  },
};
