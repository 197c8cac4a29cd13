/**
 * A victim's robot trades on its grid while the index stands still and two adversaries trade in its market. The robot
 * chose its lines, so trades at them are fair where the index is. It never buys above or sells below its line, never
 * follows a price of those two, and its final sale stays within the band below the index.
 */
import fc from 'fast-check';
import { BOB, CAROL, asUser, buy, cancelAll, sell, type Scenario } from '../../tools/fixtures/core-fixture';
import {
  MARKET,
  STAKE,
  asks,
  publishIndex,
  robots,
  startRobot,
  stopRobot,
  advance,
} from '../../tools/fixtures/robot-fixture';
import { gridPrices } from '../../../shared/products/robot/rules/grid';
import { ADVERSARIES, MALLORY, TRUDY, admitted, eventsOf, runsOf, tried, wealthOf, type Worth } from './adversaries';

/** Ticks; each is 100 units of USDT per lot of 1,000 units of ETH. */
const INDEX = 1_000;
const WORTH: Worth = { ETH: [100n * BigInt(INDEX), 1_000n], BTC: [1n, 1n] };
const WEALTH = 10_000_000_000n;
const ETH = { market: MARKET };
const GRID = { lower: 900, upper: 1_100, lines: 5 };
const CYCLE_MS = 150_000;

function scene(): Scenario {
  const scenario = robots().given(...admitted(ADVERSARIES, { ETH: WEALTH, USDT: WEALTH }));
  // CAROL is honest and offers slightly above the index.
  return advance(scenario.given(asks(1_001, 5), startRobot(BOB, { ...GRID, lossLimitPpb: 900_000_000 })));
}

/** The index is published again, and the robot runs. */
function goesOn(scenario: Scenario, ms: number): void {
  advance(publishIndex(scenario, INDEX), ms);
  publishIndex(scenario, INDEX);
}

/** Fills of the robot, each with its line. */
function fills({ exchange }: Scenario): { side: 'buy' | 'sell'; price: number; line: number | null; lots: number }[] {
  const lines = gridPrices(GRID);
  const placed = new Map(eventsOf(exchange, 'OrderPlaced').map((order) => [order.order, order]));
  return eventsOf(exchange, 'TradeExecuted').flatMap(({ makerOrder, takerOrder, price, quantity: lots }) =>
    [makerOrder, takerOrder].flatMap((id) => {
      const { robot, step = 0, side = 'buy', kind = '' } = placed.get(id) ?? {};
      if (robot === undefined) return [];
      return [{ side, price, lots, line: kind === 'market' ? null : lines[side === 'buy' ? step : step + 1] }];
    }),
  );
}

const wealth = ({ exchange }: Scenario, users: readonly number[]): bigint => wealthOf(exchange.state, users, WORTH);

test('a far offer alone in the book does not make it buy above the index', () => {
  const scenario = scene();
  const before = wealth(scenario, ADVERSARIES);
  scenario.given(asUser(TRUDY, buy(1_001, 5, ETH)), asUser(TRUDY, sell(1_090, 1, ETH)));
  goesOn(scenario, CYCLE_MS);
  tried(scenario, asUser(MALLORY, sell(1_001, 1_000, { ...ETH, timeInForce: 'ioc' })));
  expect(fills(scenario)).toEqual([]);
  expect(wealth(scenario, ADVERSARIES)).toBeLessThanOrEqual(before);
});

test('one lot between related accounts does not let them buy its final sale for next to nothing', () => {
  const scenario = scene();
  // It buys only at or below the index, at its lines.
  for (const price of [1_000, 950, 900])
    scenario.given(asUser(CAROL, sell(price, 120, { ...ETH, timeInForce: 'ioc' })));
  expect(fills(scenario)).toHaveLength(3);
  goesOn(scenario, CYCLE_MS);
  const before = wealth(scenario, ADVERSARIES);
  const third = wealth(scenario, [BOB]);
  scenario.given(asUser(TRUDY, sell(20, 1, ETH)), asUser(MALLORY, buy(20, 1, ETH)));
  scenario.given(asUser(MALLORY, buy(19, 10_000, ETH)), stopRobot(BOB));
  advance(scenario);
  expect(wealth(scenario, [BOB])).toBeGreaterThanOrEqual(third - STAKE / 10n);
  expect(wealth(scenario, ADVERSARIES)).toBeLessThanOrEqual(before);
});

const turn = fc.record({
  by: fc.constantFrom(...ADVERSARIES),
  what: fc.constantFrom('bid', 'ask', 'take', 'trade', 'cancel', 'wait', 'wait'),
  side: fc.constantFrom('buy', 'sell'),
  price: fc.oneof(fc.integer({ min: 880, max: 1_120 }), fc.integer({ min: 2, max: 20_000 })),
  lots: fc.integer({ min: 1, max: 400 }),
  ms: fc.constantFrom(1, 1_000, CYCLE_MS),
});

test('it trades at its lines or better, and only at lines that the index has reached', () => {
  let traded = 0;
  fc.assert(
    fc.property(fc.array(turn, { minLength: 5, maxLength: 40, size: 'max' }), fc.boolean(), (turns, ends) => {
      const scenario = scene();
      const before = wealth(scenario, ADVERSARIES);
      for (const { by: user, what, side, price, lots, ms } of turns) {
        const other = user === MALLORY ? TRUDY : MALLORY;
        if (what === 'bid') tried(scenario, asUser(user, buy(price, lots, ETH)));
        if (what === 'ask') tried(scenario, asUser(user, sell(price, lots, ETH)));
        if (what === 'take') {
          const options = { ...ETH, timeInForce: 'ioc' } as const;
          tried(scenario, asUser(user, side === 'buy' ? buy(price, lots, options) : sell(price, lots, options)));
        }
        if (what === 'trade') {
          tried(scenario, asUser(user, sell(price, lots, ETH)));
          tried(scenario, asUser(other, buy(price, lots, { ...ETH, timeInForce: 'ioc' })));
        }
        if (what === 'cancel') tried(scenario, asUser(user, cancelAll(MARKET)));
        if (what === 'wait') goesOn(scenario, ms);
      }
      const running = wealth(scenario, ADVERSARIES);
      if (ends) tried(scenario, stopRobot(BOB));
      advance(scenario);
      for (const { side, price, line, lots } of fills(scenario)) {
        traded += lots;
        // The final sale.
        if (line === null) expect(price).toBeGreaterThanOrEqual((INDEX * 9) / 10);
        else if (side === 'buy') expect(price).toBeLessThanOrEqual(Math.min(line, INDEX));
        else expect(price).toBeGreaterThanOrEqual(line);
      }
      // While the grid runs the two lose money to it.
      expect(running).toBeLessThanOrEqual(before);
    }),
    runsOf(100),
  );
  expect(traded).toBeGreaterThan(0);
});
