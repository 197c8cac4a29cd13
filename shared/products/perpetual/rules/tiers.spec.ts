/** Tiers: the tier of a value, and that requirements have no step between tiers. */
import fc from 'fast-check';
import { RISK, riskTerms, TIERS, usdt } from '../../../../test/tools/fixtures/perpetual-terms';
import { areTiersValid, changeOfTiers, leverageMaxAt, riskTiers, tierAt, type Tier } from './tiers';

test('amounts follow from floors and rates', () => {
  const amounts = ['0', '50', '1,300', '16,300', '91,300', '391,300', '591,300', '841,300', '2,041,300', '7,041,300'];
  expect(RISK.tiers.map(({ amount }) => amount)).toEqual(amounts.map(usdt));
  const floors = [0n, ...TIERS.slice(0, -1).map(({ cap }) => cap)];
  expect(RISK.tiers.map(({ floor }) => floor)).toEqual(floors);
});

// Binance's table for BTCUSDT of 2021 ("Leverage and Margin of USDⓈ-M Futures"), and its rule for the maintenance amount.
test('amounts equal those of a public table', () => {
  const table: [cap: string, ratePpb: number, amount: string][] = [
    ['50,000', 4_000_000, '0'],
    ['250,000', 5_000_000, '50'],
    ['1,000,000', 10_000_000, '1,300'],
    ['10,000,000', 25_000_000, '16,300'],
    ['20,000,000', 50_000_000, '266,300'],
    ['50,000,000', 100_000_000, '1,266,300'],
    ['100,000,000', 125_000_000, '2,516,300'],
    ['200,000,000', 150_000_000, '5,016,300'],
    ['300,000,000', 250_000_000, '25,016,300'],
    ['500,000,000', 500_000_000, '100,016,300'],
  ];
  const made = riskTiers(table.map(([cap, ratePpb]) => ({ cap: usdt(cap), leverageMax: 1, ratePpb })));
  expect(made.map(({ amount }) => amount)).toEqual(table.map(([, , amount]) => usdt(amount)));
});

test.each([
  ['0', 125],
  ['50,000', 125],
  ['50,000.00000001', 100],
  ['250,000', 100],
  ['39,999,999.99999999', 1],
  ['40,000,000', 1],
  ['900,000,000', 1],
])(
  'a value of %s may have leverage %d: a cap belongs to the lower tier, and the last tier has no end',
  (value, leverage) => {
    expect(leverageMaxAt(RISK.tiers, usdt(value))).toBe(leverage);
  },
);

test('at every cap the requirements of both tiers are equal to a unit', () => {
  fc.assert(
    fc.property(riskTerms, ({ tiers }) => {
      for (let place = 1; place < tiers.length; place++) {
        const [lower, upper] = [tiers[place - 1], tiers[place]];
        expect(tierAt(tiers, lower.cap)).toBe(lower);
        expect(tierAt(tiers, lower.cap + 1n)).toBe(upper);
        const ppb = ({ ratePpb, amount }: typeof lower) => lower.cap * BigInt(ratePpb) - amount * 1_000_000_000n;
        expect(ppb(upper) - ppb(lower)).toBeGreaterThanOrEqual(0n);
        expect(ppb(upper) - ppb(lower)).toBeLessThan(1_000_000_000n);
      }
    }),
    { seed: 1 },
  );
});

const changed = (place: number, change: Partial<Tier>) => TIERS.with(place, { ...TIERS[place], ...change });

test.each<[string, Tier[], boolean]>([
  ['those of the examples', TIERS, true],
  ['one alone', TIERS.slice(0, 1), true],
  ['none', [], false],
  ['a cap of nothing', changed(0, { cap: 0n }), false],
  ['a cap twice', changed(1, { cap: TIERS[0].cap }), false],
  ['a rate twice', changed(1, { ratePpb: TIERS[0].ratePpb }), false],
  ['a rate of nothing', changed(0, { ratePpb: 0 }), false],
  ['half a part per billion', changed(0, { ratePpb: 0.5 }), false],
  ['leverage that rises', changed(1, { leverageMax: 126 }), false],
  ['no leverage', changed(9, { leverageMax: 0 }), false],
  ['half a leverage', changed(8, { leverageMax: 1.5 }), false],
  ['a requirement that the margin never covers', changed(0, { leverageMax: 220 }), false],
])('%s: %#', (_, tiers, valid) => {
  expect(areTiersValid(tiers, 550_000)).toBe(valid);
});

describe('the comparison of tiers with the previous ones', () => {
  const of = (...tiers: [cap: bigint, leverageMax: number, ratePpb: number][]) =>
    riskTiers(tiers.map(([cap, leverageMax, ratePpb]) => ({ cap, leverageMax, ratePpb })));
  const ONE = of([1_000n, 100, 4_000_000], [5_000n, 50, 10_000_000]);

  test.each([
    ['the same', ONE, 'same'],
    [
      'a higher rate of the first, which counts in all',
      of([1_000n, 100, 5_000_000], [5_000n, 50, 10_000_000]),
      'tighter',
    ],
    ['a higher rate and a later end', of([1_000n, 100, 5_000_000], [6_000n, 50, 10_000_000]), 'mixed'],
    ['higher rates of all', of([1_000n, 100, 5_000_000], [5_000n, 50, 11_000_000]), 'tighter'],
    ['less leverage', of([1_000n, 90, 4_000_000], [5_000n, 50, 10_000_000]), 'tighter'],
    ['an earlier end of the first', of([900n, 100, 4_000_000], [5_000n, 50, 10_000_000]), 'tighter'],
    ['an earlier end of all', of([1_000n, 100, 4_000_000], [4_000n, 50, 10_000_000]), 'tighter'],
    ['a later end of all', of([1_000n, 100, 4_000_000], [6_000n, 50, 10_000_000]), 'looser'],
    ['less leverage and a later end', of([1_000n, 90, 4_000_000], [6_000n, 50, 10_000_000]), 'mixed'],
  ])('%s', (_, other, change) => {
    expect(changeOfTiers(ONE, other)).toBe(change);
    const back = { same: 'same', tighter: 'looser', looser: 'tighter', mixed: 'mixed' }[change];
    expect(changeOfTiers(other, ONE)).toBe(back);
  });
});
