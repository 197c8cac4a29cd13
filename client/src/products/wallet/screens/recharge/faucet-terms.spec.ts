import { faucetSuggestion } from './faucet-terms';

describe('suggested faucet amount', () => {
  it.each([
    ['10000', '1', 6, '1000'],
    ['1', '0.001', 8, '0.1'],
    ['0.5', '0.001', 8, '0.05'],
    ['5', '1', 6, '5'],
  ])('with daily maximum %s, minimum %s and %s decimals', (maximum, minimum, decimals, suggestion) => {
    expect(faucetSuggestion(maximum, minimum, decimals)).toBe(suggestion);
  });
});
