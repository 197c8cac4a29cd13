import { newestOf } from './balances-shown';

const balance = (available: string) =>
  ({ account: 'spot', asset: 'USDT', available, frozen: '0', locked: '0' }) as const;

describe('shown balances', () => {
  it('are those of HTTP until the stream reaches their position', () => {
    const asked = { position: 5, balances: [balance('5')] };
    expect(newestOf(undefined, null, {})).toBeNull();
    expect(newestOf(asked, null, {})).toEqual([balance('5')]);
    expect(newestOf(asked, 4, { spot: { USDT: balance('4') } })).toEqual([balance('5')]);
    expect(newestOf(asked, 6, { spot: { USDT: balance('6') } })).toEqual([balance('6')]);
    expect(newestOf(undefined, 0, {})).toEqual([]);
  });

  it('include all accounts', () => {
    const legal = { ...balance('7'), account: 'legal', asset: 'USD' } as const;
    expect(newestOf(undefined, 6, { spot: { USDT: balance('6') }, legal: { USD: legal } })).toEqual([
      balance('6'),
      legal,
    ]);
  });
});
