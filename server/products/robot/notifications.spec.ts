import { BOB, CAROL, staff, type Scenario } from '../../../test/tools/fixtures/core-fixture';
import {
  asks,
  allRobots,
  publishIndex,
  MARKET,
  runningRobot,
  robots,
  startRobot,
  stopRobot,
  advance,
} from '../../../test/tools/fixtures/robot-fixture';
import { databaseOf, noticesIn, rowsFrom } from '../../../test/tools/fixtures/notices';

const robotic = async (...of: Parameters<typeof noticesIn>) =>
  (await noticesIn(...of)).filter(({ limit }) => limit?.family === 'robots');
const keysIn = async ({ exchange }: Scenario) => (await robotic(exchange.batches)).map(({ key }) => key);

test('start and end have messages with the returned amounts, and nothing between has', async () => {
  const notices = await robotic(allRobots().exchange.batches);
  expect(notices).toMatchObject([
    { user: BOB, key: 'robot.started', facts: { market: MARKET, asset: 'USDT', amount: expect.any(String) } },
    { user: BOB, key: 'robot.stopped', facts: { robot: '1', base: 'ETH', coins: expect.any(String) } },
  ]);
  expect(notices.map(({ limit }) => limit?.about)).toEqual([1, 1]);
});

test('the message names the cause of the end', async () => {
  const by = (command: Parameters<typeof staff>[0]) => advance(runningRobot().given(staff(command)));
  expect(await keysIn(by({ type: 'StopRobot', user: BOB, robot: 1, reason: 'by phone' }))).toContain(
    'robot.ended_staff',
  );
  expect(await keysIn(by({ type: 'SetMarketState', market: MARKET, state: 'closed' }))).toContain('robot.closed');
  expect(await keysIn(by({ type: 'SetMarketState', market: MARKET, state: 'maintenance' }))).toContain(
    'robot.maintenance',
  );
  expect(await keysIn(by({ type: 'FreezeAccount', user: BOB, reason: 'asked' }))).toContain('robot.frozen');
  const bought = advance(runningRobot().given(asks(900, 2_000)));
  expect(await keysIn(advance(publishIndex(bought, 400)))).toContain('robot.loss');
});

test('an ended robot is looked up, and a running one is known from the state', async () => {
  const scenario = advance(robots().given(startRobot(BOB), startRobot(CAROL)));
  const { exchange } = scenario;
  const from = exchange.batches.length;
  const known = rowsFrom(exchange.state);
  advance(scenario.given(stopRobot(BOB)));
  const later = exchange.batches.slice(from);
  const ended = [expect.objectContaining({ key: 'robot.stopped', limit: { family: 'robots', about: 1 } })];
  expect(await robotic(later, known)).toEqual(ended);
  expect(await robotic(later, rowsFrom(exchange.state, databaseOf({ market: MARKET })))).toEqual(ended);
  await expect(robotic(later, rowsFrom(exchange.state, databaseOf(undefined)))).rejects.toThrow('robot 1');
});
