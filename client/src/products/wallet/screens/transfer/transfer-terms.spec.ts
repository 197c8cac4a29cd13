import { transferableAssets, sourceFor, targetFor, targetsOf, transferFault } from './transfer-terms';

const ASSETS = [
  { asset: 'USDT', isFiat: false },
  { asset: 'USD', isFiat: true },
];
const names = (assets: { asset: string }[]) => assets.map(({ asset }) => asset);

describe('transfer', () => {
  it('goes from spot to any account, from legal currency only to spot', () => {
    expect(targetsOf('spot')).toEqual(['contract', 'financial', 'option', 'legal']);
    expect(targetsOf('legal')).toEqual(['spot']);
    expect(targetsOf('contract')).toEqual(['spot', 'financial', 'option']);
  });

  it('moves assets allowed in both accounts', () => {
    expect(names(transferableAssets(ASSETS, 'spot', 'contract'))).toEqual(['USDT']);
    expect(names(transferableAssets(ASSETS, 'spot', 'legal'))).toEqual(['USD']);
  });

  it('keeps its target if possible', () => {
    expect(targetFor('contract', 'option', ASSETS)).toBe('option');
    expect(targetFor('legal', 'option', ASSETS)).toBe('spot');
    expect(targetFor('spot', 'spot', ASSETS)).toBe('contract');
  });

  it('starts from an account with funds, or one that may hold the named asset', () => {
    const [coin, fiat] = ASSETS;
    expect(targetFor('financial', null, ASSETS)).toBe('spot');
    expect(targetFor('spot', null, [fiat])).toBe('legal');
    expect(targetFor('spot', null, [coin])).toBe('contract');
    expect(targetFor('spot', null, [])).toBe('contract');
    const waiting = [
      { account: 'legal', available: '5' },
      { account: 'spot', available: '7' },
    ] as const;
    expect([sourceFor(undefined, waiting), sourceFor(undefined, waiting.slice(1))]).toEqual(['legal', 'spot']);
    expect([sourceFor(coin, waiting), sourceFor(fiat, [])]).toEqual(['spot', 'legal']);
  });

  it.each([
    ['0', 'amount.not.positive'],
    ['10', null],
    ['10.00000001', 'balance.insufficient'],
  ])('of %s out of 10: %p', (amount, fault) => expect(transferFault(amount, '10')).toBe(fault));
});
