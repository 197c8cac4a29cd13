import type { UnknownAction } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { decimalOf } from '../../../../../shared/rules/units';
import {
  DEPTH_LEVELS_MAX,
  depthChecksum,
  type DepthDifference,
  type DepthSnapshot,
  type Level,
} from '../../../../../shared/wire/market-data';
import { MISFITS_MAX, SILENCE_MS_MAX } from '../../stream/liveness';
import { clockTicked, subscriptionAsked, subscriptionEnded, subscriptionRefused } from '../../stream/stream-events';
import { bookSlice, selectBook } from './book-slice';
import { depthAt, depthCurves } from './depth-points';
import { LEVELS_KEPT_MAX, LEVELS_LEFT_MIN, bookAfter, bookOfSnapshot, type Book } from './fold';
import { groupOf, ladderOf, spreadOf, stepsOf } from './ladder';

const MARKET = 'BTC-USDT';
const NOW = 1_760_000_000_000;
/** Edges of a book in which every level of both sides is known. */
const WHOLE = { bids: null, asks: null };
const BIDS: Level[] = [
  ['99.5', '2'],
  ['99', '1.25'],
];
const ASKS: Level[] = [
  ['100', '0.5'],
  ['101.5', '3'],
];

function snapshot(seq: number, bids = BIDS, asks = ASKS): DepthSnapshot {
  return { market: MARKET, seq, bids, asks, checksum: depthChecksum(bids, asks) };
}

function difference(from: number, to: number, change: Partial<DepthDifference> = {}): DepthDifference {
  return { market: MARKET, from, to, bids: [], asks: [], ...change };
}

const { pushReceived, snapshotReceived } = bookSlice;

function after(...happenings: UnknownAction[]) {
  return selectBook({ book: happenings.reduce(bookSlice.reducer, bookSlice.getInitialState()) }, MARKET);
}

const asked = subscriptionAsked({ channel: 'depth', market: MARKET });
const given = (seq: number) => snapshotReceived({ snapshot: snapshot(seq), at: NOW });
const pushed = (push: DepthDifference) => pushReceived({ push, at: NOW + 1 });

describe('order book', () => {
  it('is loading until its snapshot arrives', () => {
    expect(after(asked)).toMatchObject({ book: null, liveness: { phase: 'loading' } });
    expect(after(asked, pushed(difference(4, 5)))).toMatchObject({ book: null, liveness: { phase: 'loading' } });
    expect(after(asked, given(5))).toMatchObject({ book: { seq: 5, bids: BIDS }, liveness: { phase: 'live' } });
  });

  it('applies a contiguous difference: replaces, inserts in order, removes at zero', () => {
    const { book, liveness } = after(
      asked,
      given(5),
      pushed(
        difference(5, 8, {
          bids: [
            ['99', '0'],
            ['99.75', '1'],
          ],
          asks: [['100', '0.75']],
        }),
      ),
    );
    expect(liveness.phase).toBe('live');
    expect(book).toEqual({
      seq: 8,
      bids: [
        ['99.75', '1'],
        ['99.5', '2'],
      ],
      asks: [
        ['100', '0.75'],
        ['101.5', '3'],
      ],
      edges: WHOLE,
    });
  });

  it('drops a difference it already includes', () => {
    const state = after(asked, given(5), pushed(difference(2, 5, { bids: [['1', '1']] })));
    expect(state).toMatchObject({ book: { seq: 5, bids: BIDS }, liveness: { phase: 'live', heardAt: NOW + 1 } });
  });

  it('resyncs on a gap, keeps the last trusted book, and is live after a new snapshot', () => {
    const gap = [asked, given(5), pushed(difference(6, 7))];
    expect(after(...gap)).toMatchObject({ book: { seq: 5 }, liveness: { phase: 'resyncing' } });
    expect(after(...gap, pushed(difference(5, 7)))).toMatchObject({ book: { seq: 5 } });
    expect(after(...gap, asked, given(9))).toMatchObject({ book: { seq: 9 }, liveness: { phase: 'live' } });
  });

  it('resyncs on a wrong checksum in a difference, a heartbeat or a snapshot', () => {
    const right = depthChecksum(BIDS, ASKS);
    expect(after(asked, given(5), pushed(difference(5, 5, { checksum: right }))).liveness.phase).toBe('live');
    expect(after(asked, given(5), pushed(difference(5, 5, { checksum: 1 }))).liveness.phase).toBe('resyncing');
    expect(after(asked, given(5), pushed(difference(5, 6, { checksum: 1 }))).liveness.phase).toBe('resyncing');
    // A heartbeat older than the snapshot is ignored.
    expect(after(asked, given(5), pushed(difference(4, 4, { checksum: 1 }))).liveness.phase).toBe('live');
    const wrong = snapshotReceived({ snapshot: { ...snapshot(5), checksum: 1 }, at: NOW });
    expect(after(asked, wrong)).toMatchObject({ book: null, liveness: { phase: 'resyncing' } });
  });

  it('never shows a crossed book', () => {
    const crossed = pushed(difference(5, 6, { bids: [['100', '1']] }));
    expect(after(asked, given(5), crossed)).toMatchObject({ book: { seq: 5 }, liveness: { phase: 'resyncing' } });
  });

  const sent = (json: string) => JSON.parse(json) as Level;
  const NO_DECIMALS: Level[][] = [
    [['01', '1']],
    [['98.50', '1']],
    [['98', '1e3']],
    [['-98', '1']],
    [['98', '']],
    [['98', '1.']],
    [sent('[98, 1]')],
    [sent('["98"]')],
    [sent('null')],
  ];

  it.each(NO_DECIMALS)('resyncs on a malformed level: %j', (...levels) => {
    const bids = levels;
    const after5 = after(asked, given(5), pushed(difference(5, 6, { bids })));
    expect(after5).toMatchObject({ book: { seq: 5, bids: BIDS }, liveness: { phase: 'resyncing', isInStep: false } });
    // Malformed levels are rejected even with a matching checksum.
    const checksum = bids[0] ? depthChecksum(bids, ASKS) : 0;
    const bad = snapshotReceived({ snapshot: { ...snapshot(5), bids, checksum }, at: NOW });
    expect(after(asked, bad)).toMatchObject({ book: null, liveness: { phase: 'resyncing' } });
  });

  it('is stale after too many invalid snapshots, and live after a valid snapshot and difference', () => {
    const bad = snapshotReceived({ snapshot: { ...snapshot(5), checksum: 1 }, at: NOW });
    const tries = Array.from({ length: MISFITS_MAX }, () => [asked, bad]).flat();
    expect(after(asked, given(4), ...tries).liveness.phase).toBe('resyncing');
    const givenUp = after(asked, given(4), ...tries, asked, bad);
    expect(givenUp).toMatchObject({ book: { seq: 4 }, liveness: { phase: 'stale', isInStep: false } });
    const good = [asked, given(5), pushed(difference(5, 6))];
    expect(after(asked, given(4), ...tries, asked, bad, ...good)).toMatchObject({ liveness: { phase: 'live' } });
  });

  it('is stale if every snapshot is followed by an invalid difference', () => {
    const round = [asked, given(5), pushed(difference(5, 6, { bids: [['01', '1']] }))];
    const rounds = Array.from({ length: MISFITS_MAX + 1 }, () => round).flat();
    expect(after(...rounds).liveness.phase).toBe('stale');
    // A new snapshot alone does not end the stale phase, which would make it flicker.
    expect(after(...rounds, asked, given(5)).liveness).toMatchObject({ phase: 'stale', isInStep: true });
  });

  it('is stale after silence and live after the next message', () => {
    const silent = [asked, given(5), clockTicked(NOW + SILENCE_MS_MAX + 1)];
    expect(after(...silent).liveness.phase).toBe('stale');
    expect(after(...silent, pushed(difference(5, 6))).liveness.phase).toBe('live');
  });

  it('is kept per market and dropped when its subscription ends', () => {
    const other = subscriptionAsked({ channel: 'depth', market: 'ETH-USDT' });
    expect(after(asked, given(5), other)).toMatchObject({ book: { seq: 5 } });
    const ended = subscriptionEnded({ channel: 'depth', market: MARKET });
    expect(after(asked, given(5), other, ended, pushed(difference(5, 7)))).toMatchObject({ book: null });
  });

  it('applies contiguous differences that arrived before the snapshot', () => {
    const early = [difference(3, 4), difference(4, 6, { bids: [['99.5', '7']] }), difference(6, 7)].map(pushed);
    const state = after(asked, ...early, given(5));
    expect(state).toMatchObject({ book: { seq: 7 }, liveness: { phase: 'live' }, waiting: [] });
    expect(state.book?.bids[0]).toEqual(['99.5', '7']);
    expect(after(asked, pushed(difference(8, 9)), given(5)).liveness.phase).toBe('resyncing');
  });

  it('shows the reason of a refused subscription', () => {
    const refused = subscriptionRefused({ channel: 'depth', market: MARKET, fault: 'Too many.' });
    expect(after(asked, refused).liveness).toMatchObject({ phase: 'stale', fault: 'Too many.' });
  });
});

describe('ladder', () => {
  const book = { bids: BIDS, asks: ASKS };
  const terms = { counts: { bids: 20, asks: 20 }, step: '0.5', lot: '0.01' };

  it('accumulates exactly from the best level; bar lengths are shares of the deeper side', () => {
    expect(ladderOf(book, terms)).toEqual({
      bids: [
        { price: '99.5', quantity: '2', total: '2', depthPermille: 571 },
        { price: '99', quantity: '1.25', total: '3.25', depthPermille: 928 },
      ],
      asks: [
        { price: '100', quantity: '0.5', total: '0.5', depthPermille: 142 },
        { price: '101.5', quantity: '3', total: '3.5', depthPermille: 1_000 },
      ],
    });
    const tenths = { bids: [], asks: [['1', '0.1'] as const, ['2', '0.2'] as const] };
    expect(ladderOf(tenths, terms).asks[1].total).toBe('0.3');
  });

  it('groups asks up and bids down', () => {
    const { bids, asks } = ladderOf(book, { ...terms, step: '10' });
    expect(bids.map(({ price, quantity }) => [price, quantity])).toEqual([['90', '3.25']]);
    expect(asks.map(({ price, quantity }) => [price, quantity])).toEqual([
      ['100', '0.5'],
      ['110', '3'],
    ]);
    expect([groupOf('101.5', 'asks', '10'), groupOf('101.5', 'bids', '0.5')]).toEqual(['110', '101.5']);
  });

  it('shows quantities finer than the lot without rounding', () => {
    const fine = { bids: [['99', '0.123456'] as const, ['98', '1'] as const], asks: [] };
    expect(ladderOf(fine, terms).bids.map(({ quantity, total }) => [quantity, total])).toEqual([
      ['0.123456', '0.123456'],
      ['1', '1.123456'],
    ]);
  });

  it('is limited to the row count per side', () => {
    const { bids, asks } = ladderOf(book, { ...terms, counts: { bids: 1, asks: 0 } });
    expect([bids.length, asks.length]).toEqual([1, 0]);
  });

  it('is empty for an empty book', () => {
    expect(ladderOf({ bids: [], asks: [] }, terms)).toEqual({ bids: [], asks: [] });
  });

  it('offers only steps that still separate prices', () => {
    expect(stepsOf('0.01', '65000')).toEqual(['0.01', '0.1', '1', '10', '100']);
    expect(stepsOf('0.0001', '0.52')).toEqual(['0.0001', '0.001']);
    expect(stepsOf('1', '5')).toEqual(['1']);
  });
});

describe('order book under random differences', () => {
  const price = fc.integer({ min: 1, max: 400 });
  const change = fc.tuple(price, fc.integer({ min: 0, max: 9 }));

  it('equals a naive book sorted after each difference', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(change), fc.array(change)), { maxLength: 8 }), (pushes) => {
        const naive = { bids: new Map<number, number>(), asks: new Map<number, number>() };
        let book = bookOfSnapshot(snapshot(0, [], [])) as Book;
        pushes.forEach(([bids, asks], index) => {
          const above = asks.map(([at, quantity]) => [at + 400, quantity] as const);
          for (const [at, quantity] of bids) naive.bids.set(at, quantity);
          for (const [at, quantity] of above) naive.asks.set(at, quantity);
          const told = (levels: readonly (readonly [number, number])[]): Level[] =>
            levels.map(([at, quantity]) => [decimalOf(BigInt(at), 1), String(quantity)]);
          book = bookAfter(book, difference(index, index + 1, { bids: told(bids), asks: told(above) })) as Book;
        });
        const shown = (side: Map<number, number>, order: number) =>
          [...side]
            .filter(([, quantity]) => quantity > 0)
            .sort(([a], [b]) => order * (a - b))
            .map(([at, quantity]) => [decimalOf(BigInt(at), 1), String(quantity)]);
        expect(book.bids).toEqual(shown(naive.bids, -1));
        expect(book.asks).toEqual(shown(naive.asks, 1));
      }),
    );
  });

  it('orders prices that are equal as floats', () => {
    const asks: Level[] = [
      ['9007199254740993.2', '1'],
      ['9007199254740993.1', '1'],
    ];
    const book = bookAfter(
      { seq: 0, bids: [], asks: [], edges: WHOLE },
      { market: MARKET, from: 0, to: 1, bids: [], asks },
    );
    expect(book?.asks.map(([at]) => at)).toEqual(['9007199254740993.1', '9007199254740993.2']);
  });
});

describe('book deeper than a snapshot', () => {
  /** Levels from the middle outwards, one unit apart. */
  const levels = (first: number, step: 1 | -1, count: number): Level[] =>
    Array.from({ length: count }, (_, at) => [String(first + step * at), '1']);
  const opened = (bids: number, asks: number) =>
    bookOfSnapshot(snapshot(0, levels(100_000, -1, bids), levels(100_001, 1, asks))) as Book;
  const whole = opened(DEPTH_LEVELS_MAX - 1, DEPTH_LEVELS_MAX - 1);
  const cut = opened(DEPTH_LEVELS_MAX, DEPTH_LEVELS_MAX);
  const gone = (of: readonly Level[]): Level[] => of.map(([price]) => [price, '0']);

  it('is complete if the snapshot is not full, else known up to its edges', () => {
    expect(whole.edges).toEqual(WHOLE);
    expect(cut.edges).toEqual({ bids: '99001', asks: '101000' });
  });

  it('ignores levels beyond its edges, unless it is complete', () => {
    const far = difference(0, 1, { bids: [['5', '1']], asks: [['200000', '1']] });
    expect(bookAfter(cut, far)).toMatchObject({ seq: 1, bids: cut.bids, asks: cut.asks });
    expect(bookAfter(whole, far)?.bids).toHaveLength(DEPTH_LEVELS_MAX);
    // The edge itself is still known.
    expect(bookAfter(cut, difference(0, 1, { asks: [['101000', '7']] }))?.asks.at(-1)).toEqual(['101000', '7']);
  });

  it('is cut to the snapshot depth when it exceeds the limit', () => {
    const further = (count: number) => difference(0, 1, { asks: levels(101_000, 1, count) });
    const kept = LEVELS_KEPT_MAX - whole.asks.length;
    expect(bookAfter(whole, further(kept))).toMatchObject({ edges: WHOLE });
    const { asks, edges } = bookAfter(whole, further(kept + 1)) as Book;
    expect([asks.length, edges]).toEqual([DEPTH_LEVELS_MAX, { bids: null, asks: '101000' }]);
  });

  it('stays within the limit while prices move', () => {
    let book = whole;
    for (let at = 1; at <= 60; at += 1) {
      const middle = 100_000 + at * 100;
      const [bids, asks] = [levels(middle, -1, 100), levels(middle + 1, 1, 1_100)];
      // Removes asks at prices where the bids are now: trades consumed them.
      const traded = gone(book.asks.filter(([price]) => Number(price) <= middle));
      const next = bookAfter(book, difference(at - 1, at, { bids, asks: [...traded, ...asks] }));
      book = next as Book;
    }
    expect(book.bids.length).toBeLessThanOrEqual(LEVELS_KEPT_MAX);
    expect(book.asks.length).toBeLessThanOrEqual(LEVELS_KEPT_MAX);
    expect([book.bids[0], book.asks[0]]).toEqual([
      ['106000', '1'],
      ['106001', '1'],
    ]);
  });

  it('is requested again before missing levels could become visible', () => {
    const left = (count: number) => difference(0, 1, { bids: gone(cut.bids.slice(count)) });
    expect(bookAfter(cut, left(LEVELS_LEFT_MIN))?.bids).toHaveLength(LEVELS_LEFT_MIN);
    expect(bookAfter(cut, left(LEVELS_LEFT_MIN - 1))).toBeNull();
    // For a complete book the exchange sends no further levels.
    expect(bookAfter(whole, difference(0, 1, { bids: gone(whole.bids.slice(3)) }))?.bids).toHaveLength(3);
  });

  it('equals the complete book within its edges under random differences', () => {
    const near = fc.tuple(fc.integer({ min: -1_300, max: 1_300 }), fc.integer({ min: 0, max: 3 }));
    const push = fc.array(near, { maxLength: 40 });
    fc.assert(
      fc.property(
        fc.array(push, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 900, max: 1_600 }),
        (pushes, depth) => {
          const asks = new Map(levels(100_001, 1, depth).map(([price, quantity]) => [Number(price), quantity]));
          const told = () =>
            [...asks]
              .filter(([, quantity]) => quantity !== '0')
              .sort(([a], [b]) => a - b)
              .map(([price, quantity]): Level => [String(price), quantity]);
          let book = bookOfSnapshot(snapshot(0, [], told().slice(0, DEPTH_LEVELS_MAX))) as Book;
          pushes.forEach((changes, index) => {
            const named = changes.map(([at, quantity]): Level => [String(101_400 + at), String(quantity)]);
            for (const [price, quantity] of named) asks.set(Number(price), quantity);
            const checksum = depthChecksum([], told());
            book = bookAfter(book, difference(index, index + 1, { asks: named, checksum })) as Book;
          });
          const { edges } = book;
          const known = told().filter(([price]) => edges.asks === null || Number(price) <= Number(edges.asks));
          expect(book.asks.join('|')).toBe(known.join('|'));
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('depth curves', () => {
  it('accumulate outwards from the middle, within the requested range', () => {
    const curves = depthCurves({ seq: 1, bids: BIDS, asks: ASKS, edges: WHOLE }, 0.01);
    expect(curves).toMatchObject({
      bids: [
        { price: 99.5, total: 2 },
        { price: 99, total: 3.25 },
      ],
      asks: [{ price: 100, total: 0.5 }],
      middle: 99.75,
      deepest: 3.25,
    });
    expect(curves && depthAt(curves, 99.2)).toEqual({ side: 'bids', point: { price: 99.5, total: 2 } });
    expect(curves && depthAt(curves, 99.8)).toBeNull();
  });

  it('end where a side is no longer known', () => {
    const curves = (edges: Book['edges']) => depthCurves({ seq: 1, bids: BIDS, asks: ASKS, edges }, 0.1);
    expect(curves(WHOLE)).toMatchObject({ lowest: 98, highest: 101.5 });
    expect(curves({ bids: '99', asks: null })).toMatchObject({ lowest: 99, highest: 100.5 });
  });

  it('need both sides', () => {
    expect(depthCurves({ seq: 1, bids: BIDS, asks: [], edges: WHOLE }, 0.1)).toBeNull();
  });
});

describe('spread', () => {
  it('is the exact difference of the best prices and its ratio to the bid', () => {
    expect(spreadOf({ bids: [['64012.1', '1']], asks: [['64012.35', '1']] })).toEqual({
      price: '0.25',
      ratio: '0.000003',
    });
  });

  it('needs both sides', () => {
    expect(spreadOf({ bids: BIDS, asks: [] })).toBeNull();
  });
});
