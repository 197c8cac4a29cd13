/** What cannot be done yet, and what a command does not touch, costs no more however much of it there is: counted in looks, not in time. */
import { fundingDue } from '../../shared/products/perpetual/rules/funding';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  by,
  staff,
  system,
  type Exchange,
  type Scenario,
  type Step,
} from '../tools/fixtures/core-fixture';
import { ETH, marks, moved, two } from '../tools/fixtures/cross-fixture';
import { looksOf } from '../tools/looks';
import {
  PERP,
  close,
  fund,
  leverage,
  marginMode,
  open,
  perpetualState,
  repeated,
} from '../tools/fixtures/perpetual-fixture';
import { usdt } from '../tools/fixtures/perpetual-terms';
import { issued, robots, started, waited } from '../tools/fixtures/robot-fixture';

const HOUR = 3_600_000;
const M = 500_000;
const E = 30_000;

/** Followed by nobody: there are too many of them for an auditor that looks at everybody. */
function unaudited(scenario: Scenario): Scenario {
  Object.assign(scenario.exchange.auditor, { follow: () => undefined, compare: () => undefined });
  return scenario;
}

function members(scenario: Scenario, count: number): number[] {
  const users = Array.from({ length: count }, (_, index) => 10_300_001 + index);
  for (const user of users)
    scenario.given(system({ type: 'RegisterMember', user }), staff({ type: 'VerifyMember', user }));
  return users;
}

/** So many who are long a lot of each market with their whole account, and have little beside it. */
function crowd(count: number, markets: readonly string[] = [PERP]): Scenario {
  const scenario = unaudited(two());
  for (const [at, user] of members(scenario, count).entries()) {
    const amount = usdt('3') * BigInt(markets.length);
    // Marks do not age meanwhile.
    if (at % 50 === 0) scenario.given(moved(scenario, M, E));
    scenario.given(system({ type: 'CreditRecharge', user, asset: 'USDT', amount, reference: `opening/${user}` }));
    scenario.given(fund(user, amount));
    for (const market of markets) {
      const price = market === PERP ? M : E;
      scenario.given(
        marginMode(user, 'cross', market),
        open(ALICE, 'short', price, 1, { market }),
        open(user, 'long', price, 1, { market }),
      );
    }
  }
  return scenario.given(moved(scenario, M, E));
}

const hits = ({ state }: Exchange) => state.liquidations.cross.hit.get('USDT')?.keys.size;

/** Of a command that is refused. */
function looksOfRefused({ exchange }: Scenario): number {
  exchange.take(leverage(CAROL, 3));
  return looksOf(() => expect(exchange.take(leverage(CAROL, 3))).toHaveProperty('rejected', 'leverage.unchanged'));
}

describe('a command, while accounts in cross margin are hit that may not be judged yet', () => {
  test.each<[string, (scenario: Scenario) => void]>([
    [
      'for half a minute after a silence',
      (scenario) => {
        scenario.exchange.now += 80_000;
        scenario.given(marks(400_000, E, scenario.exchange.now));
      },
    ],
    [
      'as long as their market is under maintenance',
      (scenario) => scenario.given(perpetualState('maintenance'), moved(scenario, 400_000, E)),
    ],
    [
      'as long as nothing is heard of their market',
      (scenario) => {
        scenario.given(perpetualState('maintenance'), moved(scenario, 400_000, E));
        scenario.exchange.now += 20_000;
        scenario.given(perpetualState('open'));
      },
    ],
  ])('%s', (_, wait) => {
    const looks = [200, 2_000].map((count) => {
      const scenario = crowd(count);
      wait(scenario);
      expect(scenario.exchange.batches.flatMap(({ events }) => events)).not.toContainEqual(
        expect.objectContaining({ type: 'CrossLiquidationStarted' }),
      );
      expect(hits(scenario.exchange)).toBe(count);
      return looksOfRefused(scenario);
    });
    expect(looks[1]).toBe(looks[0]);
  });

  test('and a publication that heals none of them', () => {
    const looks = [200, 2_000].map((count) => {
      const scenario = crowd(count);
      scenario.exchange.now += 80_000;
      scenario.given(marks(400_000, E, scenario.exchange.now));
      const next = moved(scenario, 400_100, E);
      return looksOf(() => expect(scenario.exchange.take(next)).not.toHaveProperty('rejected'));
    });
    expect(looks[1]).toBe(looks[0]);
  });

  test('also where their liquidation has begun, and what is left stands still', () => {
    const looks = [20, 200].map((count) => {
      const scenario = crowd(count, [PERP, ETH]);
      scenario.given(staff({ type: 'SetPerpetualMarketState', market: ETH, state: 'maintenance' }));
      scenario.given(moved(scenario, 400_000, E));
      expect(scenario.exchange.state.liquidations.accounts.size).toBe(count);
      return looksOfRefused(scenario);
    });
    expect(looks[1]).toBe(looks[0]);
  });
});

describe('an account in cross margin, whatever its orders hold', () => {
  /** As many in each of two markets. */
  function ordering(orders: number): Scenario {
    const scenario = unaudited(two({ fundingIntervalMs: HOUR }));
    scenario.given(open(ALICE, 'short', M, 1), open(BOB, 'long', M, 1), close(BOB, 'long', M, 1));
    for (const [market, price] of [
      [PERP, 300_000],
      [ETH, 20_000],
    ] as const) {
      scenario.given(open(BOB, 'long', price, 1, { market }));
      repeated(scenario, orders - 1);
    }
    expect(scenario.exchange.state.orders.size).toBe(2 * orders + 1);
    return scenario;
  }

  test.each<[string, (scenario: Scenario) => Step]>([
    ['gets something', () => fund(BOB, 1n)],
    ['is met by a walk', () => open(CAROL, 'long', M, 1, { timeInForce: 'ioc' })],
    [
      'settles its funding',
      ({ exchange }) => {
        const hour = fundingDue(exchange.now + 60_000, HOUR);
        for (let at = hour - 61_000; at < hour; at += 12_000) {
          exchange.now = at;
          exchange.take(marks(M, E, at));
        }
        exchange.now = hour;
        return leverage(CAROL, 3);
      },
    ],
  ])('%s', (_, actOf) => {
    const looks = [20, 190].map((orders) => {
      const scenario = ordering(orders);
      const act = actOf(scenario);
      const { exchange } = scenario;
      return looksOf(() => expect(exchange.take(act)).not.toHaveProperty('rejected'));
    });
    expect(looks[1]).toBe(looks[0]);
  });
});

describe('robots of others', () => {
  /** Each of another user, told as they would have been started. */
  function many(count: number): Scenario {
    const scenario = unaudited(robots());
    for (const user of members(scenario, count)) {
      const amount = 40_000_000n;
      scenario.given(system({ type: 'CreditRecharge', user, asset: 'USDT', amount, reference: `opening/${user}` }));
      scenario.given(issued(user), started(user));
    }
    return waited(scenario);
  }

  test.each([
    ['a start', () => started(BOB)],
    ['a freeze', () => accountFrozen(BOB)],
  ])('%s', (_, act) => {
    const looks = [100, 1_000].map((count) => {
      const { exchange } = many(count);
      return looksOf(() => expect(exchange.take(by(BOB, act()))).not.toHaveProperty('rejected'));
    });
    expect(looks[1]).toBe(looks[0]);
  });
});
