/** Closing at the bankruptcy price pays the fee and leaves nothing. */
import fc from 'fast-check';
import { compare, fraction, minus, over, places, plus, times } from '../../../../test/tools/fixtures/fractions';
import { positionOf, positions, TAKER_PPB, usdt } from '../../../../test/tools/fixtures/perpetual-terms';
import { feeOf } from '../../../rules/arithmetic/rounding';
import { bankruptcyPrice, exactBankruptcyPrice } from './bankruptcy';
import { profitAt, valueAt } from './position';

const shown = (...of: Parameters<typeof exactBankruptcyPrice>) =>
  places(over(exactBankruptcyPrice(...of), fraction(10)), 6);

test.each([
  ['long 0.5 at 60,000', positionOf('long', 500, '60,000'), '1,515.675', '57000.000000', 570_000],
  ['with 500 more', positionOf('long', 500, '60,000'), '2,015.675', '55999.449697', 559_995],
  ['short 0.4 at 50,000', positionOf('short', 400, '50,000'), '811.44', '52000.000000', 520_000],
  ['short with a little more', positionOf('short', 400, '50,000'), '811.45', '52000.024986', 520_000],
])('%s', (_, position, collateral, exact, ticks) => {
  expect(shown(position, usdt(collateral), TAKER_PPB)).toBe(exact);
  expect(bankruptcyPrice(position, usdt(collateral), TAKER_PPB)).toBe(ticks);
});

// Bybit, help centre, "Order Cost (USDT Contract)": order price × (1 ∓ 1 ÷ leverage), without fees.
test.each([
  ['long', 450_000],
  ['short', 550_000],
] as const)('without a fee a %s of 10x is bankrupt a tenth away from its entry', (side, ticks) => {
  expect(bankruptcyPrice(positionOf(side, 1_000, '50,000'), usdt('5,000'), 0)).toBe(ticks);
});

test('there is none for a fully covered long or for a short with less than nothing', () => {
  const long = positionOf('long', 1, '100');
  expect(bankruptcyPrice(long, long.cost, TAKER_PPB)).toBeNull();
  expect(bankruptcyPrice(long, long.cost - 1n, TAKER_PPB)).toBe(1);
  const short = positionOf('short', 1, '100');
  expect(bankruptcyPrice(short, -short.cost, TAKER_PPB)).toBeNull();
});

const collaterals = fc.bigInt(0n, 10n ** 15n);
const fees = fc.integer({ min: 0, max: 2_000_000 });

test('at the exact price exactly nothing is left, in fractions', () => {
  fc.assert(
    fc.property(positions, collaterals, fees, (position, collateral, closePpb) => {
      const price = exactBankruptcyPrice(position, collateral, closePpb);
      const value = times(fraction(position.perTick), price);
      const won =
        position.side === 'long' ? minus(value, fraction(position.cost)) : minus(fraction(position.cost), value);
      const fee = times(value, fraction(closePpb, 1_000_000_000));
      expect(compare(minus(plus(fraction(collateral), won), fee), fraction(0))).toBe(0);
    }),
    { seed: 1 },
  );
});

test('at its tick the close can be paid, and one tick worse it cannot', () => {
  fc.assert(
    fc.property(positions, collaterals, fees, (position, collateral, closePpb) => {
      const ticks = bankruptcyPrice(position, collateral, closePpb);
      const left = (price: number) =>
        collateral + profitAt(position, price) - feeOf(valueAt(position, price), closePpb);
      if (ticks === null) {
        expect(left(1)).toBeGreaterThanOrEqual(0n);
        return;
      }
      expect(left(ticks)).toBeGreaterThanOrEqual(0n);
      expect(left(position.side === 'long' ? ticks - 1 : ticks + 1)).toBeLessThan(0n);
    }),
    { seed: 2 },
  );
});
