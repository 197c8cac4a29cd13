/** Plausible histories for tests and benchmarks: the same batches for the same arguments, about 700 bytes each. */
import { encodeBody } from '../../../server/products/core';
import { positionOf, type Batch, type CoreEvent } from '../../../server/core/event';
import { houseAccount, userAccount, type Entry } from '../../../server/core/ledger/entry';
import type { DraftBatch } from '../../../server/journal/port';

const STARTED_AT = 1_760_000_000_000;
const MARKET = 'BTC-USDT';

/** `count` batches in order, with the first event at position `first`. */
export function sampleBatches(count: number, first = 0): Batch[] {
  const batches: Batch[] = [];
  let position = first;
  for (let index = 0; index < count; index++) {
    const batch = sampleBatch(index, position);
    batches.push(batch);
    position = positionOf(batch) + 1;
  }
  return batches;
}

/** One batch of many small events; the member of each is its own position. */
export function batchOfManyEvents(events: number, first = 0): Batch {
  const verified: CoreEvent[] = [];
  for (let index = 0; index < events; index++) verified.push({ type: 'MemberVerified', user: 10_000_001 + index });
  return { v: 2, first, at: STARTED_AT, command: { type: 'VerifyMember' }, actor: 'system', events: verified };
}

/** One batch whose body has at least `bytes` bytes, in one event. */
export function batchOfBytes(bytes: number, first = 0): Batch {
  const events: CoreEvent[] = [{ type: 'AccountFrozen', user: 10_000_001, reason: 'x'.repeat(bytes) }];
  return { v: 2, first, at: STARTED_AT, command: { type: 'FreezeAccount' }, actor: 'admin/10000009', events };
}

/** One batch whose free text needs every kind of escape and more than one byte per letter. */
export function batchOfHardText(first = 0): Batch {
  const reason = 'quote " backslash \\ newline \n tab \t nul \u0000 é 漢字 😀 line\u2028 lone \ud800 end';
  const events: CoreEvent[] = [{ type: 'AccountFrozen', user: 10_000_001, reason }];
  return { v: 2, first, at: STARTED_AT, command: { type: 'FreezeAccount' }, actor: 'admin/10000009', events };
}

export function draft(batch: Batch): DraftBatch {
  return { batch, body: encodeBody(batch) };
}

/** The batches as groups of at most `size`, like the appends of a sequencer. */
export function groupsOf(batches: readonly Batch[], size: number): DraftBatch[][] {
  const groups: DraftBatch[][] = [];
  for (let start = 0; start < batches.length; start += size) {
    groups.push(batches.slice(start, start + size).map(draft));
  }
  return groups;
}

/** Six of ten batches rest an order, three trade and one cancels. */
function sampleBatch(index: number, first: number): Batch {
  const user = 10_000_001 + (index % 97);
  const turn = index % 10;
  const events = turn < 6 ? rested(index, user) : turn < 9 ? traded(index, user) : cancelled(index, user);
  return {
    v: 2,
    first,
    at: STARTED_AT + Math.floor(index / 50),
    command: {
      type: turn < 9 ? 'PlaceOrder' : 'CancelOrder',
      clientId: `c-${index.toString(36).padStart(10, '0')}`,
      digest: (index * 2_654_435_761).toString(16).padStart(14, '0').slice(-14),
    },
    actor: `user/${user}`,
    events,
  };
}

function rested(index: number, user: number): CoreEvent[] {
  return [placed(index, user, 'rests')];
}

function placed(index: number, user: number, disposition: 'rests' | 'takes'): CoreEvent {
  const price = 6_000_000 + (index % 1000);
  const quantity = 100 + (index % 900);
  return {
    type: 'OrderPlaced',
    order: index + 1,
    user,
    market: MARKET,
    side: 'buy',
    kind: 'limit',
    timeInForce: 'gtc',
    selfTrade: 'cancel_taker',
    price,
    quantity,
    disposition,
    entries: [
      entry('hold_buy_coin', user, 'available', user, 'frozen', 'USDT', BigInt(price) * BigInt(quantity) * 10n, index),
    ],
  };
}

function traded(index: number, taker: number): CoreEvent[] {
  const maker = 10_000_001 + ((index + 31) % 97);
  const price = 6_000_000 + (index % 1000);
  const quantity = 100 + (index % 900);
  const base = BigInt(quantity) * 1000n;
  const quote = BigInt(price) * BigInt(quantity) * 10n;
  return [
    placed(index, taker, 'takes'),
    {
      type: 'TradeExecuted',
      trade: index + 1,
      market: MARKET,
      price,
      quantity,
      notional: quote,
      takerSide: 'buy',
      makerOrder: index,
      takerOrder: index + 1,
      maker,
      taker,
      makerFee: quote / 1000n,
      takerFee: base / 1000n,
      entries: [
        entry('trade_base', maker, 'frozen', taker, 'available', 'BTC', base, index),
        entry('trade_quote', taker, 'frozen', maker, 'available', 'USDT', quote, index + 1),
        fee(maker, 'USDT', quote / 1000n),
        fee(taker, 'BTC', base / 1000n),
      ],
    },
  ];
}

function cancelled(index: number, user: number): CoreEvent[] {
  const amount = BigInt(6_000_000 + index) * 1000n;
  return [
    {
      type: 'OrderCancelled',
      order: index,
      user,
      market: MARKET,
      side: 'buy',
      price: 6_000_000,
      open: 100,
      rested: 1,
      reason: 'requested',
      entries: [entry('cancel_buy_coin', user, 'frozen', user, 'available', 'USDT', amount, index)],
    },
  ];
}

type Bucket = Parameters<typeof userAccount>[3];

function entry(
  kind: Entry['kind'],
  from: number,
  fromBucket: Bucket,
  to: number,
  toBucket: Bucket,
  asset: string,
  amount: bigint,
  hold: number,
): Entry {
  return {
    kind,
    debit: userAccount(from, 'spot', asset, fromBucket),
    credit: userAccount(to, 'spot', asset, toBucket),
    amount,
    hold: hold + 1,
  };
}

function fee(user: number, asset: string, amount: bigint): Entry {
  return {
    kind: 'spot_fee',
    debit: userAccount(user, 'spot', asset, 'available'),
    credit: houseAccount('fees', asset),
    amount,
  };
}
