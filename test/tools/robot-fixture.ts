/**
 * The small exchange with robots in ETH-USDT, where a maker pays 0.1 % and a taker 0.2 %: BOB and CAROL have a key, the index
 * is at 1,000 ticks, and a lot of 1,000 units costs 100 units of USDT at one tick.
 */
import type { RobotTerms, SetRobotTerms, StartRobot } from '../../server/products/robot/core/commands';
import {
  BOB,
  CAROL,
  by,
  buy,
  cancelAll,
  given,
  indexTerms,
  publish,
  sell,
  staff,
  type Scenario,
  type Step,
} from './core-fixture';

export const MARKET = 'ETH-USDT';
export const STAKE = 40_000_000n;
export const KEY_HASH = 'ab'.repeat(32);

export const ROBOT_TERMS: RobotTerms = { market: MARKET, state: 'open', amountMin: 1_000_000n, userMax: 100_000_000n };

export function robotTerms(fields: Partial<RobotTerms> = {}): Step {
  const command: SetRobotTerms = { type: 'SetRobotTerms', ...ROBOT_TERMS, ...fields, reason: 'offered' };
  return staff(command);
}
export function issued(user: number, hash = KEY_HASH): Step {
  return staff({ type: 'IssueRobotKey', user, hash, reason: 'asked for' });
}
export function started(user: number, fields: Partial<StartRobot> = {}): Step {
  const grid = { lower: 900, upper: 1_100, lines: 5 };
  const command: StartRobot = {
    ...{ type: 'StartRobot', user, market: MARKET, amount: STAKE, ...grid, lossLimitPpb: 200_000_000 },
    ...{ keyHash: KEY_HASH, ...fields },
  };
  return { actor: `user/${user}`, command };
}
export function stopped(user: number, robot = 1): Step {
  return { actor: `user/${user}`, command: { type: 'StopRobot', user, robot } };
}
/** The index of the market, in ticks. */
export function indexed(scenario: Scenario, ticks: number): Scenario {
  const { exchange } = scenario;
  exchange.now += 1_000;
  return scenario.given(publish([ticks, ticks, ticks], exchange.now, MARKET));
}
/** So long later, and all that is due by then. */
export function waited(scenario: Scenario, ms = 0): Scenario {
  const { exchange } = scenario;
  exchange.now += ms;
  exchange.take(staff({ type: 'AssignFeeTier', user: CAROL, tier: 0 }));
  exchange.take(staff({ type: 'AssignFeeTier', user: CAROL, tier: 0 }));
  return scenario;
}
export function asks(price: number, quantity: number, user = CAROL): Step {
  return by(user, sell(price, quantity, { market: MARKET }));
}
export function bids(price: number, quantity: number, user = CAROL): Step {
  return by(user, buy(price, quantity, { market: MARKET }));
}

/** Offered and open; nobody has started one. The last price is 1,000 ticks. */
export function robots(terms: Partial<RobotTerms> = {}): Scenario {
  const scenario = given(
    indexTerms({ symbol: MARKET, decimals: 1, sourcesMin: 1 }),
    robotTerms(terms),
    issued(BOB),
    issued(CAROL),
  );
  return indexed(scenario, 1_000);
}

/** One of BOB that has looked at its grid, with an offer of CAROL's above it. */
export function running(fields: Partial<StartRobot> = {}): Scenario {
  const scenario = robots().given(asks(1_001, 5), started(BOB, fields));
  return waited(scenario);
}

/** Bought, sold, and stopped with a profit and a rest of base; then the key is taken back. */
export function everythingOfRobots(): Scenario {
  const scenario = running();
  waited(scenario.given(asks(1_000, 130)));
  waited(scenario.given(by(CAROL, cancelAll(MARKET)), bids(1_050, 99), asks(1_000, 60)));
  waited(indexed(scenario, 1_000), 150_000);
  indexed(scenario, 1_000).given(bids(1_000, 120), stopped(BOB));
  waited(scenario);
  return scenario.given(staff({ type: 'RevokeRobotKey', user: BOB, reason: 'no longer needed' }));
}
