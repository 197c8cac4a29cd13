/** Lists of mining, compared with the journal. */
import { positionOf } from '../../../../server/core/event';
import { MINING_PURCHASES, miningDays } from '../../../../server/products/earn/stored/queries';
import { openModel, type ViewsDatabase } from '../../../../server/views/stored/views-database';
import { dayOf } from '../../../../shared/rules/days';
import { BOB, CAROL } from '../../../tools/fixtures/core-fixture';
import { triggerDueWork } from '../../../tools/fixtures/financial-fixture';
import { allMining, buyMining, mining, advanceToOneOClock } from '../../../tools/fixtures/mining-fixture';
import { eventsOf, storedOf } from './financial-suite';
import type { StoreHarness } from '../harness';
import { dump, FIRST_PAGE, project } from '../traders';

type MiningFilters = Parameters<typeof MINING_PURCHASES.page>[2];

export function miningConformance(name: string, harness: StoreHarness): void {
  describe(`mining in ${name}`, () => {
    let views: ViewsDatabase;

    beforeEach(async () => {
      views = await openModel(await harness.create(), 'views');
    });
    afterEach(() => views.close());

    const listed = async (user: number, filters: MiningFilters = {}, now = 0) =>
      (await MINING_PURCHASES.page(views, user, { ...filters, now }, FIRST_PAGE)).records;

    test('agrees with the journal by purchase and day, in any groups', async () => {
      const { batches } = allMining().exchange;
      await project(views, storedOf(batches), 7);
      const purchases = eventsOf(batches, 'MiningBought');
      const ends = eventsOf(batches, 'MiningEnded');
      const paid = eventsOf(batches, 'MiningPaid');
      for (const user of [BOB, CAROL]) {
        const own = purchases.filter(({ user: owner }) => owner === user).reverse();
        const rows = await listed(user);
        expect(rows.map(({ id }) => id)).toEqual(own.map(({ purchase }) => purchase));
        const days = new Map<string, { principal: bigint; income: bigint }>();
        const add = (at: number, asset: string, principal: bigint, income: bigint) => {
          const key = `${dayOf(at)} ${asset}`;
          const before = days.get(key) ?? { principal: 0n, income: 0n };
          days.set(key, { principal: before.principal + principal, income: before.income + income });
        };
        for (const [place, { purchase, asset, incomeAsset, amount, income, startsAt, expiresAt }] of own.entries()) {
          const incomesPaid = paid.filter((one) => one.purchase === purchase).length;
          expect(rows[place]).toMatchObject({ amount, income, startsAt, expiresAt, incomesPaid, endedAt: expiresAt });
          const end = ends.find((one) => one.purchase === purchase)!;
          add(end.dueAt, asset, amount, 0n);
          if (end.income > 0n) add(end.dueAt, incomeAsset, 0n, end.income);
        }
        for (const { user: owner, dueAt, income } of paid) if (owner === user) add(dueAt, 'USDT', 0n, income);
        const told = (await miningDays(views, user, 0, 1_000_000)).map(
          ({ day, asset, ...sums }) => [`${day} ${asset}`, sums] as const,
        );
        expect(told).toEqual([...days].sort(([one], [other]) => (one < other ? -1 : 1)));
      }
      const whole = await dump(views);
      const other = await openModel(await harness.create(), 'views');
      await project(other, storedOf(batches), 1);
      expect(await dump(other)).toEqual(whole);
      await other.close();
    });

    test('is found by product, state and time, sorted, in parts, and by a range of days', async () => {
      const scenario = mining().given(buyMining(BOB), buyMining(CAROL), buyMining(BOB, 5n, 'BTC-3'));
      const { now: bought } = scenario.exchange;
      triggerDueWork(advanceToOneOClock(scenario, 4)).given(buyMining(BOB, 20_000_000_000n));
      const { batches, now } = scenario.exchange;
      await project(views, storedOf(batches), 5);
      const ids = async (filters: MiningFilters, at = now) => (await listed(BOB, filters, at)).map(({ id }) => id);
      expect(await ids({ status: 'ended' })).toEqual([3]);
      expect(await ids({ status: 'mining' })).toEqual([1]);
      expect(await ids({ status: 'participated' })).toEqual([4]);
      expect(await ids({ status: 'allocating' })).toEqual([]);
      const hour = 3_600_000;
      expect(await ids({ status: 'allocating' }, now + hour)).toEqual([4]);
      expect(await ids({ status: 'participated' }, now + hour)).toEqual([]);
      expect(await ids({ product: 'USDT-5', before: '4' })).toEqual([1]);
      expect(await ids({ from: bought + hour })).toEqual([4]);
      expect(await ids({ to: bought + hour, sort: 'expiry.asc' })).toEqual([3, 1]);
      const head = positionOf(batches[batches.length - 1]);
      const part = (after: number, until = head) =>
        MINING_PURCHASES.part(views, BOB, { product: 'USDT-5', now }, until, { id: after }, 1);
      expect((await part(0)).map(({ id, incomesPaid }) => [id, incomesPaid])).toEqual([[1, 4]]);
      expect((await part(1)).map(({ id }) => id)).toEqual([4]);
      expect(await part(4)).toEqual([]);
      expect(await part(0, 3)).toEqual([]);
      const second = dayOf(bought) + 2;
      expect(await miningDays(views, CAROL, second, second + 1)).toEqual(
        [second, second + 1].map((day) => ({ day, asset: 'USDT', principal: 0n, income: 100_000_000n })),
      );
    });
  });
}
