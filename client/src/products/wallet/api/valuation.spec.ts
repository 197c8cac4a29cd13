import fc from 'fast-check';
import { accountValuations, isSmall, mergedBalances, valuationOf } from './valuation';

const balance = (asset: string, available: string, frozen = '0', locked = '0') => ({
  asset,
  available,
  frozen,
  locked,
});
const PRICES = {
  BTC: { last: '60000', open: '50000' },
  ETH: { last: '3000.5', open: null },
};

describe('valuation', () => {
  it('sums available, frozen and locked amounts at last prices, in USDT and BTC', () => {
    const { holdings, usdt, btc } = valuationOf(
      [balance('USDT', '100.5', '10', '0.25'), balance('BTC', '0.1', '0.05', '0.05'), balance('ETH', '2')],
      PRICES,
    );
    expect(usdt).toBe('18111.75');
    expect(btc).toBe('0.3018625');
    expect(holdings.map(({ asset, total, value, permille }) => [asset, total, value, permille])).toEqual([
      ['BTC', '0.2', '12000', 662],
      ['ETH', '2', '6001', 331],
      ['USDT', '110.75', '110.75', 6],
    ]);
  });

  it('keeps digits beyond float precision', () => {
    const { usdt } = valuationOf([balance('ETH', '79742.200000009900000001')], { ETH: { last: '0.1', open: null } });
    expect(usdt).toBe('7974.2200000009900000001');
  });

  it('lists assets without a price, but does not count them', () => {
    const { holdings, usdt, btc } = valuationOf([balance('USDT', '5'), balance('XYZ', '1000000')], {});
    expect(usdt).toBe('5');
    expect(btc).toBeNull();
    expect(holdings.map(({ asset, value }) => [asset, value])).toEqual([
      ['USDT', '5'],
      ['XYZ', null],
    ]);
  });

  it('shows the 24 h price change of current holdings', () => {
    const { change, changeRatio } = valuationOf([balance('BTC', '0.5'), balance('USDT', '5000')], PRICES);
    expect([change, changeRatio]).toEqual(['5000', '0.166666']);
    const fallen = valuationOf([balance('BTC', '1')], { BTC: { last: '50000', open: '60000' } });
    expect([fallen.change, fallen.changeRatio]).toEqual(['-10000', '-0.166666']);
  });

  it('is zero without holdings', () => {
    expect(valuationOf([], PRICES)).toEqual({ holdings: [], usdt: '0', btc: '0', change: '0', changeRatio: '0' });
    expect(valuationOf([balance('BTC', '0')], {})).toMatchObject({ usdt: '0', holdings: [{ permille: 0 }] });
  });

  it('has shares summing to at most 1,000 ‰', () => {
    const amount = fc.nat(1_000_000_000).map(String);
    fc.assert(
      fc.property(amount, amount, amount, (btc, eth, usdt) => {
        const { holdings } = valuationOf([balance('BTC', btc), balance('ETH', eth), balance('USDT', usdt)], PRICES);
        expect(holdings.reduce((sum, { permille }) => sum + permille, 0)).toBeLessThanOrEqual(1_000);
      }),
    );
  });
});

describe('small coin', () => {
  it.each([
    ['0.99999', true],
    ['1', false],
    ['1.0', false],
    ['0', true],
    [null, false],
  ])('worth %j: %j', (value, small) => expect(isSmall({ value })).toBe(small));
});

describe('accounts', () => {
  const balances = [
    { account: 'spot', ...balance('USDT', '10', '1') },
    { account: 'contract', ...balance('USDT', '5') },
    { account: 'contract', ...balance('BTC', '0.1') },
  ] as const;

  it('are valued separately, including empty ones', () => {
    const { spot, contract, legal } = accountValuations(balances, PRICES);
    expect([spot.usdt, contract.usdt, legal.usdt]).toEqual(['11', '6005', '0']);
  });

  it('are merged per asset', () => {
    expect(mergedBalances(balances)).toEqual([balance('USDT', '15', '1'), balance('BTC', '0.1')]);
  });
});
