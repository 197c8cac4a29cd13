import { BOB, available, occurred, expectThat, type Exchange, type Step } from '../../../tools/fixtures/core-fixture';
import { PERP } from '../../../tools/fixtures/perpetual-fixture';

export const M = 500_000;
export const free = (user: number, amount: bigint) => available(user, 'USDT', amount, 'contract');
export const held = (order: number, amount: bigint | null) =>
  expectThat(({ state }) => expect(state.orders.get(order)?.hold?.remaining ?? null).toBe(amount));
const lotsOf = (exchange: Exchange, user: number, side: 'long' | 'short') =>
  exchange.state.perpetual.holdings.get(user)?.get(PERP)?.[side]?.lots ?? 0;
export const has = (user: number, side: 'long' | 'short', lots: number) =>
  expectThat((exchange) => expect(lotsOf(exchange, user, side)).toBe(lots));
export const amended = (disposition: string) =>
  occurred('PerpetualOrderAmended', { disposition: disposition as 'rests' });
export const placed = (disposition: 'rests' | 'takes' | 'waits') => occurred('PerpetualOrderPlaced', { disposition });
export const transferOut = (amount: bigint): Step => ({
  actor: `user/${BOB}`,
  command: { type: 'TransferFunds', user: BOB, asset: 'USDT', from: 'contract', to: 'spot', amount },
});
