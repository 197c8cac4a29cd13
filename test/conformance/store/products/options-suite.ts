/** Lists of second contracts, compared with an independent calculation from the journal. */
import { encodeBody } from '../../../../server/products/core';
import { positionOf, type Batch, type EventOf, type EventType } from '../../../../server/core/event';
import { genesis, seal } from '../../../../server/journal/seal';
import type { StoredBatch } from '../../../../server/journal/port';
import { OPTION_CONTRACTS, optionDays, settledOptionOf } from '../../../../server/products/option/stored/queries';
import type { OptionContractRow } from '../../../../server/products/option/stored/tables';
import { openModel, type ViewsDatabase } from '../../../../server/views/stored/views-database';
import { dayOf } from '../../../../shared/rules/days';
import { ALICE, BOB, CAROL } from '../../../tools/fixtures/core-fixture';
import {
  buyOption,
  allOptions,
  optionScenario,
  PRICE,
  SYMBOL,
  publishPrice,
  usdt,
} from '../../../tools/fixtures/option-fixture';
import type { StoreHarness } from '../harness';
import { dump, FIRST_PAGE, project } from '../traders';

type OptionFilters = Parameters<typeof OPTION_CONTRACTS.page>[2];

const USERS = [ALICE, BOB, CAROL];

export function optionsConformance(name: string, harness: StoreHarness): void {
  describe(`second contracts in ${name}`, () => {
    let views: ViewsDatabase;

    beforeEach(async () => {
      views = await openModel(await harness.create(), 'views');
    });
    afterEach(() => views.close());

    const history = async (user: number, filters: OptionFilters = {}) =>
      (await OPTION_CONTRACTS.page(views, user, { ...filters, open: 0 }, FIRST_PAGE)).records;

    test('agree with the journal by contract and day', async () => {
      const { batches } = allOptions().exchange;
      await project(views, storedOf(batches), 7);
      const settled = eventsOf(batches, 'OptionSettled');
      for (const user of USERS) {
        const own = settled.filter(({ event }) => event.user === user);
        const rows = await history(user);
        expect(rows.map(({ id }) => id)).toEqual(
          own.map(({ event }) => event.contract).sort((one, other) => other - one),
        );
        for (const row of rows) checkRow(batches, row);
        const days = await optionDays(views, user, 0, Number.MAX_SAFE_INTEGER);
        const counted = own.filter(({ event }) => event.end !== 'cancelled');
        expect(days.reduce((sum, { settled: count }) => sum + count, 0)).toBe(counted.length);
        expect(days.reduce((sum, { payments }) => sum + payments, 0n)).toBe(
          counted.reduce((sum, { event }) => sum + event.paid, 0n),
        );
        expect(days.reduce((sum, { fees }) => sum + fees, 0n)).toBe(
          counted.reduce((sum, { event }) => sum + event.fee, 0n),
        );
        expect(days.reduce((sum, { result }) => sum + result, 0n)).toBe(
          days.reduce((sum, { payments, stakes }) => sum + payments - stakes, 0n),
        );
        for (const { day } of days) expect(counted.some(({ batch }) => dayOf(batch.at) === day)).toBe(true);
      }
      const [alice] = await optionDays(views, ALICE, 0, Number.MAX_SAFE_INTEGER);
      expect(alice).toMatchObject({ symbol: SYMBOL, asset: 'USDT', settled: 2, won: 2, lost: 0 });
    });

    test('are equal for groups of any size', async () => {
      const stored = storedOf(allOptions().exchange.batches);
      await project(views, stored);
      const whole = await dump(views);
      for (const size of [1, 3]) {
        const other = await openModel(await harness.create(), 'views');
        await project(other, stored, size);
        expect(await dump(other)).toEqual(whole);
        await other.close();
      }
    });

    test('are found by product, direction, start, end and time, and sorted', async () => {
      const scenario = allOptions();
      await project(views, storedOf(scenario.exchange.batches), 5);
      const all = await history(ALICE);
      const cancelled = await history(CAROL);
      expect(cancelled).toMatchObject([{ outcome: 'cancelled', gain: 0n, entryPrice: null, enteredPosition: null }]);
      expect(await history(CAROL, { timing: 'timed' })).toHaveLength(1);
      expect(await history(CAROL, { timing: 'now' })).toHaveLength(0);
      expect(await history(ALICE, { direction: 'down' })).toHaveLength(0);
      expect(await history(ALICE, { direction: 'up', symbol: SYMBOL })).toEqual(all);
      expect(await history(ALICE, { symbol: 'ETH-USDT' })).toHaveLength(0);
      expect(await history(ALICE, { end: 'take_profit' })).toMatchObject([{ outcome: 'take_profit' }]);
      const [newest, oldest] = all;
      expect(await history(ALICE, { before: String(newest.id) })).toEqual([oldest]);
      const settledAt = newest.settledAt ?? 0;
      expect(await history(ALICE, { from: settledAt, to: settledAt + 1 })).toEqual([newest]);
      expect(await history(ALICE, { to: settledAt })).not.toContainEqual(newest);
      const gains = async (sort: OptionFilters['sort']) => (await history(BOB, { sort })).map(({ gain }) => gain ?? 0n);
      const rising = await gains('result.asc');
      expect(rising).toEqual([...rising].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0)));
      expect(await gains('result.desc')).toEqual([...rising].reverse());
      const page = await OPTION_CONTRACTS.page(
        views,
        ALICE,
        { open: 0, sort: 'time.asc' },
        { pageIndex: 2, pageSize: 1 },
      );
      expect(page).toMatchObject({ total: 2, pageIndex: 2, records: [{ id: oldest.id }] });
    });

    test('show only the owner’s contracts, and open ones not as settled', async () => {
      const scenario = optionScenario().given(buyOption(ALICE, 'up'), buyOption(BOB, 'down', usdt(2_000)));
      scenario.given(publishPrice(scenario, PRICE));
      const written = scenario.exchange.batches.length;
      await project(views, storedOf(scenario.exchange.batches), 4);
      expect(await history(ALICE)).toEqual([]);
      expect(await settledOptionOf(views, ALICE, 1)).toBeUndefined();
      for (let second = 0; second < 62; second++) scenario.given(publishPrice(scenario, PRICE + 1));
      await project(views, storedOf(scenario.exchange.batches).slice(written), 4);
      expect(await settledOptionOf(views, ALICE, 1)).toMatchObject({ outcome: 'won', gain: usdt(790) });
      expect(await settledOptionOf(views, BOB, 1)).toBeUndefined();
    });

    test('are read in parts, oldest first, up to a position', async () => {
      const { batches } = allOptions().exchange;
      await project(views, storedOf(batches), 7);
      const ids = (await history(BOB)).map(({ id }) => id).reverse();
      const head = positionOf(batches[batches.length - 1]);
      const parts = (filters: OptionFilters, until: number, last: { id: number } | undefined, limit: number) =>
        OPTION_CONTRACTS.part(views, BOB, { ...filters, open: 0 }, until, last, limit);
      const [first, ...others] = await parts({}, head, undefined, 1);
      expect([first.id, others]).toEqual([ids[0], []]);
      const rest = await parts({}, head, first, 10);
      expect(rest.map(({ id }) => id)).toEqual(ids.slice(1));
      expect(await parts({}, 3, undefined, 10)).toEqual([]);
      expect(await parts({ symbol: 'ETH-USDT' }, head, undefined, 10)).toEqual([]);
      const won = await parts({ end: 'won' }, head, undefined, 10);
      expect(won.map(({ outcome }) => outcome)).toEqual(won.map(() => 'won'));
      expect(won.length).toBeLessThan(ids.length);
    });
  });
}

function checkRow(batches: readonly Batch[], row: OptionContractRow): void {
  const own = <T extends EventType>(type: T) =>
    eventsOf(batches, type).find(({ event }) => 'contract' in event && event.contract === row.id);
  const purchase = own('OptionBought')!;
  const entry = own('OptionEntered');
  const settlement = own('OptionSettled')!;
  const { event } = settlement;
  expect(row).toMatchObject({
    stake: purchase.event.stake,
    charge: purchase.event.fee,
    direction: purchase.event.direction,
    boughtAt: purchase.batch.at,
    boughtPosition: positionOf(purchase.batch),
    enteredPosition: entry ? positionOf(entry.batch) : null,
    entryPrice: entry?.event.price ?? null,
    entryAt: entry?.event.at ?? null,
    entryBatch: entry?.event.batch ?? null,
    open: 0,
    outcome: event.end,
    reason: event.reason ?? null,
    endPrice: event.price ?? null,
    endAt: event.at ?? null,
    endBatch: event.batch ?? null,
    paid: event.paid,
    income: event.income,
    fee: event.fee,
    gain: event.paid - purchase.event.stake,
    settledAt: settlement.batch.at,
    settledPosition: positionOf(settlement.batch),
  });
}

function eventsOf<T extends EventType>(batches: readonly Batch[], type: T): { event: EventOf<T>; batch: Batch }[] {
  return batches.flatMap((batch) =>
    batch.events.flatMap((event) => (event.type === type ? [{ event: event as EventOf<T>, batch }] : [])),
  );
}

function storedOf(batches: readonly Batch[]): StoredBatch[] {
  let prev = genesis('options');
  return batches.map((batch) => {
    const body = encodeBody(batch);
    const { hash } = seal(prev, body);
    const stored = { position: positionOf(batch), batch, body, prev, hash } as unknown as StoredBatch;
    prev = hash;
    return stored;
  });
}
