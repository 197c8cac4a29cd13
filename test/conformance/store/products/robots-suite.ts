/** Lists of robots, compared with the journal. */
import { positionOf } from '../../../../server/core/event';
import { addCounts, noCounts } from '../../../../server/products/robot/core/state';
import * as Stored from '../../../../server/products/robot/stored/queries';
import { openModel, type ViewsDatabase } from '../../../../server/views/stored/views-database';
import { BOB, CAROL } from '../../../tools/fixtures/core-fixture';
import { asks, allRobots, MARKET, robots, startRobot, stopRobot, advance } from '../../../tools/fixtures/robot-fixture';
import { eventsOf, storedOf } from './financial-suite';
import type { StoreHarness } from '../harness';
import { dump, FIRST_PAGE, project } from '../traders';

export function robotsConformance(name: string, harness: StoreHarness): void {
  describe(`robots in ${name}`, () => {
    let views: ViewsDatabase;

    beforeEach(async () => {
      views = await openModel(await harness.create(), 'views');
    });
    afterEach(() => views.close());

    test('agree with the journal, with every cycle and order, in any groups', async () => {
      const { batches } = allRobots().exchange;
      await project(views, storedOf(batches), 7);
      const [start] = eventsOf(batches, 'RobotStarted');
      const [end] = eventsOf(batches, 'RobotEnded');
      const cycles = eventsOf(batches, 'RobotCycleEnded');
      const placed = eventsOf(batches, 'OrderPlaced').filter(({ robot }) => robot !== undefined);
      expect([cycles.length, placed.length > 4]).toEqual([2, true]);
      const sums = cycles.reduce(addCounts, noCounts());
      const row = await Stored.robotOf(views, BOB, start.robot);
      expect(row).toMatchObject({
        ...{ market: MARKET, amount: start.amount, lines: start.lines, status: 'ended', reason: 'requested' },
        ...{ trades: sums.trades, boughtBase: sums.bought, paidQuote: sums.paid, soldBase: sums.sold },
        ...{
          receivedQuote: sums.received,
          feesBase: sums.feesBase,
          feesQuote: sums.feesQuote,
          realised: sums.realised,
        },
        ...{ quoteHeld: end.quote, baseHeld: end.base, cycle: 2, endedAt: expect.any(Number) },
      });
      expect(await Stored.robotOf(views, CAROL, start.robot)).toBeUndefined();

      const { records: told } = await Stored.ROBOT_CYCLES.page(views, BOB, { robot: String(start.robot) }, FIRST_PAGE);
      expect(
        told.map(({ cycle, endedAt, quoteHeld, baseHeld, indexPrice, worth }) => {
          return { cycle, endedAt, quoteHeld, baseHeld, indexPrice, worth };
        }),
      ).toEqual(
        cycles.toReversed().map(({ cycle, dueAt, quote, base, price = null, value = null }) => {
          return { cycle, endedAt: dueAt, quoteHeld: quote, baseHeld: base, indexPrice: price, worth: value };
        }),
      );
      expect(told[1].startedAt).toBe(row?.startedAt);
      expect(told[0].startedAt).toBeGreaterThanOrEqual(told[1].endedAt);

      const { records: orders, total } = await Stored.ROBOT_ORDERS.page(
        views,
        BOB,
        { robot: String(start.robot) },
        { pageIndex: 1, pageSize: 200 },
      );
      expect(total).toBe(placed.length);
      expect(orders.map(({ id, side }) => [id, side])).toEqual(
        placed.toReversed().map(({ order, side }) => [order, side]),
      );
      expect(orders.every(({ open }) => open === 0)).toBe(true);
      const second = await Stored.ROBOT_ORDERS.page(views, BOB, { robot: String(start.robot), cycle: 2 }, FIRST_PAGE);
      expect(second.total).toBeGreaterThan(0);
      expect(second.total).toBeLessThan(total);

      const whole = await dump(views);
      const other = await openModel(await harness.create(), 'views');
      await project(other, storedOf(batches), 1);
      expect(await dump(other)).toEqual(whole);
      await other.close();
    });

    test('are found by market and state, and in parts', async () => {
      const scenario = robots().given(
        asks(1_001, 5),
        startRobot(BOB, { amount: 10_000_000n }),
        startRobot(CAROL),
        startRobot(BOB),
      );
      advance(advance(scenario).given(stopRobot(BOB)));
      const { batches } = scenario.exchange;
      await project(views, storedOf(batches), 5);
      const ids = async (filters: Parameters<typeof Stored.ROBOTS.page>[2]) =>
        (await Stored.ROBOTS.page(views, BOB, filters, FIRST_PAGE)).records.map(({ id }) => id);
      expect(await ids({})).toEqual([3, 1]);
      expect(await ids({ status: 'running' })).toEqual([3]);
      expect(await ids({ status: 'ended', market: MARKET })).toEqual([1]);
      expect(await ids({ market: 'BTC-USDT' })).toEqual([]);
      expect(await ids({ before: '3' })).toEqual([1]);
      const until = positionOf(batches[batches.length - 1]);
      expect((await Stored.ROBOTS.part(views, BOB, {}, until, undefined, 1)).map(({ id }) => id)).toEqual([1]);
      expect((await Stored.ROBOTS.part(views, BOB, {}, until, { id: 1 }, 1)).map(({ id }) => id)).toEqual([3]);
      expect(await Stored.ROBOTS.part(views, BOB, { robot: '3' }, until, { id: 3 }, 1)).toEqual([]);
      const running = { status: 'running' as const };
      expect((await Stored.ROBOTS.part(views, BOB, running, until, undefined, 1)).map(({ id }) => id)).toEqual([3]);
      expect(await Stored.ROBOTS.part(views, BOB, { ...running, market: 'BTC-USDT' }, until, undefined, 1)).toEqual([]);
      const [cycle] = await Stored.ROBOT_CYCLES.part(views, BOB, {}, until, undefined, 1);
      expect(cycle).toMatchObject({ robot: 1, cycle: 1 });
      expect(await Stored.ROBOT_CYCLES.part(views, BOB, {}, until, cycle, 1)).toEqual([]);
      expect(await Stored.ROBOT_CYCLES.part(views, BOB, {}, cycle.position - 1, undefined, 1)).toEqual([]);
      const all = await Stored.ROBOT_ORDERS.part(views, BOB, {}, until, undefined, 200);
      expect(new Set(all.map(({ robot }) => robot))).toEqual(new Set([1, 3]));
      expect(await Stored.ROBOT_ORDERS.part(views, BOB, {}, until, all[0], 1)).toEqual([all[1]]);
      expect(await Stored.ROBOT_ORDERS.part(views, BOB, { robot: '2' }, until, undefined, 1)).toEqual([]);
      const ofFirst = { robot: '1', cycle: 1 };
      const inFirst = await Stored.ROBOT_ORDERS.part(views, BOB, ofFirst, until, undefined, 200);
      expect(inFirst.length).toBeGreaterThan(0);
      expect(inFirst).toEqual(all.filter(({ robot, cycle: at }) => robot === 1 && at === 1));
    });
  });
}
