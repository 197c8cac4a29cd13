import { movable, sourceFor, targetFor, targetsOf, transferFault } from './transfer-terms';

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
    expect(targetFor('contract', 'option', ASSETS)).toBe('option');
    expect(targetFor('legal', 'option', ASSETS)).toBe('spot');
    expect(targetFor('spot', 'spot', ASSETS)).toBe('contract');
  });

  it('begins where there is something to do, or where the asset may lie that is named', () => {
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
