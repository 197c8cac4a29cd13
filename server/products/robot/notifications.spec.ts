import { BOB, CAROL, staff, type Scenario } from '../../../test/tools/fixtures/core-fixture';
import {
  asks,
  everythingOfRobots,
  indexed,
  MARKET,
  running,
  robots,
  started,
  stopped,
  waited,
} from '../../../test/tools/fixtures/robot-fixture';
import { databaseOf, noticesIn, rowsFrom } from '../../../test/tools/fixtures/notices';

const robotic = async (...of: Parameters<typeof noticesIn>) =>
  (await noticesIn(...of)).filter(({ limit }) => limit?.family === 'robots');
const keysIn = async ({ exchange }: Scenario) => (await robotic(exchange.batches)).map(({ key }) => key);

test('a start and an end have messages, with what went back, and nothing between', async () => {
  const notices = await robotic(everythingOfRobots().exchange.batches);
  expect(notices).toMatchObject([
    { user: BOB, key: 'robot.started', facts: { market: MARKET, asset: 'USDT', amount: expect.any(String) } },
    { user: BOB, key: 'robot.stopped', facts: { robot: '1', base: 'ETH', coins: expect.any(String) } },
  ]);
  expect(notices.map(({ limit }) => limit?.about)).toEqual([1, 1]);
});

test('the message names by whom or by what it ended', async () => {
  const by = (command: Parameters<typeof staff>[0]) => waited(running().given(staff(command)));
  expect(await keysIn(by({ type: 'StopRobot', user: BOB, robot: 1, reason: 'by phone' }))).toContain(
    'robot.ended_staff',
  );
  expect(await keysIn(by({ type: 'SetMarketState', market: MARKET, state: 'closed' }))).toContain('robot.closed');
  expect(await keysIn(by({ type: 'SetMarketState', market: MARKET, state: 'maintenance' }))).toContain(
    'robot.maintenance',
  );
  expect(await keysIn(by({ type: 'FreezeAccount', user: BOB, reason: 'asked' }))).toContain('robot.frozen');
  const bought = waited(running().given(asks(900, 2_000)));
  expect(await keysIn(waited(indexed(bought, 400)))).toContain('robot.loss');
});

test('one that was over before is looked up, and one that runs is known from the state', async () => {
  const scenario = waited(robots().given(started(BOB), started(CAROL)));
  const { exchange } = scenario;
  const from = exchange.batches.length;
  const known = rowsFrom(exchange.state);
  waited(scenario.given(stopped(BOB)));
  const later = exchange.batches.slice(from);
  const ended = [expect.objectContaining({ key: 'robot.stopped', limit: { family: 'robots', about: 1 } })];
  expect(await robotic(later, known)).toEqual(ended);
  expect(await robotic(later, rowsFrom(exchange.state, databaseOf({ market: MARKET })))).toEqual(ended);
  await expect(robotic(later, rowsFrom(exchange.state, databaseOf(undefined)))).rejects.toThrow('robot 1');
});
