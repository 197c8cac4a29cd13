import { financialIncome, miningIncome, smallestBound, soldShare } from './income';

const STAKED = { scale: 8, incomeScale: 8, dailyRatePpb: 1_000_000 };

it('financial income equals the exchange’s payout, to the unit', () => {
  expect(financialIncome('1234.56', 50_000_000, 7, 8)).toBe('1.18382465');
  expect(financialIncome('1234.56', 50_000_000, 7, 2)).toBe('1.18');
  // Digits beyond the coin’s scale are not staked.
  expect(financialIncome('36500.9', 10_000_000, 1, 0)).toBe('1');
});

it('mining income is in the staked coin, or in another coin by index price', () => {
  expect(miningIncome('1000', STAKED, null)).toBe('1');
  expect(miningIncome('2', STAKED, { assetPrice: '60000.5', incomePrice: '3000' })).toBe('0.04000033');
  expect(miningIncome('2', { ...STAKED, incomeScale: 2 }, { assetPrice: '60000.5', incomePrice: '1' })).toBe('120');
});

it('sold share of a quota; an empty quota is sold out', () => {
  expect([soldShare('1000', '250.5'), soldShare('1000', '1000'), soldShare('0', '0')]).toEqual([0.7495, 0, 1]);
});

it('maximum amount is the smallest bound, at least 0', () => {
  expect(smallestBound(['5', '2.123456789', '3'], 8)).toBe('2.12345678');
  expect(smallestBound(['5', '-1'], 8)).toBe('0');
});
