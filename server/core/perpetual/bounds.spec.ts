import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../bounds';
import { encodeBody } from '../codec';
import type { StopAmended, StopTriggered } from './stop-events';
import { BATCH_VERSION, type CoreEvent } from '../event';
import { houseAccount, marketAccount, userAccount, type Entry } from '../ledger/entry';
import type { FundingSettled } from './funding-events';
import { FUNDING_SLICE } from './settle-funding';
import type { PerpetualOrderCancelled, PerpetualOrderCut, PerpetualTraded } from './events';

/** Everything as long as it can be. */
const ID = Number.MAX_SAFE_INTEGER;
const USER = 2 ** 31 - 1;
const TICKS = 2 ** 30 - 1;
const AMOUNT = 2n ** 63n - 1n;
const ASSET = 'ABCDEFGHIJKL';
const MARKET = `${ASSET}-${ASSET}-PERP`;

const bucket = (name: 'available' | 'frozen' | 'locked') => userAccount(USER, 'contract', ASSET, name);
const opening: Entry[] = [
  { kind: 'hold_short', debit: bucket('available'), credit: bucket('frozen'), amount: AMOUNT, hold: ID },
  { kind: 'open_short', debit: bucket('frozen'), credit: bucket('locked'), amount: AMOUNT, hold: ID, into: ID },
  { kind: 'open_short_fee', debit: bucket('frozen'), credit: houseAccount('fees', ASSET), amount: AMOUNT, hold: ID },
];
const closing: Entry[] = [
  { kind: 'margin_return', debit: bucket('locked'), credit: bucket('available'), amount: AMOUNT, hold: ID },
  {
    kind: 'margin_profit',
    debit: marketAccount('clearing', MARKET, ASSET),
    credit: bucket('available'),
    amount: AMOUNT,
  },
  { kind: 'close_short_fee', debit: bucket('available'), credit: houseAccount('fees', ASSET), amount: AMOUNT },
];
const longest = (sides: readonly Entry[][]): PerpetualTraded => ({
  type: 'PerpetualTraded',
  trade: ID,
  market: MARKET,
  price: TICKS,
  quantity: ID,
  notional: AMOUNT,
  takerSide: 'sell',
  makerOrder: ID,
  takerOrder: ID,
  maker: USER,
  taker: USER,
  makerPosition: ID,
  takerPosition: ID,
  makerReleased: AMOUNT,
  takerReleased: AMOUNT,
  makerFee: AMOUNT,
  takerFee: AMOUNT,
  mark: TICKS,
  takerMode: 'take_profit',
  entries: sides.flat(),
});
const cut: PerpetualOrderCut = {
  type: 'PerpetualOrderCut',
  order: ID,
  user: USER,
  market: MARKET,
  side: 'sell',
  price: TICKS,
  cut: ID,
};
const cancelled: PerpetualOrderCancelled = {
  type: 'PerpetualOrderCancelled',
  order: ID,
  user: USER,
  market: MARKET,
  side: 'sell',
  price: TICKS,
  open: ID,
  rested: 1,
  reason: 'beyond_bankruptcy',
  entries: [{ kind: 'cancel_short', debit: bucket('frozen'), credit: bucket('available'), amount: AMOUNT, hold: ID }],
};

const settled: FundingSettled = {
  type: 'FundingSettled',
  market: MARKET,
  dueAt: ID,
  position: ID,
  user: USER,
  side: 'short',
  lots: ID,
  rate: -1_000_000_000,
  entries: [
    {
      kind: 'insurance_cover',
      debit: houseAccount('insurance', ASSET),
      credit: bucket('locked'),
      amount: AMOUNT,
      hold: ID,
    },
    {
      kind: 'treasury_cover',
      debit: houseAccount('treasury', ASSET),
      credit: bucket('locked'),
      amount: AMOUNT,
      hold: ID,
    },
    {
      kind: 'funding_paid',
      debit: bucket('locked'),
      credit: marketAccount('funding', MARKET, ASSET),
      amount: AMOUNT,
      hold: ID,
    },
  ],
};

/** What becomes an order, and goes on waiting. */
const stop: (StopTriggered | StopAmended)[] = [
  {
    type: 'StopTriggered',
    stop: ID,
    user: USER,
    market: MARKET,
    contract: ID,
    kind: 'take_profit',
    trigger: TICKS,
    triggerBy: 'last',
    price: TICKS,
    order: ID,
    lots: ID,
  },
  {
    type: 'StopAmended',
    stop: ID,
    user: USER,
    market: MARKET,
    trigger: TICKS,
    price: TICKS,
    quantity: ID,
    reason: 'beyond_bankruptcy',
  },
];

function bytesOf(events: CoreEvent[]): number {
  const digest = 'f'.repeat(12);
  const command = { type: 'PlacePerpetualOrder', clientId: 'x'.repeat(36), digest } as const;
  const body = encodeBody({ v: BATCH_VERSION, first: ID, at: ID, command, actor: `user/${USER}`, events });
  return Buffer.byteLength(`${body},"prev":"${'f'.repeat(64)}"}`);
}

test.each<[string, readonly Entry[][]]>([
  ['open on both sides', [opening, opening]],
  ['open and close', [opening, closing]],
  ['close on both sides', [closing, closing]],
])('two hundred of the longest trades that %s are one batch, with a cut of everything that rests', (_, sides) => {
  const events = [
    ...Array.from({ length: 200 }, () => cut),
    ...stop,
    cancelled,
    ...Array.from({ length: 201 }, () => settled),
    ...Array.from({ length: 200 }, () => longest(sides)),
  ];
  expect(events.length).toBeLessThanOrEqual(BATCH_EVENTS_MAX);
  expect(bytesOf(events)).toBeLessThanOrEqual(BATCH_BYTES_MAX);
});

test('a slice of the longest settlements of funding is one batch', () => {
  expect(bytesOf(Array.from({ length: FUNDING_SLICE + 1 }, () => settled))).toBeLessThanOrEqual(BATCH_BYTES_MAX);
});

test('a thousand of the longest cancellations are one batch', () => {
  expect(bytesOf(Array.from({ length: BATCH_EVENTS_MAX }, () => cancelled))).toBeLessThanOrEqual(BATCH_BYTES_MAX);
});
