/** A small exchange that pays rebates: ALICE invited BOB, BOB invited CAROL, and DAVE, whom nobody invited, trades with them. */
import { dayOf, dayStart } from '../../shared/rules/days';
import type { SetReferralTerms } from '../../server/products/referral/core/commands';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  DAVE,
  RICH,
  buy,
  by,
  given,
  marketState,
  sell,
  staff,
  system,
  type Scenario,
  type Step,
} from './core-fixture';

export const LEVEL_1 = 200_000_000;
export const LEVEL_2 = 50_000_000;

export function ratesOf(fields: Partial<SetReferralTerms> = {}, actor = ADMIN): Step {
  const command: SetReferralTerms = {
    type: 'SetReferralTerms',
    level1Ppb: LEVEL_1,
    level2Ppb: LEVEL_2,
    reason: 'invite',
    ...fields,
  };
  return { actor, command };
}

/** Its fees: maker 0.1 %, taker 0.2 %. */
const ETH = { market: 'ETH-USDT' };

/** DAVE sells to somebody who takes, or buys from them. */
export function traded(user: number, lots: number, side: 'buy' | 'sell' = 'buy', price = 100): Step[] {
  return side === 'buy'
    ? [by(DAVE, sell(price, lots, ETH)), by(user, buy(price, lots, ETH))]
    : [by(DAVE, buy(price, lots, ETH)), by(user, sell(price, lots, ETH))];
}

/** Somebody who may trade, and has something to trade with. */
export function trades(user: number): Step[] {
  return [
    staff({ type: 'VerifyMember', user }),
    ...['ETH', 'USDT'].map((asset) =>
      system({ type: 'CreditRecharge', user, asset, amount: RICH, reference: `${asset}/${user}` }),
    ),
  ];
}

/** The document that verified somebody: of each another one. */
export function documentOf(user: number): string {
  return String(user).padStart(64, '0');
}

export function named(user: number, document = documentOf(user)): Step {
  return system({ type: 'NameDocument', user, document });
}

export function erased(user: number): Step {
  return system({ type: 'EraseMember', user });
}

/** With rates set the day before: today counts. ALICE and BOB, who invited, are `named`. */
export function referral(
  fields: Partial<SetReferralTerms> = {},
  documents: readonly Step[] = [named(ALICE), named(BOB)],
): Scenario {
  const scenario = given(
    ...documents,
    system({ type: 'NameInviter', user: BOB, inviter: ALICE }),
    system({ type: 'NameInviter', user: CAROL, inviter: BOB }),
    trades(DAVE),
    ratesOf(fields),
  );
  return nextDay(scenario);
}

/** A few hours into the next day, and somebody asks for something: what was due has been paid. */
export function nextDay(scenario: Scenario, hours = 3): Scenario {
  const { exchange } = scenario;
  exchange.now = dayStart(dayOf(exchange.now) + 1) + hours * 3_600_000;
  // Whether the market opens or not: a command that comes is what lets debts be paid here.
  exchange.take(marketState('open'));
  return scenario;
}

/** Every event and kind of entry of rebates. */
export function everythingOfReferral(): Scenario {
  return nextDay(referral().given(traded(CAROL, 1_000), traded(CAROL, 1_000, 'sell')));
}
