/** Lists of financial products, compared with the journal. */
import { encodeBody } from '../../../../server/products/core';
import { positionOf, type Batch, type EventOf, type EventType } from '../../../../server/core/event';
import { genesis, seal } from '../../../../server/journal/seal';
import type { StoredBatch } from '../../../../server/journal/port';
import { FINANCIAL_PURCHASES, financialDays } from '../../../../server/products/earn/stored/queries';
import { openModel, type ViewsDatabase } from '../../../../server/views/stored/views-database';
import { dayOf } from '../../../../shared/rules/days';
import { ALICE, BOB } from '../../../tools/fixtures/core-fixture';
import { allFinancial, financial, buySavings, SAVINGS } from '../../../tools/fixtures/financial-fixture';
import type { StoreHarness } from '../harness';
import { dump, FIRST_PAGE, project } from '../traders';

type FinancialFilters = Parameters<typeof FINANCIAL_PURCHASES.page>[2];

export function financialConformance(name: string, harness: StoreHarness): void {
  describe(`financial products in ${name}`, () => {
    let views: ViewsDatabase;

    beforeEach(async () => {
      views = await openModel(await harness.create(), 'views');
    });
    afterEach(() => views.close());

    const listed = async (user: number, filters: FinancialFilters = {}, now = 0) =>
      (await FINANCIAL_PURCHASES.page(views, user, { ...filters, now }, FIRST_PAGE)).records;
    const allDays = (user: number) => financialDays(views, user, 0, 1_000_000);

    test('agree with the journal by purchase and day, in any groups', async () => {
      const { batches } = allFinancial().exchange;
      await project(views, storedOf(batches), 7);
      const purchases = eventsOf(batches, 'FinancialBought');
      const ends = eventsOf(batches, 'FinancialEnded');
      for (const user of [ALICE, BOB]) {
        const rows = await listed(user);
        const own = purchases.filter(({ user: owner }) => owner === user).reverse();
        expect(rows.map(({ id }) => id)).toEqual(own.map(({ purchase }) => purchase));
        const days = new Map<number, { principal: bigint; income: bigint }>();
        for (const row of rows) {
          const bought = own.find(({ purchase }) => purchase === row.id)!;
          const { amount, startsAt, expiresAt, income, renews = null } = bought;
          expect(row).toMatchObject({ amount, startsAt, expiresAt, income, renews });
          const end = ends.find(({ purchase }) => purchase === row.id);
          expect([row.outcome, row.endedAt]).toEqual([end?.end ?? null, end?.dueAt ?? null]);
          if (end?.end === 'cancelled') continue;
          const day = dayOf(end?.dueAt ?? expiresAt);
          const sums = days.get(day) ?? { principal: 0n, income: 0n };
          days.set(day, {
            principal: sums.principal + amount,
            income: sums.income + (end ? end.income : income),
          });
        }
        expect(await allDays(user)).toEqual(
          [...days].sort(([one], [other]) => one - other).map(([day, sums]) => ({ day, asset: 'USDT', ...sums })),
        );
      }
      const whole = await dump(views);
      const other = await openModel(await harness.create(), 'views');
      await project(other, storedOf(batches), 1);
      expect(await dump(other)).toEqual(whole);
      await other.close();
    });

    test('are found by product, state and time, sorted, and in parts', async () => {
      const { batches, now } = allFinancial().exchange;
      await project(views, storedOf(batches), 5);
      const ids = async (user: number, filters: FinancialFilters, at = now) =>
        (await listed(user, filters, at)).map(({ id }) => id);
      expect(await ids(BOB, { status: 'cancelled' })).toEqual([1]);
      expect(await ids(BOB, { status: 'settled' })).toEqual([2]);
      const [renewal] = await listed(ALICE);
      expect(renewal).toMatchObject({ renews: 3, boughtAt: renewal.startsAt, renew: 1, outcome: null });
      expect(await ids(ALICE, { status: 'earning' })).toEqual([renewal.id]);
      expect(await ids(ALICE, { status: 'buying' })).toEqual([]);
      expect(await ids(ALICE, { status: 'buying' }, renewal.startsAt - 1)).toEqual([renewal.id]);
      expect(await ids(ALICE, { product: 'BTC-30' })).toEqual([]);
      expect(await ids(ALICE, { product: 'USDT-7', before: '4' })).toEqual([3]);
      expect(await ids(ALICE, { from: renewal.boughtAt })).toEqual([renewal.id]);
      expect(await ids(ALICE, { to: renewal.boughtAt, sort: 'amount.asc' })).toEqual([3, 4]);
      expect(await ids(ALICE, { sort: 'expiry.desc' })).toEqual([renewal.id, 4, 3]);
      const head = positionOf(batches[batches.length - 1]);
      const part = (after: number, until = head) =>
        FINANCIAL_PURCHASES.part(views, ALICE, { status: 'settled', now }, until, { id: after }, 1);
      expect((await part(0)).map(({ id }) => id)).toEqual([3]);
      expect((await part(3)).map(({ id }) => id)).toEqual([4]);
      expect(await part(4)).toEqual([]);
      expect(await part(0, 3)).toEqual([]);
    });

    test('add up days beyond 64 bits', async () => {
      const scenario = financial({ quota: 9n * 10n ** 18n, userMax: 9n * 10n ** 18n, annualRatePpb: 1 });
      for (let turn = 0; turn < 3; turn++) scenario.given(buySavings(ALICE, SAVINGS / 4n));
      await project(views, storedOf(scenario.exchange.batches));
      const amount = 9n * 10n ** 18n;
      await views.sql.updateTable('financialPurchases').set({ amount }).where('userId', '=', ALICE).execute();
      expect(await allDays(ALICE)).toMatchObject([{ principal: 3n * amount }]);
    });
  });
}

export function eventsOf<T extends EventType>(batches: readonly Batch[], type: T): EventOf<T>[] {
  return batches.flatMap(({ events }) => events.filter((event): event is EventOf<T> => event.type === type));
}

export function storedOf(batches: readonly Batch[]): StoredBatch[] {
  let prev = genesis('financial');
  return batches.map((batch) => {
    const body = encodeBody(batch);
    const { hash } = seal(prev, body);
    const stored = { position: positionOf(batch), batch, body, prev, hash } as unknown as StoredBatch;
    prev = hash;
    return stored;
  });
}
