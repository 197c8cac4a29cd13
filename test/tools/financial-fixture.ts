/** A small exchange that sells one financial product: USDT for 7 days at 5 % a year, from 10 USDT. */
import type {
  BuyFinancial,
  FinancialTerms,
  Renewal,
  SetFinancialTerms,
} from '../../server/products/earn/core/commands';
import { dayOf, dayStart } from '../../shared/rules/days';
import { ADMIN, ALICE, BOB, Exchange, Scenario, assetState, staff, system, type Step } from './core-fixture';
import { usdt } from './option-fixture';

export const SAVINGS = usdt(1_000_000);
const CAPITAL = usdt(1_000);

const TERMS: FinancialTerms = {
  product: 'USDT-7',
  name: '7 days',
  asset: 'USDT',
  termDays: 7,
  annualRatePpb: 50_000_000,
  quota: usdt(5_000),
  amountMin: usdt(10),
  userMax: usdt(3_000),
};

export function financialTerms(fields: Partial<FinancialTerms> = {}, actor = ADMIN): Step {
  const command: SetFinancialTerms = { type: 'SetFinancialTerms', ...TERMS, ...fields, reason: 'offered' };
  return { actor, command };
}
export function fundedFinancial(act: 'fund' | 'release', amount: bigint): Step {
  return staff({ type: 'FundFinancial', asset: 'USDT', act, amount, reason: 'capital' });
}

/** On sale, with money behind it and two who have some. */
export function financial(fields: Partial<FinancialTerms> = {}): Scenario {
  const scenario = new Scenario(new Exchange());
  scenario.given(
    staff({ type: 'ListAsset', asset: 'USDT', scale: 8, withdrawalFee: 10n, withdrawalMin: 100n }),
    staff({ type: 'SetRechargeTerms', asset: 'USDT', chain: 'ERC20', minimum: 100n, confirmations: 12 }),
    financialTerms(fields),
    staff({ type: 'SetFinancialState', product: 'USDT-7', state: 'open', reason: 'offered' }),
    staff({ type: 'FundHouse', asset: 'USDT', amount: CAPITAL, reason: 'capital' }),
    fundedFinancial('fund', CAPITAL),
  );
  for (const user of [ALICE, BOB]) {
    scenario.given(
      system({ type: 'RegisterMember', user }),
      staff({ type: 'VerifyMember', user }),
      system({ type: 'CreditRecharge', user, asset: 'USDT', amount: SAVINGS, reference: `opening/${user}` }),
      {
        actor: `user/${user}`,
        command: { type: 'TransferFunds', user, asset: 'USDT', from: 'spot', to: 'financial', amount: SAVINGS },
      },
    );
  }
  return scenario;
}

export function saved(user: number, amount = usdt(100), wish: Partial<BuyFinancial> = {}): Step {
  const command: BuyFinancial = { type: 'BuyFinancial', user, product: 'USDT-7', amount, renew: 'off', ...wish };
  return { actor: `user/${user}`, command };
}
export function endFinancial(how: 'Cancel' | 'Leave', user: number, purchase: number): Step {
  return { actor: `user/${user}`, command: { type: `${how}Financial`, user, purchase } };
}
export function renewed(user: number, purchase: number, renew: Renewal): Step {
  return { actor: `user/${user}`, command: { type: 'SetFinancialRenewal', user, purchase, renew } };
}

/** 00:00 GMT+8 so many days later. */
export function midnight(scenario: Scenario, days: number): Scenario {
  const { exchange } = scenario;
  exchange.now = dayStart(dayOf(exchange.now) + days);
  return scenario;
}
/** A command that comes is what lets debts be paid here. */
export function nudged(scenario: Scenario): Scenario {
  scenario.exchange.take(assetState('USDT', { withdrawals: 'suspended' }));
  scenario.exchange.take(assetState('USDT', { withdrawals: 'open' }));
  return scenario;
}

/** One of each: taken back, left, run to its end, and bought again. */
export function everythingOfFinancial(): Scenario {
  const scenario = financial().given(
    fundedFinancial('release', usdt(1)),
    saved(BOB),
    endFinancial('Cancel', BOB, 1),
    saved(BOB),
    saved(ALICE, usdt(20), { renew: 'on' }),
    saved(ALICE),
    renewed(ALICE, 4, 'on'),
    renewed(ALICE, 4, 'off'),
  );
  midnight(scenario, 1).given(endFinancial('Leave', BOB, 2));
  return nudged(midnight(scenario, 7));
}
