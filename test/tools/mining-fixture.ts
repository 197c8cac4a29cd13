/**
 * A small exchange with two mining products: USDT for 5 days at 0.1 % a day, paid daily, of which ALICE, who invited BOB, gets a
 * tenth; and BTC for 3 days at 0.2 % a day in USDT, paid at the end, with 0.3 % of the principal to the inviter, half of what it brings.
 */
import type { MiningTerms, SetMiningTerms } from '../../server/products/earn/core/commands';
import { ADMIN, ALICE, BOB, CAROL, staff, system, type Scenario, type Step } from './core-fixture';
import { nudged } from './financial-fixture';
import { options, usdt } from './option-fixture';
import { dayOf, dayStart } from '../../shared/rules/days';

export const STAKED = usdt(100_000);
export const BTC = 100_000_000n;

export const DAILY: MiningTerms = {
  product: 'USDT-5',
  name: 'USDT mining',
  asset: 'USDT',
  incomeAsset: 'USDT',
  termDays: 5,
  dailyRatePpb: 1_000_000,
  payout: 'daily',
  rebate: 'income',
  rebatePpb: 100_000_000,
  quota: usdt(20_000),
  amountMin: usdt(100),
  amountMax: usdt(10_000),
};
export const AT_END: MiningTerms = {
  ...{ product: 'BTC-3', name: 'BTC mining', asset: 'BTC', incomeAsset: 'USDT', termDays: 3, dailyRatePpb: 2_000_000 },
  ...{ payout: 'end', rebate: 'purchase', rebatePpb: 3_000_000, quota: 5n * BTC, amountMin: 1n, amountMax: 2n * BTC },
};

export function miningTerms(fields: Partial<MiningTerms> = {}, actor = ADMIN): Step {
  const command: SetMiningTerms = { type: 'SetMiningTerms', ...DAILY, ...fields, reason: 'offered' };
  return { actor, command };
}
export function miningState(product: string, state: 'open' | 'closed'): Step {
  return staff({ type: 'SetMiningState', product, state, reason: 'offered' });
}
export function behind(act: 'fund' | 'release', asset: string, amount: bigint): Step {
  return staff({ type: 'FundFinancial', asset, act, amount, reason: 'capital' });
}
export function mined(user: number, amount: bigint = usdt(1_000), product: string = DAILY.product): Step {
  return { actor: `user/${user}`, command: { type: 'BuyMining', user, product, amount } };
}

/** On sale, with money behind both, and the index of BTC at 60,000.00; ALICE was verified by a document, unless it is null. */
export function mining(
  daily: Partial<MiningTerms> = {},
  atEnd: Partial<MiningTerms> = {},
  inviterDocument: string | null = 'a'.repeat(64),
): Scenario {
  const scenario = options();
  if (inviterDocument !== null)
    scenario.given(system({ type: 'NameDocument', user: ALICE, document: inviterDocument }));
  for (const terms of [
    { ...DAILY, ...daily },
    { ...AT_END, ...atEnd },
  ]) {
    scenario.given(miningTerms(terms), miningState(terms.product, 'open'));
  }
  scenario.given(
    staff({ type: 'FundHouse', asset: 'USDT', amount: usdt(10_000), reason: 'capital' }),
    staff({ type: 'FundHouse', asset: 'BTC', amount: BTC, reason: 'capital' }),
    behind('fund', 'USDT', usdt(10_000)),
    behind('fund', 'BTC', BTC),
    staff({ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 1n, confirmations: 2 }),
    system({ type: 'NameInviter', user: BOB, inviter: ALICE }),
  );
  for (const user of [BOB, CAROL]) {
    const moved = { type: 'TransferFunds', user, to: 'financial' } as const;
    scenario.given(
      system({ type: 'CreditRecharge', user, asset: 'BTC', amount: 2n * BTC, reference: `btc/${user}` }),
      { actor: `user/${user}`, command: { ...moved, asset: 'BTC', from: 'spot', amount: 2n * BTC } },
      { actor: `user/${user}`, command: { ...moved, asset: 'USDT', from: 'option', amount: STAKED } },
    );
  }
  return scenario;
}

/** 01:00 GMT+8 so many days later. */
export function oneOClock(scenario: Scenario, days: number): Scenario {
  const { exchange } = scenario;
  exchange.now = dayStart(dayOf(exchange.now) + days) + 3_600_000;
  return scenario;
}

/** Both products from the purchase to the end. */
export function everythingOfMining(): Scenario {
  const scenario = mining().given(mined(BOB), mined(CAROL), mined(BOB, BTC, 'BTC-3'), miningState('BTC-3', 'closed'));
  return nudged(oneOClock(scenario, 7));
}
