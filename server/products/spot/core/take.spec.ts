/** The arithmetic of the bounds, with a worst case that no market reaches: every id and amount at its maximum length. */
import { AMOUNT_MAX } from '../../../core/amounts';
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../../../core/bounds';
import { encodeBody } from '../../core';
import type { Batch, CoreEvent } from '../../../core/event';
import type { OrderCancelled, OrderPlaced, TradeExecuted } from './events';
import { houseAccount, userAccount, type Entry } from '../../../core/ledger/entry';
import { OWNER_MAX } from '../../../core/market/book';
import { TICKS_MAX } from '../../../core/market/price-tree';
import { makersMaxOf } from './take';

const ID = Number.MAX_SAFE_INTEGER;

interface Names {
  market: string;
  base: string;
  quote: string;
}

function namesOf(baseLetters: number, quoteLetters: number): Names {
  const [base, quote] = ['B'.repeat(baseLetters), 'Q'.repeat(quoteLetters)];
  return { market: `${base}-${quote}`, base, quote };
}

function entry(kind: Entry['kind'], asset: string, from: 'available' | 'frozen', to: 'available' | 'frozen'): Entry {
  const debit = userAccount(OWNER_MAX, 'spot', asset, from);
  return { kind, debit, credit: userAccount(OWNER_MAX, 'spot', asset, to), amount: AMOUNT_MAX, hold: ID };
}

function fee(asset: string): Entry {
  const debit = userAccount(OWNER_MAX, 'spot', asset, 'available');
  return { kind: 'spot_fee', debit, credit: houseAccount('fees', asset), amount: AMOUNT_MAX };
}

function longestPlacing({ market, quote }: Names): OrderPlaced {
  return {
    type: 'OrderPlaced',
    order: ID,
    user: OWNER_MAX,
    market,
    side: 'sell',
    kind: 'stop_market',
    timeInForce: 'post_only',
    selfTrade: 'cancel_maker',
    price: TICKS_MAX,
    quantity: ID,
    quoteAmount: AMOUNT_MAX,
    trigger: TICKS_MAX,
    rule: 2,
    disposition: 'takes',
    entries: [entry('hold_sell_coin', quote, 'available', 'frozen')],
  };
}

function longestTrade({ market, base, quote }: Names): TradeExecuted {
  return {
    type: 'TradeExecuted',
    trade: ID,
    market,
    price: TICKS_MAX,
    quantity: ID,
    notional: AMOUNT_MAX,
    takerSide: 'sell',
    makerOrder: ID,
    takerOrder: ID,
    maker: OWNER_MAX,
    taker: OWNER_MAX,
    makerFee: AMOUNT_MAX,
    takerFee: AMOUNT_MAX,
    entries: [
      entry('trade_base', base, 'frozen', 'available'),
      entry('trade_quote', quote, 'frozen', 'available'),
      fee(base),
      fee(quote),
      entry('cancel_buy_coin', quote, 'frozen', 'available'),
    ],
  };
}

function longestCancel({ market, quote }: Names): OrderCancelled {
  return {
    type: 'OrderCancelled',
    order: ID,
    user: OWNER_MAX,
    market,
    side: 'sell',
    price: TICKS_MAX,
    open: ID,
    rested: 1,
    reason: 'quote_remainder',
    entries: [entry('cancel_sell_coin', quote, 'frozen', 'available')],
  };
}

/** Bytes of a batch of these events with its link. */
function bytesOf(events: CoreEvent[]): number {
  const command = { type: 'CancelAllOrders', clientId: 'c'.repeat(36), digest: 'd'.repeat(12), cause: ID } as const;
  const batch: Batch = { v: 2, first: ID, at: ID, command, actor: `admin/${OWNER_MAX}`, events };
  return Buffer.byteLength(encodeBody(batch)) + ',"prev":""}'.length + 64;
}

function countersOf(id: number) {
  return { order: id, trade: id, hold: id };
}

function taking(names: Names, makers: number, id: number): CoreEvent[] {
  const longest = longestTrade(names);
  const entries = longest.entries.map((one) => (one.hold === undefined ? one : { ...one, hold: id }));
  const trade = { ...longest, trade: id, makerOrder: id, takerOrder: id, entries };
  return [longestPlacing(names), ...Array.from({ length: makers }, () => trade), longestCancel(names)];
}

test.each([
  [3, 4, 10, 500],
  [6, 4, 10, 500],
  [5, 5, 10, 500],
  [12, 4, 10, 490],
  [4, 12, 10, 483],
  [12, 12, 10, 465],
  [3, 4, 16, 494],
  [12, 12, 16, 451],
])(
  'with asset names of %i and %i letters and ids of %i digits, the longest trades with %i makers fit one batch',
  (base, quote, digits, makers) => {
    const names = namesOf(base, quote);
    const counters = countersOf(digits === 16 ? ID : 10 ** digits - 1 - BATCH_EVENTS_MAX);
    expect(makersMaxOf(names, counters)).toBe(makers);
    const events = taking(names, makers, digits === 16 ? ID : 10 ** digits - 1);
    expect(events.length).toBeLessThanOrEqual(BATCH_EVENTS_MAX);
    expect(bytesOf(events)).toBeLessThanOrEqual(BATCH_BYTES_MAX);
  },
);

/** Every maker's trade reports the fee that its order owes; the taker's first trade reports the taker's. */
test.each([
  [3, 4, 10, 495],
  [12, 12, 16, 438],
])(
  'with fixed fees, asset names of %i and %i letters and ids of %i digits, %i makers fit one batch',
  (base, quote, digits, makers) => {
    const names = namesOf(base, quote);
    const terms = { ...names, makerFeesFixed: [AMOUNT_MAX] };
    expect(makersMaxOf(terms, countersOf(digits === 16 ? ID : 10 ** digits - 1 - BATCH_EVENTS_MAX))).toBe(makers);
    const owing = (count: number) => {
      return taking(names, count, digits === 16 ? ID : 10 ** digits - 1).map((event, index) => {
        if (event.type !== 'TradeExecuted') return event;
        return { ...event, makerOwes: AMOUNT_MAX, takerOwes: index === 1 ? AMOUNT_MAX : undefined };
      });
    };
    expect(bytesOf(owing(makers))).toBeLessThanOrEqual(BATCH_BYTES_MAX);
    expect(bytesOf(owing(makers + 3))).toBeGreaterThan(BATCH_BYTES_MAX);
  },
);

test('no taker is stopped much earlier than necessary', () => {
  const names = namesOf(12, 12);
  expect(bytesOf(taking(names, makersMaxOf(names, countersOf(ID)) + 2, ID))).toBeGreaterThan(BATCH_BYTES_MAX);
});

test('a thousand of the longest cancellations fit one batch', () => {
  const cancel = longestCancel(namesOf(12, 12));
  expect(bytesOf(Array.from({ length: BATCH_EVENTS_MAX }, () => cancel))).toBeLessThanOrEqual(BATCH_BYTES_MAX);
});
