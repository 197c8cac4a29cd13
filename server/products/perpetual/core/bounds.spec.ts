import { CONTRACT_ORDERS_MAX } from '../../../../shared/rules/open-orders';
import {
  BATCH_BYTES_MAX,
  BATCH_EVENTS_MAX,
  FROZEN_ORDERS_ENDED_MAX,
  SLICE_EVENTS_MAX,
  SLICE_ORDERS_MAX,
} from '../../../core/bounds';
import { encodeBody } from '../../core';
import { EVENTS_WANTED, COUNTERPARTIES_MAX, COUNTERPARTY_ORDERS_MAX } from './deleveraging/deleverage';
import type { InsurancePaid, PositionDeleveraged } from './liquidation/events';
import type { StopAmended, StopTriggered } from './stops/events';
import { BATCH_VERSION, type CoreEvent } from '../../../core/event';
import { houseAccount, marketAccount, userAccount, type Entry } from '../../../core/ledger/entry';
import type { FundingSettled } from './funding/events';
import type { MarginDrawn, ProfitSettled } from './margin/cross-events';
import { END_SLICE } from './expiry/market-end';
import type { PositionSettled } from './expiry/events';
import { MAKERS_MAX } from './orders/match-with-book';
import { FUNDING_SLICE, FALLBACK_ORDERS_MAX } from './funding/settle';
import type { PerpetualOrderCancelled, PerpetualOrderCut, PerpetualOrderPlaced, PerpetualTraded } from './events';
import { RAISED_MAX } from './orders/walk';

/** Maximum values, for the longest encoding. */
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
/** In one-way mode a maker closes lots that have a hold. */
const turning: Entry[] = [
  ...closing,
  { kind: 'cancel_short', debit: bucket('frozen'), credit: bucket('available'), amount: AMOUNT, hold: ID },
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
const placed: PerpetualOrderPlaced = {
  type: 'PerpetualOrderPlaced',
  order: ID,
  user: USER,
  market: MARKET,
  side: 'sell',
  position: 'short',
  closes: 1,
  kind: 'limit',
  timeInForce: 'gtc',
  selfTrade: 'cancel_maker',
  price: TICKS,
  quantity: ID,
  level: ID,
  disposition: 'takes',
  takeProfit: TICKS,
  takeProfitBy: 'mark',
  stopLoss: TICKS,
  stopLossBy: 'mark',
  against: ID,
  liquidation: ID,
  entries: opening.slice(0, 1),
};
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

/** The stop becomes an order; the amended stop keeps waiting. */
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

const profit: ProfitSettled = {
  ...{ type: 'ProfitSettled', user: USER, market: MARKET, position: ID, side: 'short', price: TICKS, profit: AMOUNT },
  entries: closing.slice(1, 2),
};
const drawn: MarginDrawn = {
  ...{ type: 'MarginDrawn', user: USER, market: MARKET, position: ID, side: 'short', amount: AMOUNT },
  entries: [{ kind: 'margin_return_frozen', debit: bucket('frozen'), credit: bucket('available'), amount: AMOUNT }],
};
/** Long and short in twenty contracts: each may pay with its profit and its margin. */
const LEGS = 40;
const paying = [...Array.from({ length: LEGS }, () => profit), ...Array.from({ length: LEGS }, () => drawn)];

function fits(events: CoreEvent[]): void {
  expect(events.length).toBeLessThanOrEqual(BATCH_EVENTS_MAX);
  expect(bytesOf(events)).toBeLessThanOrEqual(BATCH_BYTES_MAX);
}

/** Entries that raise margin to pay for fills: up to the bound of a walk, then one more full account on each side. */
const raisedInWalk = [...Array.from({ length: RAISED_MAX - 1 }, () => profit), ...paying, ...paying];

test.each<[string, readonly Entry[][]]>([
  ['open on both sides', [opening, opening]],
  ['open and close', [opening, closing]],
  ['close on both sides', [closing, closing]],
])(
  'the maximum of the longest trades of one order that %s fits one batch, with a cut of all resting orders',
  (_, sides) => {
    const events = [
      ...Array.from({ length: CONTRACT_ORDERS_MAX }, () => cut),
      ...stop,
      placed,
      cancelled,
      ...raisedInWalk,
      ...Array.from({ length: MAKERS_MAX }, () => longest(sides)),
    ];
    fits(events);
  },
);

const ofLiquidation = { liquidation: ID, market: MARKET, position: ID, user: USER, side: 'short' } as const;
const ended = { next: 'deleverage' } as const;
const fundEntries: Entry[] = [
  ...(['insurance_cover', 'treasury_cover'] as const).map((kind): Entry => {
    const payer = kind === 'insurance_cover' ? 'insurance' : 'treasury';
    return { kind, debit: houseAccount(payer, ASSET), credit: bucket('locked'), amount: AMOUNT, hold: ID };
  }),
  {
    kind: 'liquidation_surplus',
    debit: bucket('locked'),
    credit: houseAccount('insurance', ASSET),
    amount: AMOUNT,
    hold: ID,
  },
];

test('a takeover that meets the maximum of the longest orders fits one batch', () => {
  const step: InsurancePaid = {
    ...{ type: 'InsurancePaid', ...ofLiquidation, ...ended, mark: TICKS, bankruptcy: TICKS, lots: ID, filled: ID },
    ...{ most: AMOUNT, before: AMOUNT, amount: AMOUNT, entries: fundEntries },
  };
  fits([
    step,
    placed,
    cancelled,
    ...raisedInWalk,
    ...Array.from({ length: MAKERS_MAX }, () => longest([[...closing.slice(1), ...fundEntries.slice(2)], turning])),
  ]);
});

test('the maximum of the longest trades of one order that turn their makers around fits one batch', () => {
  const events = [
    ...Array.from({ length: CONTRACT_ORDERS_MAX }, () => cut),
    ...stop,
    placed,
    cancelled,
    ...raisedInWalk,
    ...Array.from({ length: MAKERS_MAX }, () => longest([closing, turning])),
  ];
  fits(events);
});

const taken: PositionDeleveraged = {
  ...{ type: 'PositionDeleveraged', ...ofLiquidation, mark: TICKS, price: TICKS, lots: ID, released: AMOUNT },
  ...{ other: ID, otherUser: USER, otherReleased: AMOUNT, rank: ID, insurance: AMOUNT, treasury: AMOUNT },
  ...{ surplus: AMOUNT, entries: [...fundEntries, ...closing, ...fundEntries, ...closing] },
};
/** Staff have locked its margin; the available balance, the fund and the treasury pay for it. */
const raised: FundingSettled = {
  ...settled,
  entries: settled.entries.flatMap((entry) => {
    const { kind } = entry;
    const put: Entry = {
      kind: 'margin_add_frozen',
      debit: bucket('available'),
      credit: bucket('frozen'),
      amount: AMOUNT,
      hold: ID,
    };
    const frozen = (of: 'insurance_cover' | 'treasury_cover' | 'funding_paid'): Entry => ({
      ...entry,
      kind: `${of}_frozen`,
    });
    if (kind === 'funding_paid') return [put, frozen(kind)];
    return kind === 'insurance_cover' || kind === 'treasury_cover' ? [frozen(kind)] : [entry];
  }),
};
const positionSettled: PositionSettled = {
  ...{ type: 'PositionSettled', market: MARKET, position: ID, user: USER, side: 'short', lots: ID, price: TICKS },
  ...{ released: AMOUNT, fee: AMOUNT, entries: [...raised.entries.slice(0, 2), ...closing] },
};
test('a slice of deleveraging fits one batch with all closing and paying orders that it ends', () => {
  // The last counterparty may have as many orders as one batch ends for one account, and pays with everything.
  const others = [...Array.from({ length: COUNTERPARTIES_MAX }, () => taken), ...paying];
  const rest = EVENTS_WANTED - COUNTERPARTIES_MAX + 2 * COUNTERPARTY_ORDERS_MAX;
  fits([...others, ...Array.from({ length: rest }, () => cancelled)]);
});

test('its fallback of a single counterparty fits one batch', () => {
  const orders = Array.from({ length: 2 * COUNTERPARTY_ORDERS_MAX }, () => cancelled);
  fits([...orders, ...paying, taken]);
});

describe.each<[string, CoreEvent, number]>([
  ['settlements of funding', raised, FUNDING_SLICE],
  ['settlements at a market’s end', positionSettled, END_SLICE],
])('a slice of the longest %s fits one batch', (_, one, slice) => {
  test('by itself', () => fits(Array.from({ length: slice + 1 }, () => one)));

  test.each([0, 1 / 2, 1])('with the payments of its accounts, the last one with everything', (part) => {
    const ones = Math.min(slice - 1, Math.round((SLICE_EVENTS_MAX - 1) * part));
    const ended = SLICE_EVENTS_MAX - 1 - ones + SLICE_ORDERS_MAX;
    fits([
      ...Array.from({ length: ones }, () => one),
      ...Array.from({ length: ended }, () => cancelled),
      ...[...paying, one, one],
    ]);
  });

  test('as does its fallback, a single one', () => {
    const orders = Array.from({ length: FALLBACK_ORDERS_MAX }, () => cancelled);
    const events = [...orders, ...paying, one, one];
    fits(events);
    expect(events.length).toBeLessThan(BATCH_EVENTS_MAX / 2);
  });
});

test('an account’s settlement before a command fits one batch, the last of its positions with everything', () => {
  const most = LEGS - 1;
  fits([
    ...Array.from({ length: most }, () => raised),
    ...Array.from({ length: SLICE_EVENTS_MAX - 1 - most + SLICE_ORDERS_MAX }, () => cancelled),
    ...[...paying, raised],
  ]);
});

test('orders ended by a market or a liquidation fit one batch', () => {
  fits(Array.from({ length: END_SLICE }, () => cancelled));
  fits(Array.from({ length: FROZEN_ORDERS_ENDED_MAX + 5 }, () => cancelled));
});

test('a thousand of the longest cancellations fit one batch', () => {
  expect(bytesOf(Array.from({ length: BATCH_EVENTS_MAX }, () => cancelled))).toBeLessThanOrEqual(BATCH_BYTES_MAX);
});
