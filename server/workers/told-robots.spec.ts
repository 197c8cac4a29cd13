import { BOB, CAROL, Exchange, staff, type Scenario } from '../../test/tools/core-fixture';
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
} from '../../test/tools/robot-fixture';
import { MESSAGE_FACTS } from '../../shared/wire/messages-center';
import { isToldOfRobot, ToldRobots } from './told-robots';

const neverAsked = () => Promise.reject(new Error('nothing older is asked for'));

async function toldIn({ exchange: { batches } }: Scenario, told = new ToldRobots(new Exchange().state, neverAsked)) {
  const messages = [];
  for (const batch of batches) {
    told.learn(batch);
    for (const event of batch.events.filter(isToldOfRobot)) {
      const message = await told.told(event);
      MESSAGE_FACTS[message.key].parse(message.facts);
      messages.push(message);
    }
    told.forget(batch);
  }
  return messages;
}
const keysIn = async (scenario: Scenario) => (await toldIn(scenario)).map(({ key }) => key);

test('a start and an end are told, with what went back, and nothing between', async () => {
  const told = await toldIn(everythingOfRobots());
  expect(told).toMatchObject([
    { user: BOB, robot: 1, key: 'robot.started', facts: { market: MARKET, asset: 'USDT', amount: expect.any(String) } },
    { user: BOB, robot: 1, key: 'robot.stopped', facts: { robot: '1', base: 'ETH', coins: expect.any(String) } },
  ]);
});

test('by whom or by what it ended is told', async () => {
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
  const known = new ToldRobots(exchange.state, neverAsked);
  waited(scenario.given(stopped(BOB)));
  const later = { exchange: { batches: exchange.batches.slice(from) } } as Scenario;
  const ended = [expect.objectContaining({ key: 'robot.stopped', robot: 1 })];
  expect(await toldIn(later, known)).toEqual(ended);
  const asked: number[] = [];
  const behind = new ToldRobots(exchange.state, (robot) => {
    asked.push(robot);
    return Promise.resolve(MARKET);
  });
  expect(await toldIn(later, behind)).toEqual(ended);
  expect(asked).toEqual([1]);
});
