import fc from 'fast-check';
import { dayStart } from '../../../../shared/rules/days';
import { decimalOf, unitsOf } from '../../../../shared/rules/units';
import { compare, productOf } from '../../shared/lib/exact';
import { allocationFrom, financialIncome, firstIncomeAt, miningIncome, mostOf, soldPart, termFrom } from './income';

const PERCENT = 10_000_000;

describe('what a financial product brings', () => {
  it('is the worked example to the unit', () => {
    expect(financialIncome('1234.56', 5 * PERCENT, 7, 8)).toBe('1.18382465');
  });

  it('is never more than the exact amount, and less than it by under one unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 18n }),
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.integer({ min: 1, max: 730 }),
        (units, ppb, days) => {
          const income = unitsOf(financialIncome(decimalOf(units, 8), ppb, days, 8), 8) as bigint;
          const product = units * BigInt(ppb) * BigInt(days);
          const divisor = 365n * 10n ** 9n;
          expect(income * divisor <= product && (income + 1n) * divisor > product).toBe(true);
        },
      ),
    );
  });
});

describe('what mining brings a day', () => {
  it('is cut to the places of its coin', () => {
    expect(miningIncome('1000', 1_000_000, 8, null)).toBe('1');
    expect(miningIncome('0.00000999', 1_000_000, 8, null)).toBe('0');
  });

  it('is by the index in another coin', () => {
    expect(miningIncome('2', 1_000_000, 8, { of: '60000', by: '3000' })).toBe('0.04');
    expect(miningIncome('1', 1_000_000, 8, { of: '1', by: '3' })).toBe('0.00033333');
  });

  it('is never above what the prices say', () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((units) => decimalOf(units, 8));
    fc.assert(
      fc.property(price, price, price, (amount, of, by) => {
        const income = miningIncome(amount, 2_500_000, 8, { of, by });
        expect(compare(productOf(income, by), productOf(productOf(amount, '0.0025'), of)) <= 0).toBe(true);
      }),
    );
  });
});

describe('the times of a purchase', () => {
  const midnight = dayStart(20_780);

  it('begin at the midnight after it, in GMT+8, also in the last and the first millisecond of a day', () => {
    expect(termFrom(midnight - 1, 7)).toEqual({ startsAt: midnight, expiresAt: dayStart(20_787) });
    expect(termFrom(midnight, 7)).toEqual({ startsAt: dayStart(20_781), expiresAt: dayStart(20_788) });
  });

  it('have the allocation at the next full hour and the first income an hour into the first day', () => {
    expect(allocationFrom(midnight)).toBe(midnight + 3_600_000);
    expect(allocationFrom(midnight - 1)).toBe(midnight);
    expect(firstIncomeAt(midnight)).toBe(midnight + 3_600_000);
  });
});

it('shows how much of a quota is sold, and nothing left of none', () => {
  expect([soldPart('1000', '250'), soldPart('1000', '1000'), soldPart('0', '0')]).toEqual([0.75, 0, 1]);
});

it('takes the least of the bounds, never below nothing', () => {
  expect(mostOf(['5', '2.123456789', '3'], 8)).toBe('2.12345678');
  expect(mostOf(['5', '-1'], 8)).toBe('0');
});
