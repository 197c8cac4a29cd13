/** The hold of an opening order. */
import fc from 'fast-check';
import { compare, fraction, over, plus, times } from '../../../../test/tools/fixtures/fractions';
import { PER_TICK_LOT, sides, TAKER_PPB, ticks, usdt } from '../../../../test/tools/fixtures/perpetual-terms';
import { collateralOf, initialMargin, orderCost, type OpeningOrder } from './order-cost';
import type { PositionSide } from './position';

function order(side: PositionSide, lots: number, price: string, leverage: number, mark = price): OpeningOrder {
  const perTick = BigInt(lots) * PER_TICK_LOT;
  return { side, perTick, price: ticks(price), leverage, takerPpb: TAKER_PPB, closePpb: TAKER_PPB, mark: ticks(mark) };
}

test.each<[string, OpeningOrder, Record<'margin' | 'fee' | 'reserve' | 'loss' | 'total', string>]>([
  // Bybit, help centre, "Order Cost (USDT Contract)": 1 BTC long at 50,000 with 10x at 0.055 %, and a short by the same
  // formula.
  [
    'a public example, long',
    order('long', 1_000, '50,000', 10),
    { margin: '5,000', fee: '27.5', reserve: '24.75', loss: '0', total: '5,052.25' },
  ],
  [
    'a public example, short',
    order('short', 1_000, '50,000', 10),
    { margin: '5,000', fee: '27.5', reserve: '30.25', loss: '0', total: '5,057.75' },
  ],
  [
    'long 0.5 at 60,000, 20x',
    order('long', 500, '60,000', 20),
    { margin: '1,500', fee: '16.5', reserve: '15.675', loss: '0', total: '1,532.175' },
  ],
  [
    'short 0.4 at 50,000, 25x',
    order('short', 400, '50,000', 25),
    { margin: '800', fee: '11', reserve: '11.44', loss: '0', total: '822.44' },
  ],
  [
    'bought above the mark',
    order('long', 1_000, '50,000', 10, '49,990.5'),
    { margin: '5,000', fee: '27.5', reserve: '24.75', loss: '9.5', total: '5,061.75' },
  ],
  [
    'bought below the mark',
    order('long', 1_000, '50,000', 10, '50,000.1'),
    { margin: '5,000', fee: '27.5', reserve: '24.75', loss: '0', total: '5,052.25' },
  ],
  [
    'sold below the mark',
    order('short', 1_000, '50,000', 10, '50,000.1'),
    { margin: '5,000', fee: '27.5', reserve: '30.25', loss: '0.1', total: '5,057.85' },
  ],
  [
    'long without leverage: nothing is ever left to close at a loss for',
    order('long', 1_000, '50,000', 1),
    { margin: '50,000', fee: '27.5', reserve: '0', loss: '0', total: '50,027.5' },
  ],
])('%s', (_, opening, expected) => {
  const cost = orderCost(opening);
  expect(cost).toEqual(Object.fromEntries(Object.entries(expected).map(([part, amount]) => [part, usdt(amount)])));
  expect(collateralOf(cost)).toBe(cost.total - cost.fee);
});

const orders = fc.record<OpeningOrder>({
  side: sides,
  perTick: fc.bigInt(1n, 10n ** 10n),
  price: fc.integer({ min: 1, max: 2 ** 30 }),
  leverage: fc.integer({ min: 1, max: 125 }),
  takerPpb: fc.integer({ min: 0, max: 2_000_000 }),
  closePpb: fc.integer({ min: 0, max: 2_000_000 }),
  mark: fc.integer({ min: 1, max: 2 ** 30 }),
});

test('each part is the exact value rounded up by less than a unit', () => {
  fc.assert(
    fc.property(orders, (opening) => {
      const { side, perTick, price, leverage, takerPpb, closePpb, mark } = opening;
      const value = times(fraction(perTick), fraction(price));
      const worst = times(fraction(price), plus(fraction(1), fraction(side === 'long' ? -1 : 1, leverage)));
      const away = side === 'long' ? price - mark : mark - price;
      const exact = {
        margin: over(value, fraction(leverage)),
        fee: times(value, fraction(takerPpb, 1_000_000_000)),
        reserve: times(fraction(perTick), worst, fraction(closePpb, 1_000_000_000)),
        loss: times(fraction(perTick), fraction(Math.max(0, away))),
      };
      const cost = orderCost(opening);
      for (const part of ['margin', 'fee', 'reserve', 'loss'] as const) {
        expect(compare(fraction(cost[part]), exact[part])).toBeGreaterThanOrEqual(0);
        expect(compare(fraction(cost[part] - 1n), exact[part])).toBeLessThan(0);
      }
      expect(cost.total).toBe(cost.margin + cost.fee + cost.reserve + cost.loss);
      expect(cost.margin).toBe(initialMargin(perTick * BigInt(price), leverage));
    }),
    { seed: 1 },
  );
});

test('separate fills hold at least as much as one fill, and at most one unit more per part and fill', () => {
  fc.assert(
    fc.property(orders, fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 9 }), (one, parts) => {
      const lots = BigInt(parts.reduce((sum, part) => sum + part, 0));
      const apart = parts.map((part) => orderCost({ ...one, perTick: one.perTick * BigInt(part) }).total);
      const sum = apart.reduce((total, part) => total + part, 0n);
      const whole = orderCost({ ...one, perTick: one.perTick * lots }).total;
      expect(sum).toBeGreaterThanOrEqual(whole);
      expect(sum - whole).toBeLessThanOrEqual(3n * BigInt(parts.length));
    }),
    { seed: 2 },
  );
});
