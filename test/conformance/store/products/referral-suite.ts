/** Lists of rebates, compared with the journal. */
import { encodeBody } from '../../../../server/products/core';
import { positionOf, type Batch, type EventOf } from '../../../../server/core/event';
import { genesis, seal } from '../../../../server/journal/seal';
import type { StoredBatch } from '../../../../server/journal/port';
import { rebateDays, REBATES, tradedAmong } from '../../../../server/products/referral/stored/queries';
import { openModel, type ViewsDatabase } from '../../../../server/views/stored/views-database';
import { ALICE, BOB, CAROL, DAVE } from '../../../tools/fixtures/core-fixture';
import { nextDay, referral, tradeFor } from '../../../tools/fixtures/referral-fixture';
import type { StoreHarness } from '../harness';
import { dump, FIRST_PAGE, project } from '../traders';

export function referralConformance(name: string, harness: StoreHarness): void {
  describe(`rebates in ${name}`, () => {
    let views: ViewsDatabase;

    beforeEach(async () => {
      views = await openModel(await harness.create(), 'views');
    });
    afterEach(() => views.close());

    const listed = async (user: number, filters: Parameters<typeof REBATES.page>[2] = {}) =>
      (await REBATES.page(views, user, filters, FIRST_PAGE)).records;

    test('agree with the journal, one by one and day by day', async () => {
      const batches = twoDays();
      await project(views, storedOf(batches), 7);
      const paid = paidIn(batches);
      expect(paid.length).toBeGreaterThan(4);
      for (const user of [ALICE, BOB, CAROL]) {
        const own = paid.filter((event) => event.user === user);
        const rows = await listed(user);
        expect(
          rows.map(({ source, level, day, asset, fee, amount }) => ({ source, level, day, asset, fee, amount })),
        ).toEqual(
          own
            .map(({ source, level, day, asset, fee, amount }) => ({ source, level, day, asset, fee, amount }))
            .reverse(),
        );
        const days = await rebateDays(views, user, 0, Number.MAX_SAFE_INTEGER);
        expect(days.reduce((sum, { rebates: count }) => sum + count, 0)).toBe(own.length);
        for (const { day, asset, level1, level2 } of days) {
          const ofDay = own.filter((event) => event.day === day && event.asset === asset);
          const sum = (level: number) =>
            ofDay.reduce((total, event) => total + (event.level === level ? event.amount : 0n), 0n);
          expect([level1, level2]).toEqual([sum(1), sum(2)]);
        }
      }
    });

    test('are found by day, level and coin, and from a cursor', async () => {
      const batches = twoDays();
      await project(views, storedOf(batches), 5);
      const all = await listed(BOB);
      const [newest] = all;
      expect(await listed(BOB, { before: String(newest.eventPosition) })).toEqual(all.slice(1));
      expect(await listed(BOB, { day: newest.day })).toEqual(all.filter(({ day }) => day === newest.day));
      expect(await listed(BOB, { asset: 'ETH' })).toEqual(all.filter(({ asset }) => asset === 'ETH'));
      expect(await listed(BOB, { level: 2 })).toEqual([]);
      expect(await listed(ALICE, { level: 2 })).not.toEqual([]);
      expect(await REBATES.page(views, BOB, {}, { pageIndex: 2, pageSize: 1 })).toMatchObject({
        total: all.length,
        records: [all[1]],
      });
      const [{ day }] = await rebateDays(views, BOB, 0, Number.MAX_SAFE_INTEGER);
      expect(await rebateDays(views, BOB, day + 2, Number.MAX_SAFE_INTEGER)).toEqual([]);
    });

    test('are equal for groups of any size', async () => {
      const stored = storedOf(twoDays());
      await project(views, stored);
      const whole = await dump(views);
      const other = await openModel(await harness.create(), 'views');
      await project(other, stored, 1);
      expect(await dump(other)).toEqual(whole);
      await other.close();
    });

    test('tell which invitees have traded', async () => {
      await project(views, storedOf(twoDays()), 9);
      expect([...(await tradedAmong(views, [ALICE, BOB, CAROL, DAVE]))]).toEqual([BOB, CAROL, DAVE]);
      expect([...(await tradedAmong(views, []))]).toEqual([]);
    });
  });
}

/** CAROL on both days, BOB on the second. */
function twoDays(): Batch[] {
  const scenario = nextDay(referral().given(tradeFor(CAROL, 1_000), tradeFor(CAROL, 1_000, 'sell')));
  return [...nextDay(scenario.given(tradeFor(CAROL, 500), tradeFor(BOB, 700))).exchange.batches];
}

function paidIn(batches: readonly Batch[]): EventOf<'RebatePaid'>[] {
  return batches.flatMap(({ events }) => events.flatMap((event) => (event.type === 'RebatePaid' ? [event] : [])));
}

function storedOf(batches: readonly Batch[]): StoredBatch[] {
  let prev = genesis('rebates');
  return batches.map((batch) => {
    const body = encodeBody(batch);
    const { hash } = seal(prev, body);
    const stored = { position: positionOf(batch), batch, body, prev, hash } as unknown as StoredBatch;
    prev = hash;
    return stored;
  });
}
