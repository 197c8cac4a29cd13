import { crc32 } from 'node:zlib';
import {
  applyDifference,
  bestLevels,
  bookChecksum,
  bookOf,
  candleStart,
  compareDecimals,
  depthChecksum,
  INTERVALS,
  subscribeRequest,
  type Level,
} from './market-data';

const at = (text: string): number => Date.parse(text);

describe('a client’s book', () => {
  const fresh = () => bookOf({ seq: 10, bids: [['9', '1']], asks: [['11', '2']] });
  const difference = (from: number, to: number) => ({
    market: 'BTC-USDT',
    from,
    to,
    bids: [['9', '0'] as const, ['8.5', '3'] as const],
    asks: [['11', '4'] as const],
  });

  it.each([
    [10, 12, 'applied'],
    [7, 12, 'applied'],
    [7, 10, 'dropped'],
    [10, 10, 'dropped'],
    [3, 9, 'dropped'],
    [11, 12, 'gap'],
  ])('at 10, a difference from %i to %i is %s', (from, to, outcome) => {
    const book = fresh();
    expect(applyDifference(book, difference(from, to))).toBe(outcome);
    const touched = outcome === 'applied';
    expect(book.seq).toBe(touched ? to : 10);
    expect([...book.bids]).toEqual(touched ? [['8.5', '3']] : [['9', '1']]);
    expect([...book.asks]).toEqual(touched ? [['11', '4']] : [['11', '2']]);
  });

  it('sorts levels as numbers, not as texts', () => {
    const book = bookOf({
      seq: 0,
      bids: [
        ['9.5', '1'],
        ['10', '1'],
        ['9.25', '1'],
      ],
      asks: [
        ['100', '1'],
        ['20.1', '1'],
      ],
    });
    expect(bestLevels(book, 'bids', 2)).toEqual([
      ['10', '1'],
      ['9.5', '1'],
    ]);
    expect(bestLevels(book, 'asks', 9)).toEqual([
      ['20.1', '1'],
      ['100', '1'],
    ]);
    expect(compareDecimals('1.5', '1.5')).toBe(0);
    expect(compareDecimals('1', '1.5')).toBeLessThan(0);
  });

  it('has a CRC-32 checksum over the top ten bids, then asks', () => {
    const many = (from: number): Level[] => Array.from({ length: 12 }, (_, index) => [String(from + index), '1.5']);
    const text = [...many(100).slice(0, 10), ...many(200).slice(0, 10)].map((level) => level.join(':')).join('|');
    // zlib's CRC-32 is the reference if the platform has it.
    if (typeof crc32 === 'function') expect(depthChecksum(many(100), many(200))).toBe(crc32(text));
    expect(depthChecksum([['1', '2']], [['3', '4']])).toBe(depthChecksum([['1', '2']], [['3', '4']]));
    expect(depthChecksum([], [])).toBe(0);
    const book = bookOf({ seq: 0, bids: many(100), asks: many(200) });
    expect(bookChecksum(book)).toBe(depthChecksum([...many(100)].reverse(), many(200)));
  });
});

describe('candles', () => {
  it.each([
    ['1m', '2026-02-03T10:17:00Z'],
    ['5m', '2026-02-03T10:15:00Z'],
    ['15m', '2026-02-03T10:15:00Z'],
    ['30m', '2026-02-03T10:00:00Z'],
    ['1h', '2026-02-03T10:00:00Z'],
    ['4h', '2026-02-03T08:00:00Z'],
    ['1d', '2026-02-03T00:00:00Z'],
    ['1w', '2026-02-02T00:00:00Z'],
  ] as const)('of %s start at UTC times', (interval, start) => {
    expect(candleStart(at('2026-02-03T10:17:31Z'), interval)).toBe(at(start));
    expect(candleStart(at(start), interval)).toBe(at(start));
  });

  it('have eight intervals', () => {
    expect(INTERVALS).toHaveLength(8);
  });
});

describe('a request', () => {
  it.each([
    [{ channel: 'depth', market: 'BTC-USDT' }, true],
    [{ channel: 'order', since: -1 }, true],
    [{ channel: 'order', since: 1.5 }, false],
    [{ channel: '' }, false],
    [{ channel: 'depth', market: 'x'.repeat(37) }, false],
    [{ channel: 'depth', more: 1 }, false],
    ['depth', false],
    [null, false],
  ])('%j is well formed: %s', (request, good) => {
    expect(subscribeRequest.safeParse(request).success).toBe(good);
  });
});
