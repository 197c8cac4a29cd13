import * as fc from 'fast-check';
import { sides } from '../../../../../test/tools/fixtures/perpetual-terms';
import { compare, differenceOf, productOf } from '../../../kit/lib/numbers/exact';
import { PERPETUAL } from '../../../testing/perpetual';
import { isBeyondLiquidation, STOP_NAMES, stopFault, triggerOf, type StopName, type StopTerms } from './attached-stops';

const LONG: StopTerms = {
  ...{
    market: PERPETUAL,
    side: 'long',
    leverage: 20,
    stopsBy: 'price',
    entry: '60000',
    quantity: '0.5',
    from: '60000',
  },
};
const SHORT: StopTerms = { ...LONG, side: 'short' };

test.each<[string, StopName, string, StopTerms, string | null]>([
  ['a price is itself', 'takeProfit', '61000', LONG, '61000'],
  // At leverage 20 a tenth of the margin is 0.5 % of the price.
  ['a rate is of the margin', 'takeProfit', '10', { ...LONG, stopsBy: 'rate' }, '60300'],
  ['and lost below a long', 'stopLoss', '10', { ...LONG, stopsBy: 'rate' }, '59700'],
  ['won below a short', 'takeProfit', '10', { ...SHORT, stopsBy: 'rate' }, '59700'],
  ['lost above it', 'stopLoss', '10', { ...SHORT, stopsBy: 'rate' }, '60300'],
  ['a profit is of all of it', 'takeProfit', '500', { ...LONG, stopsBy: 'profit' }, '61000'],
  ['no less is won', 'takeProfit', '500.01', { ...LONG, stopsBy: 'profit' }, '61000.1'],
  ['no more is lost', 'stopLoss', '500.01', { ...LONG, stopsBy: 'profit' }, '59000'],
  ['nothing without a quantity', 'stopLoss', '500', { ...LONG, stopsBy: 'profit', quantity: null }, null],
  ['nothing of no quantity', 'stopLoss', '500', { ...LONG, stopsBy: 'profit', quantity: '0' }, null],
  ['nothing without a price', 'stopLoss', '5', { ...LONG, stopsBy: 'rate', entry: null }, null],
  ['nothing below zero', 'stopLoss', '30000', { ...LONG, stopsBy: 'profit' }, null],
])('trigger price: %s', (_, name, figure, terms, expected) => {
  const trigger = triggerOf(name, figure, terms);
  expect(trigger === null || expected === null ? trigger : compare(trigger, expected)).toBe(
    expected === null ? null : 0,
  );
});

test.each<[string, StopName, string, StopTerms, string | null]>([
  ['nothing', 'takeProfit', '0', LONG, 'stop.zero'],
  ['a rate of nothing', 'stopLoss', '0', { ...LONG, stopsBy: 'rate' }, 'stop.zero'],
  ['between two ticks', 'takeProfit', '61000.05', LONG, 'price.off.tick'],
  ['below the least price', 'stopLoss', '0.1', LONG, 'trigger.out.of.range'],
  ['a loss that no price brings', 'stopLoss', '30000', { ...LONG, stopsBy: 'profit' }, 'trigger.out.of.range'],
  ['at the price', 'takeProfit', '60000', LONG, 'take.profit.wrong.side'],
  ['a tick above it', 'takeProfit', '60000.1', LONG, null],
  ['the stop at the price', 'stopLoss', '60000', LONG, 'stop.loss.wrong.side'],
  ['a tick below it', 'stopLoss', '59999.9', LONG, null],
  ['the profit of a short above', 'takeProfit', '60000.1', SHORT, 'take.profit.wrong.side'],
  ['the stop of a short below', 'stopLoss', '59999.9', SHORT, 'stop.loss.wrong.side'],
  ['nothing to judge it by', 'stopLoss', '70000', { ...LONG, from: null }, null],
  ['a profit of what is not typed yet', 'takeProfit', '5', { ...LONG, stopsBy: 'profit', quantity: null }, null],
])('fault: %s', (_, name, figure, terms, expected) => {
  expect(stopFault(name, figure, terms)).toBe(expected);
});

test('target yields at least the profit or at most the loss, and a tick closer would not', () => {
  const wishes = fc.record({
    side: sides,
    name: fc.constantFrom(...STOP_NAMES),
    lots: fc.integer({ min: 1, max: 5_000 }),
    cents: fc.integer({ min: 1, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(wishes, ({ side, name, lots, cents }) => {
      const [quantity, wanted] = [productOf(String(lots), '0.001'), productOf(String(cents), '0.01')];
      const trigger = triggerOf(name, wanted, { ...LONG, side, stopsBy: 'profit', quantity });
      if (trigger === null) return;
      const resultAt = (price: string) =>
        productOf(side === 'long' ? differenceOf(price, '60000') : differenceOf('60000', price), quantity);
      const least = name === 'takeProfit' ? wanted : `-${wanted}`;
      expect(compare(resultAt(trigger), least)).toBeGreaterThanOrEqual(0);
      const worse = differenceOf(trigger, side === 'long' ? '0.1' : '-0.1');
      expect(compare(resultAt(worse), least)).toBeLessThan(0);
    }),
    { seed: 3 },
  );
});

test.each([
  ['long', '57229', '57229', true],
  ['long', '57229.1', '57229', false],
  ['short', '62000', '62000', true],
  ['short', '61999.9', '62000', false],
  ['long', '1', null, false],
] as const)('stop of a %s at %s is beyond liquidation at %s: %s', (side, stop, liquidation, expected) => {
  expect(isBeyondLiquidation(stop, side, liquidation)).toBe(expected);
});
