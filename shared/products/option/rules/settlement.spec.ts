import * as fc from 'fast-check';
import {
  ENTRY_WAIT_MS,
  areLevelsAround,
  breakEvenPpb,
  findEnd,
  entryCountsFrom,
  findEntry,
  levelReached,
  optionFee,
  outcomeOf,
  payoutFor,
  priceFor,
  reserveOf,
  type BoughtOption,
} from './settlement';

const UNIT = 100_000_000n;
const usdt = (amount: number) => BigInt(amount) * UNIT;
/** Stake 1,000, payout 80 %, 60 s, no fee. */
const BOUGHT: BoughtOption = { stake: usdt(1_000), payoutPpb: 800_000_000, durationMs: 60_000, fee: 0n };
const CHARGED: BoughtOption = { ...BOUGHT, fee: usdt(10) };

describe('the worked examples', () => {
  const received = (bought: BoughtOption, end: Parameters<typeof payoutFor>[1], elapsedMs = 60_000) => {
    const { returnedStake: back, income, fee, houseShare: kept } = payoutFor(bought, end, elapsedMs);
    return back + income - (kept === 0n && income > 0n ? fee : 0n);
  };
  test.each([
    ['won', 60_000, 1_800],
    ['take_profit', 15_000, 1_200],
    ['stop_loss', 15_000, 375],
    ['tie', 60_000, 1_000],
    ['lost', 60_000, 0],
  ] as const)('%s after %d ms pays %d', (end, elapsedMs, amount) => {
    expect(received(BOUGHT, end, elapsedMs)).toBe(usdt(amount));
  });

  test('the fee comes out of what is paid, or out of what the house keeps, and a tie costs nothing', () => {
    expect(payoutFor(CHARGED, 'won', 60_000)).toEqual({
      returnedStake: usdt(1_000),
      income: usdt(800),
      fee: usdt(10),
      houseShare: 0n,
    });
    expect(payoutFor(CHARGED, 'lost', 60_000)).toEqual({
      returnedStake: 0n,
      income: 0n,
      fee: usdt(10),
      houseShare: usdt(990),
    });
    expect(payoutFor(CHARGED, 'stop_loss', 15_000)).toEqual({
      returnedStake: usdt(375),
      income: 0n,
      fee: usdt(10),
      houseShare: usdt(615),
    });
    expect(payoutFor(CHARGED, 'tie', 60_000)).toEqual({
      returnedStake: usdt(1_000),
      income: 0n,
      fee: 0n,
      houseShare: 0n,
    });
  });

  test('the break-even rate is five wins in nine, and higher with a fee', () => {
    expect(breakEvenPpb(BOUGHT)).toBe(555_555_556);
    expect(breakEvenPpb(CHARGED)).toBe(558_659_218);
  });

  test('a fee is a rate of the stake, rounded up, or a fixed amount', () => {
    expect(optionFee(333n, { ratePpb: 10_000_000 })).toBe(4n);
    expect(optionFee(333n, { amount: 7n })).toBe(7n);
  });
});

describe('which publication counts', () => {
  const published = [1_000, 2_000, 3_000, 20_000].map((at, place) => ({
    ...{ price: 100 + place, at },
    // The source with the latest quote is above the others, and the sources are not in numeric order.
    sources: [at - 700, at - 200, at].map((when, which) => ({
      source: 9 - which,
      price: 100 + place + which,
      at: when,
    })),
  }));
  const first = { rule: 1, sourcesMin: 0 } as const;
  test.each([
    [1_000, 1_000],
    [1_001, 2_000],
    [3_000, 3_000],
    [20_000 - ENTRY_WAIT_MS, 20_000],
    [20_000 - ENTRY_WAIT_MS - 1, null],
    [20_001, null],
  ])('by rule 1 the entry is the first from %d on, in time: %s', (from, at) => {
    expect(findEntry(published, { ...first, from })?.at ?? null).toBe(at);
  });
  test.each([
    // The mean of its two quotes from that time or later.
    [800, 2, 1_000, 101, [7, 8]],
    [801, 2, 2_000, 102, [7, 8, 9]],
    [801, 1, 1_000, 102, [7]],
    [300, 3, 1_000, 101, [7, 8, 9]],
    [301, 3, 2_000, 102, [7, 8, 9]],
    [5_000, 3, 20_000, 104, [7, 8, 9]],
    [20_000 - ENTRY_WAIT_MS - 1, 3, null, null, null],
    [20_001, 1, null, null, null],
    [800, 4, null, null, null],
  ])('by rule 2 it takes, from %d on, %d quotes told since: at %s for %s, of %j', (from, sourcesMin, ...expected) => {
    const entry = findEntry(published, { rule: 2, sourcesMin, from });
    expect([entry?.at ?? null, entry?.price ?? null, entry?.basis ?? null]).toEqual(expected);
  });
  const ALL = [7, 8, 9];
  test.each([
    [1, 2, [], 100],
    [2, 3, ALL, 101],
    [2, 4, ALL, null],
    [2, 2, [8, 9], 100],
    [2, 3, [8, 9], null],
    [2, 1, [7], 102],
    [2, 1, [3, 9], 100],
    [2, 1, [3], null],
  ] as const)(
    'by rule %d, with at least %d quotes of the sources %j, the price for levels is %s',
    (rule, sourcesMin, basis, price) => {
      expect(priceFor(published[0], { rule, sourcesMin }, { basis })).toBe(price);
    },
  );
  test('nobody buys knowing it', () => expect(entryCountsFrom(7_000)).toBe(7_500));
  test.each([
    [1, 3, [], 102],
    [2, 3, ALL, 103],
    [2, 2, [7, 8], 103],
    [2, 1, [7], 104],
    // One of the entry's sources is silent.
    [2, 2, [3, 7, 9], 103],
    [2, 3, [3, 7, 9], null],
    [2, 1, [3], null],
  ] as const)(
    'by rule %d, with at least %d quotes, a contract with the entry sources %j ends at their price: %s',
    (rule, sourcesMin, basis, price) => {
      const counting = { rule, sourcesMin, staleMs: 10_000 };
      const end = findEnd(published, counting, { price: 1, at: 0, basis }, 13_000);
      expect(end && [end.at, end.price]).toEqual(price === null ? null : [3_000, price]);
    },
  );
  test('the entry’s own publication, if none follows, ends the contract at the entry price', () => {
    const counting = { rule: 2, sourcesMin: 2, staleMs: 10_000 } as const;
    const entry = findEntry(published, { ...counting, from: 2_800 });
    expect(entry).toMatchObject({ price: 103, at: 3_000 });
    expect(findEnd(published, counting, entry!, 13_000)).toMatchObject({ price: 103, at: 3_000 });
  });

  test.each([
    [1_000, null],
    [1_001, 1_000],
    [3_000, 2_000],
    [13_000, 3_000],
    [13_001, null],
    [20_000, null],
    [20_001, 20_000],
  ])('the end at %d is settled by the last one strictly before, unless it is older than 10 s: %s', (endsAt, at) => {
    for (const rule of [1, 2] as const) {
      const end = findEnd(published, { rule, sourcesMin: 3, staleMs: 10_000 }, { price: 1, at: 0, basis: ALL }, endsAt);
      expect(end?.at ?? null).toBe(at);
    }
  });
});

test.each([
  ['up', 100, 101, 'won'],
  ['up', 100, 99, 'lost'],
  ['down', 100, 99, 'won'],
  ['down', 100, 101, 'lost'],
  ['up', 100, 100, 'tie'],
  ['down', 100, 100, 'tie'],
] as const)('%s from %d to %d is %s', (direction, entry, end, outcome) => {
  expect(outcomeOf(direction, entry, end)).toBe(outcome);
});

describe('levels', () => {
  test.each([
    ['up', { takeProfit: 101, stopLoss: 99 }, true],
    ['up', { takeProfit: 100 }, false],
    ['up', { stopLoss: 100 }, false],
    ['down', { takeProfit: 99, stopLoss: 101 }, true],
    ['down', { takeProfit: 101 }, false],
    ['down', { stopLoss: 99 }, false],
    ['up', {}, true],
  ] as const)('%s with %j are valid around 100: %s', (direction, levels, isAround) => {
    expect(areLevelsAround(levels, direction, 100)).toBe(isAround);
  });
  test.each([
    ['up', 101, 'take_profit'],
    ['up', 500, 'take_profit'],
    ['up', 99, 'stop_loss'],
    ['up', 100, null],
    ['down', 99, 'take_profit'],
    ['down', 1, 'take_profit'],
    ['down', 101, 'stop_loss'],
    ['down', 100, null],
  ] as const)('%s at %d reach: %s', (direction, price, level) => {
    const levels = direction === 'up' ? { takeProfit: 101, stopLoss: 99 } : { takeProfit: 99, stopLoss: 101 };
    expect(levelReached(levels, direction, price)).toBe(level);
    expect(levelReached({}, direction, price)).toBeNull();
  });
});

test('the stake plus the income always equals payment, fee and the kept part', () => {
  const bought = fc.record({
    stake: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    payoutPpb: fc.integer({ min: 1, max: 999_999_999 }),
    durationMs: fc.integer({ min: 15_000, max: 86_400_000 }),
    fee: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  });
  const ends = ['won', 'lost', 'tie', 'take_profit', 'stop_loss'] as const;
  fc.assert(
    fc.property(bought, fc.constantFrom(...ends), fc.double({ min: 0, max: 1, noNaN: true }), (one, end, part) => {
      const elapsedMs = Math.floor(part * (one.durationMs - 1));
      const { returnedStake: back, income, fee, houseShare: kept } = payoutFor(one, end, elapsedMs);
      for (const amount of [back, income, fee, kept]) expect(amount >= 0n).toBe(true);
      // The income never exceeds the reserve, and no payout exceeds that of a win.
      expect(income <= reserveOf(one)).toBe(true);
      const isGain = end === 'won' || end === 'take_profit';
      expect(back + kept + (isGain ? 0n : fee)).toBe(one.stake);
      expect(fee <= (isGain ? one.stake + income : one.stake)).toBe(true);
    }),
  );
});
