import { movable, targetFor, targetsOf, transferFault } from './transfer-terms';

const ASSETS = [
  { asset: 'USDT', isFiat: false },
  { asset: 'USD', isFiat: true },
];
const names = (assets: { asset: string }[]) => assets.map(({ asset }) => asset);

describe('a transfer', () => {
  it('goes from spot to any other account, from legal currency to spot alone', () => {
    expect(targetsOf('spot')).toEqual(['contract', 'financial', 'option', 'legal']);
    expect(targetsOf('legal')).toEqual(['spot']);
    expect(targetsOf('contract')).toEqual(['spot', 'financial', 'option']);
  });

  it('moves what may lie in both accounts', () => {
    expect(names(movable(ASSETS, 'spot', 'contract'))).toEqual(['USDT']);
    expect(names(movable(ASSETS, 'spot', 'legal'))).toEqual(['USD']);
  });

  it('keeps its target as long as that goes', () => {
    expect(targetFor('contract', 'option')).toBe('option');
    expect(targetFor('legal', 'option')).toBe('spot');
    expect(targetFor('spot', 'spot')).toBe('contract');
  });

  it.each([
    ['0', 'amount.not.positive'],
    ['10', null],
    ['10.00000001', 'balance.insufficient'],
  ])('of %s out of 10: %p', (amount, fault) => expect(transferFault(amount, '10')).toBe(fault));
});
