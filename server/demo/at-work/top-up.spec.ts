import { LiveExchange } from '../../../test/tools/people/live-exchange';
import { availableOf } from '../../core/ledger/ledger';
import { planTopUps } from './top-up';

const USER = 1;
/** `LiveExchange` credits 10^15 units; USDT has six decimals here. */
const BEGUN = '1000000000';

describe('topping up', () => {
  it('ignores assets that are not low', () => {
    const { state } = LiveExchange.open([USER]);
    expect(planTopUps(state, USER, [{ asset: 'USDT', amount: BEGUN }], 7)).toEqual([]);
    expect(planTopUps(state, USER, [{ asset: 'USDT', amount: '4000000000' }], 7)).toEqual([]);
  });

  it('credits the missing part below a quarter, with a unique reference', () => {
    const exchange = LiveExchange.open([USER]);
    const [credit, ...others] = planTopUps(exchange.state, USER, [{ asset: 'USDT', amount: '4000000000.000004' }], 7);
    expect(others).toEqual([]);
    expect(credit).toMatchObject({ amount: 3_000_000_000_000_004n, reference: `demo/${USER}/USDT/7` });
    expect(exchange.run(credit)).toHaveLength(1);
    expect(availableOf(exchange.state.ledger, USER, 'USDT')).toBe(4_000_000_000_000_004n);
  });

  it('transfers legal currency to the trading account', () => {
    const exchange = LiveExchange.open([USER]);
    exchange.run({ type: 'ListAsset', asset: 'USD', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n, fiat: 1 });
    const [credit, transfer] = planTopUps(exchange.state, USER, [{ asset: 'USD', amount: '50' }], 7);
    exchange.run(credit);
    expect(availableOf(exchange.state.ledger, USER, 'USD')).toBe(0n);
    exchange.run(transfer, `user/${USER}`);
    expect(availableOf(exchange.state.ledger, USER, 'USD')).toBe(5_000n);
  });

  it('waits while the account is frozen, because blocked transfers would cause repeated credits', () => {
    const exchange = LiveExchange.open([USER]);
    exchange.run({ type: 'FreezeAccount', user: USER, reason: 'asked for' });
    expect(planTopUps(exchange.state, USER, [{ asset: 'USDT', amount: '4000000000.000004' }], 7)).toEqual([]);
  });

  it('waits while deposits are suspended, and for legal currency in maintenance', () => {
    const exchange = LiveExchange.open([USER]);
    exchange.run({ type: 'ListAsset', asset: 'USD', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n, fiat: 1 });
    const open = { trading: 'open', deposits: 'open', withdrawals: 'open', reason: 'upgrade' } as const;
    exchange.run({ type: 'SetAssetState', asset: 'USDT', ...open, deposits: 'suspended' });
    exchange.run({ type: 'SetAssetState', asset: 'USD', ...open, trading: 'maintenance' });
    const funds = ['USDT', 'USD'].map((asset) => ({ asset, amount: '4000000000' }));
    const [planned] = [planTopUps(exchange.state, USER, [...funds, { asset: 'BTC', amount: '90000000000' }], 7)];
    expect(planned.map(({ asset }) => asset)).toEqual(['BTC']);
  });

  it('skips unlisted assets', () => {
    const { state } = LiveExchange.open([USER]);
    expect(planTopUps(state, USER, [{ asset: 'GONE', amount: '1' }], 7)).toEqual([]);
  });
});
