/** The exchange that is killed: its members, coins and markets, and the commands that create it. */
import type { Command } from '../../../server/core/command';
import type { CommandEnvelope } from '../../../server/engine/port';
import { ADMIN, BTC_USDT, ETH_USDT } from '../fixtures/core-fixture';

export const USERS = Array.from({ length: 24 }, (_, index) => 10_200_001 + index);
export const ASSETS = ['BTC', 'ETH', 'USDT'];
export const MARKETS = [BTC_USDT, ETH_USDT];
export const MARKET_NAMES = MARKETS.map(({ market }) => market);
export const STAFF = ADMIN;

export function* opening(): Generator<CommandEnvelope> {
  const staff = (command: Command): CommandEnvelope => ({ actor: STAFF, command });
  yield staff({ type: 'ListAsset', asset: 'BTC', scale: 3, withdrawalFee: 2n, withdrawalMin: 5n });
  yield staff({ type: 'ListAsset', asset: 'ETH', scale: 5, withdrawalFee: 0n, withdrawalMin: 1n });
  yield staff({ type: 'ListAsset', asset: 'USDT', scale: 5, withdrawalFee: 10n, withdrawalMin: 100n });
  for (const asset of ASSETS) {
    yield staff({ type: 'SetRechargeTerms', asset, chain: asset, minimum: 1n, confirmations: 12 });
  }
  for (const terms of MARKETS) {
    yield staff({ type: 'ListMarket', ...terms });
    yield staff({ type: 'SetMarketState', market: terms.market, state: 'open' });
  }
  for (const user of USERS) {
    yield { actor: 'registrar', command: { type: 'RegisterMember', user } };
    yield staff({ type: 'VerifyMember', user });
    for (const asset of ASSETS) {
      const reference = `opening/${user}/${asset}`;
      yield { actor: 'demo', command: { type: 'CreditRecharge', user, asset, amount: 1_000_000_000n, reference } };
    }
  }
}
