/**
 * A command's cost must not grow with accounts or work that it does not affect. Measured by counting look-ups, not
 * time.
 */
import { fundingDue } from '../../shared/products/perpetual/rules/funding';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  asUser,
  staff,
  system,
  type Exchange,
  type Scenario,
  type Step,
} from '../tools/fixtures/core-fixture';
import { ETH, marks, moveMarks, twoMarkets } from '../tools/fixtures/cross-fixture';
import { countLookups } from '../tools/count-lookups';
import {
  PERP,
  close,
  fund,
  leverage,
  marginMode,
  open,
  perpetualState,
  repeatLastOrder,
} from '../tools/fixtures/perpetual-fixture';
import { usdt } from '../tools/fixtures/perpetual-terms';
import { issueKey, robots, startRobot, advance } from '../tools/fixtures/robot-fixture';

const HOUR = 3_600_000;
const M = 500_000;
const E = 30_000;

/** Switches the auditor off: it examines every account, and there are too many. */
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

/** Opens `count` accounts, each long one lot per market with all its collateral. */
function crowd(count: number, markets: readonly string[] = [PERP]): Scenario {
  const scenario = unaudited(twoMarkets());
  for (const [at, user] of members(scenario, count).entries()) {
    const amount = usdt('3') * BigInt(markets.length);
    // Keeps the marks fresh.
    if (at % 50 === 0) scenario.given(moveMarks(scenario, M, E));
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
  return scenario.given(moveMarks(scenario, M, E));
}

const hits = ({ state }: Exchange) => state.liquidations.cross.undermargined.get('USDT')?.keys.size;

/** Counts the look-ups of a refused command. */
function looksOfRefused({ exchange }: Scenario): number {
  exchange.take(leverage(CAROL, 3));
  return countLookups(() => expect(exchange.take(leverage(CAROL, 3))).toHaveProperty('rejected', 'leverage.unchanged'));
}

describe('the cost of a command is independent of cross-margin accounts waiting for liquidation', () => {
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
      (scenario) => scenario.given(perpetualState('maintenance'), moveMarks(scenario, 400_000, E)),
    ],
    [
      'as long as nothing is heard of their market',
      (scenario) => {
        scenario.given(perpetualState('maintenance'), moveMarks(scenario, 400_000, E));
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

  test('also for a publication that does not recover any of them', () => {
    const looks = [200, 2_000].map((count) => {
      const scenario = crowd(count);
      scenario.exchange.now += 80_000;
      scenario.given(marks(400_000, E, scenario.exchange.now));
      const next = moveMarks(scenario, 400_100, E);
      return countLookups(() => expect(scenario.exchange.take(next)).not.toHaveProperty('rejected'));
    });
    expect(looks[1]).toBe(looks[0]);
  });

  test('also when their liquidations have begun and are suspended', () => {
    const looks = [20, 200].map((count) => {
      const scenario = crowd(count, [PERP, ETH]);
      scenario.given(staff({ type: 'SetPerpetualMarketState', market: ETH, state: 'maintenance' }));
      scenario.given(moveMarks(scenario, 400_000, E));
      expect(scenario.exchange.state.liquidations.accounts.size).toBe(count);
      return looksOfRefused(scenario);
    });
    expect(looks[1]).toBe(looks[0]);
  });
});

describe('the cost for a cross-margin account is independent of its number of orders', () => {
  /** As many orders in each of two markets. */
  function ordering(orders: number): Scenario {
    const scenario = unaudited(twoMarkets({ fundingIntervalMs: HOUR }));
    scenario.given(open(ALICE, 'short', M, 1), open(BOB, 'long', M, 1), close(BOB, 'long', M, 1));
    for (const [market, price] of [
      [PERP, 300_000],
      [ETH, 20_000],
    ] as const) {
      scenario.given(open(BOB, 'long', price, 1, { market }));
      repeatLastOrder(scenario, orders - 1);
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
      return countLookups(() => expect(exchange.take(act)).not.toHaveProperty('rejected'));
    });
    expect(looks[1]).toBe(looks[0]);
  });
});

describe('the cost is independent of robots of others', () => {
  /** Each of another user. */
  function many(count: number): Scenario {
    const scenario = unaudited(robots());
    for (const user of members(scenario, count)) {
      const amount = 40_000_000n;
      scenario.given(system({ type: 'CreditRecharge', user, asset: 'USDT', amount, reference: `opening/${user}` }));
      scenario.given(issueKey(user), startRobot(user));
    }
    return advance(scenario);
  }

  test.each([
    ['a start', () => startRobot(BOB)],
    ['a freeze', () => accountFrozen(BOB)],
  ])('%s', (_, act) => {
    const looks = [100, 1_000].map((count) => {
      const { exchange } = many(count);
      return countLookups(() => expect(exchange.take(asUser(BOB, act()))).not.toHaveProperty('rejected'));
    });
    expect(looks[1]).toBe(looks[0]);
  });
});
