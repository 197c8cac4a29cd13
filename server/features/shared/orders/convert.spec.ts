import fc from 'fast-check';
import { decimalOf } from '../../../../shared/rules/units';
import { Refusal } from '../../../platform/errors/refusal';
import { amountOf, lotsOf, ticksOf } from './convert';

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'success';
}

describe('decimals to integers', () => {
  it.each([
    ['50000', '0.01', 5_000_000],
    ['0.01', '0.01', 1],
    ['0.010', '0.01', 1],
    ['12.5', '2.5', 5],
    ['0', '0.01', 0],
    ['79742.20', '0.1', 797_422],
  ])('price %s at tick %s is %d ticks', (price, tick, ticks) => {
    expect(ticksOf(price, tick)).toBe(ticks);
  });

  it.each([
    [() => ticksOf('0.015', '0.01'), 'price.off.tick'],
    [() => ticksOf('0.0100000000000000000000001', '0.01'), 'price.off.tick'],
    [() => ticksOf('3', '2.5'), 'price.off.tick'],
    [() => ticksOf('999999999999999999999999999999', '0.01'), 'price.out.of.range'],
    [() => ticksOf('999999999999999999999999999999', '0.01', 'trigger.out.of.range'), 'trigger.out.of.range'],
    [() => lotsOf('0.000015', '0.00001'), 'quantity.off.lot'],
    [() => lotsOf('999999999999999999999999999999', '0.00001'), 'quantity.too.large'],
    [() => amountOf('0.000000001', 8, 'BTC'), 'amount.too.precise'],
    [() => amountOf('92233720368.54775808', 8, 'BTC'), 'amount.above.maximum'],
    [() => amountOf('92233720368.54775807', 8, 'BTC'), 'success'],
    [() => amountOf('0.00000001000', 8, 'BTC'), 'success'],
  ])('%# has its own code', (work, code) => {
    expect(codeOf(work)).toBe(code);
  });

  it('round-trips the input', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 63n - 1n), fc.integer({ min: 0, max: 18 }), (units, scale) => {
        expect(amountOf(decimalOf(units, scale), scale, 'BTC')).toBe(units);
      }),
    );
  });

  it('throws nothing except a refusal', () => {
    const decimal = fc.stringMatching(/^(0|[1-9]\d{0,29})(\.\d{1,30})?$/);
    fc.assert(
      fc.property(decimal, fc.constantFrom('0.01', '1', '0.00000001', '2.5', '1000'), (text, step) => {
        codeOf(() => ticksOf(text, step));
        codeOf(() => lotsOf(text, step));
        codeOf(() => amountOf(text, 8, 'BTC'));
      }),
    );
  });
});

it('states the maximum amount in whole coins, and the digits that cause it', () => {
  const refusalOf = (digits: number): unknown => {
    try {
      return amountOf('1000000000000', digits, 'COIN');
    } catch (error) {
      return (error as Refusal).facts;
    }
  };
  expect(refusalOf(18)).toEqual({ asset: 'COIN', digits: 18, maximum: '9.223372036854775807' });
  expect(refusalOf(8)).toEqual({ asset: 'COIN', digits: 8, maximum: '92233720368.54775807' });
});
