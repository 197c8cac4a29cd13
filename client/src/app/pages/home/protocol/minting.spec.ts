import { mintedAfter, SUPPLY_NEVER_REACHED } from './minting';

it('minting starts at 50,000 a month, falls by 5 % a month and never reaches a million', () => {
  expect(mintedAfter(1)).toBeCloseTo(50_000);
  expect(mintedAfter(2)).toBeCloseTo(97_500);
  expect(mintedAfter(120)).toBeGreaterThan(0.99 * SUPPLY_NEVER_REACHED);
  expect(mintedAfter(600)).toBeLessThan(SUPPLY_NEVER_REACHED);
});
