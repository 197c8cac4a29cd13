import fc from 'fast-check';
import { dayStart } from '../../../rules/days';
import { decimalOf, unitsOf } from '../../../rules/units';
import { allocationStartsAt, financialIncome, firstIncomeAt, miningIncome, rebateMaxOf, termOf } from './income';

const PERCENT = 10_000_000;
const units = (decimal: string, scale = 8) => unitsOf(decimal, scale) as bigint;
const amount = fc.bigInt({ min: 1n, max: 10n ** 18n });
const price = fc.bigInt({ min: 1n, max: 10n ** 14n });
const rate = fc.integer({ min: 1, max: 1_000_000_000 });

describe('the income of a financial product', () => {
  it('equals the worked example to the unit', () => {
    expect(decimalOf(financialIncome(units('1234.56'), 5 * PERCENT, 7), 8)).toBe('1.18382465');
  });

  it('is at most the exact amount, and less than it by under one unit', () => {
    fc.assert(
      fc.property(amount, rate, fc.integer({ min: 1, max: 3_650 }), (stake, ppb, days) => {
        const income = financialIncome(stake, ppb, days);
        const [product, divisor] = [stake * BigInt(ppb) * BigInt(days), 365n * 10n ** 9n];
        expect(income * divisor <= product && (income + 1n) * divisor > product).toBe(true);
      }),
    );
  });

  it('of two halves is at most that of the whole', () => {
    fc.assert(
      fc.property(amount, amount, rate, (one, other, ppb) => {
        const apart = financialIncome(one, ppb, 30) + financialIncome(other, ppb, 30);
        expect(apart <= financialIncome(one + other, ppb, 30)).toBe(true);
      }),
    );
  });
});

describe('the daily income of mining', () => {
  it('is rounded down to the units of its coin', () => {
    expect(miningIncome(units('1000'), 1_000_000, null)).toBe(units('1'));
    expect(miningIncome(999n, 1_000_000, null)).toBe(0n);
  });

  it('is converted by the index for another coin of any scale', () => {
    const to = (incomeAssetScale: number) => ({
      assetPrice: 60_000n,
      incomeAssetPrice: 1n,
      assetScale: 8,
      incomeAssetScale,
    });
    expect(decimalOf(miningIncome(units('2'), 1_000_000, to(6)), 6)).toBe('120');
    expect(miningIncome(1n, 1_000_000, to(0))).toBe(0n);
  });

  it('is the same in another coin of equal price and scale', () => {
    fc.assert(
      fc.property(amount, rate, price, (stake, ppb, assetPrice) => {
        const conversion = { assetPrice, incomeAssetPrice: assetPrice, assetScale: 8, incomeAssetScale: 8 };
        expect(miningIncome(stake, ppb, conversion)).toBe(miningIncome(stake, ppb, null));
      }),
    );
  });

  it('is at most the exact converted amount, and less than it by under one unit', () => {
    fc.assert(
      fc.property(amount, rate, price, price, (stake, ppb, assetPrice, incomeAssetPrice) => {
        const income = miningIncome(stake, ppb, { assetPrice, incomeAssetPrice, assetScale: 8, incomeAssetScale: 8 });
        const [worth, divisor] = [stake * BigInt(ppb) * assetPrice, 10n ** 9n * incomeAssetPrice];
        expect(income * divisor <= worth && (income + 1n) * divisor > worth).toBe(true);
      }),
    );
  });
});

describe('the maximum rebate of a mining purchase', () => {
  it('is worth at most half of the incomes, and less than that by under one unit', () => {
    const scale = fc.integer({ min: 0, max: 8 });
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: 1, max: 3_650 }),
        price,
        price,
        scale,
        scale,
        (income, days, assetPrice, incomeAssetPrice, ...scales) => {
          const [assetScale, incomeAssetScale] = scales;
          const most = rebateMaxOf(income, days, { assetPrice, incomeAssetPrice, assetScale, incomeAssetScale });
          // Both sides are converted to units of one coin at the other coin's price, at one scale.
          const incomes = income * BigInt(days) * incomeAssetPrice * 10n ** BigInt(assetScale);
          const unit = 2n * assetPrice * 10n ** BigInt(incomeAssetScale);
          expect(most * unit <= incomes && (most + 1n) * unit > incomes).toBe(true);
        },
      ),
    );
  });

  it('is half of the incomes if both are in one coin', () => {
    expect(rebateMaxOf(units('0.123'), 7, null)).toBe(units('0.4305'));
  });
});

describe('the times of a purchase', () => {
  const midnight = dayStart(20_780);

  it('begin at the midnight after it, in GMT+8, also in the last and the first millisecond of a day', () => {
    expect(termOf(midnight - 1, 7)).toEqual({ startsAt: midnight, expiresAt: dayStart(20_787) });
    expect(termOf(midnight, 7)).toEqual({ startsAt: dayStart(20_781), expiresAt: dayStart(20_788) });
  });

  it('have the allocation at the next full hour and the first income an hour into the first day', () => {
    expect(allocationStartsAt(midnight)).toBe(midnight + 3_600_000);
    expect(allocationStartsAt(midnight - 1)).toBe(midnight);
    expect(firstIncomeAt(midnight)).toBe(midnight + 3_600_000);
  });
});
