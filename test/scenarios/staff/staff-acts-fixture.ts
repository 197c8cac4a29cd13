import { ADMIN, SECOND, marketState, expectThat, type Step } from '../../tools/fixtures/core-fixture';
import { FIRST_ID, NAME, sendAs } from '../../tools/fixtures/staff-fixture';

export const halted = marketState('cancel_only');
export const limit = (amount: bigint, actor = ADMIN): Step =>
  sendAs(actor, { type: 'SetDailyLimit', bindings: 1, limit: amount });
export const recharge = (confirmations: number, actor = ADMIN): Step =>
  sendAs(actor, { type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 3n, confirmations });
/** Verified by the same document as all others. */
export const certified = (user: number): Step =>
  sendAs(user === FIRST_ID ? SECOND : ADMIN, { type: 'VerifyMember', user, document: NAME });
export const isMarket = (state: string) =>
  expectThat((exchange) => expect(exchange.state.markets.get('BTC-USDT')?.state).toBe(state));
