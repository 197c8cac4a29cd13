import { financialTermsOf, miningTermsOf, percentOf, wrongIn } from './earn-terms';

const SHARED = { product: 'usdt-7', name: 'USDT 7', asset: 'usdt', termDays: '7', quota: '1000', amountMin: '10' };
const FINANCIAL = { ...SHARED, annual: '5.25', userMax: '500' };
const MINING = {
  ...SHARED,
  ...{ incomeAsset: 'btc', daily: '0.05', payout: 'end', userMax: '500', rebateType: 'income', rebateRatio: '1' },
};

describe('terms entered by staff', () => {
  it('are sent with rates in parts per billion and upper-case coins', () => {
    expect(financialTermsOf(FINANCIAL)).toEqual({
      ...{ product: 'usdt-7', name: 'USDT 7', asset: 'USDT', termDays: 7, annualRatePpb: 52_500_000 },
      ...{ quota: '1000', amountMin: '10', userMax: '500' },
    });
    expect(miningTermsOf(MINING)).toMatchObject({
      ...{ incomeAsset: 'BTC', dailyRatePpb: 500_000, payout: 'end', amountMax: '500' },
      rebate: { type: 'income', ratioPpb: 10_000_000 },
    });
    expect(miningTermsOf({ ...MINING, rebateType: 'none', rebateRatio: '' }).rebate).toBeNull();
    expect(percentOf(52_500_000)).toBe('5.25');
  });

  it.each([
    ['a rate of nothing', { annual: '0' }, 'annual'],
    ['more than everything', { annual: '100.0000001' }, 'annual'],
    ['a rate finer than it can be', { annual: '0.00000001' }, 'annual'],
    ['no day', { termDays: '0' }, 'termDays'],
    ['more days than ten years', { termDays: '3651' }, 'termDays'],
  ])('are rejected for %s', (_what, change, field) => {
    expect(wrongIn({ ...FINANCIAL, ...change })).toEqual([[field, 'out.of.range']]);
  });

  it('are valid at their bounds and without a rebate', () => {
    expect(wrongIn({ ...FINANCIAL, annual: '100', termDays: '3650' })).toEqual([]);
    expect(wrongIn({ ...MINING, rebateRatio: '' })).toEqual([]);
  });
});
