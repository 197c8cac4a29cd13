import { financialIncome, miningIncome, mostOf, soldPart } from './income';

const STAKED = { scale: 8, incomeScale: 8, dailyRatePpb: 1_000_000 };

it('projects a financial product to the unit, as the exchange pays it', () => {
  expect(financialIncome('1234.56', 50_000_000, 7, 8)).toBe('1.18382465');
  expect(financialIncome('1234.56', 50_000_000, 7, 2)).toBe('1.18');
  // What a coin has no places for is not staked.
  expect(financialIncome('36500.9', 10_000_000, 1, 0)).toBe('1');
});

it('projects mining in its own coin, and by the index in another', () => {
  expect(miningIncome('1000', STAKED, null)).toBe('1');
  expect(miningIncome('2', STAKED, { of: '60000.5', by: '3000' })).toBe('0.04000033');
  expect(miningIncome('2', { ...STAKED, incomeScale: 2 }, { of: '60000.5', by: '1' })).toBe('120');
});

it('shows how much of a quota is sold, and nothing left of none', () => {
  expect([soldPart('1000', '250.5'), soldPart('1000', '1000'), soldPart('0', '0')]).toEqual([0.7495, 0, 1]);
});

it('takes the least of the bounds, never below nothing', () => {
  expect(mostOf(['5', '2.123456789', '3'], 8)).toBe('2.12345678');
  expect(mostOf(['5', '-1'], 8)).toBe('0');
});
