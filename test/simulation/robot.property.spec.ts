/**
 * Robots of several users next to manual orders, freezes, closures, silences and restarts: the ledger's invariants hold
 * after every event.
 */
import fc from 'fast-check';
import { canonicalLines, restoreState, decodeBatch, encodeBody, evolve, createState } from '../../server/products/core';
import { isRejection } from '../../server/core/rejection';
import { stateHash } from '../../server/engine/state-hash';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  accountUnfrozen,
  assetState,
  asUser,
  buy,
  cancelAll,
  marketSell,
  marketState,
  publish,
  sell,
  type Exchange,
  type Step,
} from '../tools/fixtures/core-fixture';
import { MARKET, issueKey, robots, startRobot, stopRobot, advance } from '../tools/fixtures/robot-fixture';

/** `SIMULATION_RUNS=5000 npx jest test/simulation` runs longer; `SIMULATION_SEED` repeats a run. */
const numRuns = Number(process.env['SIMULATION_RUNS'] ?? 50);
const seed = Number(process.env['SIMULATION_SEED'] ?? 20_261_124);
const USERS = [ALICE, BOB, CAROL];

const turn = fc.record({
  what: fc.constantFrom(
    ...([
      'start',
      'start',
      'stop',
      'offer',
      'offer',
      'offer',
      'bid',
      'bid',
      'bid',
      'market',
      'index',
      'index',
    ] as const),
    ...([
      'wait',
      'pass',
      'pass',
      'pass',
      'freeze',
      'unfreeze',
      'close',
      'open',
      'maintain',
      'cancelAll',
      'drop',
    ] as const),
  ),
  user: fc.constantFrom(...USERS),
  roll: fc.integer({ min: 0, max: 999 }),
  restarts: fc.boolean(),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

function stepOf({ now, state }: Exchange, { what, user, roll }: Turn): Step {
  const price = 850 + (roll % 300);
  const market = MARKET;
  switch (what) {
    case 'start': {
      const lower = 850 + (roll % 100);
      const lossLimitPpb = [50_000_000, 200_000_000, 500_000_000][roll % 3];
      const grid = { lower, upper: lower + 100 + (roll % 7) * 30, lines: 3 + (roll % 5) };
      return startRobot(user, { ...grid, lossLimitPpb, amount: 2_000_000n + BigInt(roll) * 30_001n });
    }
    case 'stop': {
      const running = [...state.robots.running.values()];
      const robot = running.length === 0 ? undefined : running[roll % running.length];
      return stopRobot(robot?.user ?? user, robot?.id ?? 1);
    }
    case 'offer':
      return asUser(
        user,
        sell(price, 1 + (roll % 60), { market, selfTrade: roll % 5 === 0 ? 'cancel_maker' : 'cancel_taker' }),
      );
    case 'bid':
      return asUser(
        user,
        buy(price, 1 + (roll % 60), { market, selfTrade: roll % 5 === 0 ? 'cancel_both' : 'cancel_taker' }),
      );
    case 'market':
      return asUser(user, marketSell(1 + (roll % 90), { market }));
    case 'index':
      return { ...publish([price, price, price], now + 1_000, MARKET), after: 1_000 };
    case 'pass':
    case 'wait':
      return { ...publish([price, price], now + roll * 400, MARKET), after: roll * 400 };
    case 'drop':
      return { ...publish([600 + (roll % 200)], now + 1_000, MARKET), after: 1_000 };
    case 'freeze':
      return accountFrozen(user);
    case 'unfreeze':
      return accountUnfrozen(user);
    case 'close':
      return marketState('closed', MARKET);
    case 'open':
      return marketState('open', MARKET);
    case 'maintain':
      return assetState('ETH', { trading: roll % 2 ? 'maintenance' : 'open' });
    case 'cancelAll':
      return asUser(user, cancelAll(MARKET));
  }
}

/** Up to 90 s with regular index publications around one price. */
function passing(exchange: Exchange, roll: number): void {
  const price = 850 + (roll % 300);
  for (let ms = roll * 90; ms > 0; ms -= 9_000) {
    const at = exchange.now + Math.min(ms, 9_000);
    exchange.take({ ...publish([price, price + (ms % 20), price], at, MARKET), after: at - exchange.now });
  }
}

function replayed({ batches }: Exchange) {
  const state = createState();
  for (const batch of batches) evolve(state, decodeBatch(`${encodeBody(batch)},"prev":""}`).batch);
  return state;
}

test('every robot has exactly the result of its fills, and nothing is held after all have ended', () => {
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  fc.assert(
    fc.property(fc.array(turn, { minLength: 30, maxLength: 150, size: 'max' }), (turns) => {
      const scenario = robots({ userMax: 40_000_000n }).given(issueKey(ALICE));
      const { exchange } = scenario;
      for (const one of turns) {
        if (one.what === 'pass') passing(exchange, one.roll);
        if (one.restarts) exchange.restart(restoreState(canonicalLines(exchange.state)));
        const outcome = exchange.take(stepOf(exchange, one));
        if (isRejection(outcome)) count(outcome.rejected);
      }
      expect(stateHash(replayed(exchange))).toBe(stateHash(exchange.state));
      for (const { id, user, phase } of [...exchange.state.robots.running.values()]) {
        if (phase === 'running') exchange.take(stopRobot(user, id));
      }
      advance(scenario);
      for (const { events } of exchange.batches) {
        for (const event of events) {
          count(event.type);
          if (event.type === 'RobotEnded') count(event.reason);
          if (event.type === 'OrderPlaced' && event.robot !== undefined)
            count(`${event.kind} ${event.side} ${event.disposition}`);
          if (event.type === 'TradeExecuted') for (const { kind } of event.entries) count(kind);
        }
      }
      expect(exchange.state.robots.running.size).toBe(0);
      expect([...exchange.state.holds.values()].filter(({ reason, origin }) => reason === 'robot' || origin)).toEqual(
        [],
      );
      expect([...exchange.state.orders.values()].filter(({ stake }) => stake !== null)).toEqual([]);
      // Without deposits the total is constant: one side's gain is the other's loss, plus both fees.
      let all = 0n;
      for (const { user, kind, asset, balance } of exchange.state.ledger.accounts.values()) {
        if (asset === 'USDT' && (user === 0 ? kind === null : true)) all += balance;
      }
      expect(all).toBe(0n);
    }),
    { numRuns, seed },
  );
  expect(WANTED.filter((what) => (seen.get(what) ?? 0) < numRuns / 60)).toEqual([]);
});

const WANTED = [
  ...['RobotStarted', 'RobotStepped', 'RobotCycleEnded', 'RobotStopping', 'RobotSold', 'RobotEnded'],
  ...['requested', 'loss', 'market_closed', 'maintenance', 'account_frozen'],
  ...['limit buy rests', 'limit sell rests', 'market sell takes'],
  ...['robot_trade_base', 'robot_trade_quote', 'robot_fee', 'trade_base', 'trade_quote'],
  ...['robot.cap.user', 'account.frozen', 'order.not.found', 'robot.not.found'],
];
