/** Lists of perpetual contracts, compared with an independent calculation from the journal. */
import { encodeBody } from '../../../../server/products/core';
import { positionOf, type Batch, type EventType } from '../../../../server/core/event';
import { balanceOf } from '../../../../server/core/ledger/ledger';
import { genesis, seal } from '../../../../server/journal/seal';
import type { StoredBatch } from '../../../../server/journal/port';
import type { Page } from '../../../../shared/wire/fields';
import type { PageRequest } from '../../../../server/views/stored/rows/list';
import {
  CONTRACT_FILLS,
  CONTRACT_ORDERS,
  CONTRACT_POSITIONS,
  CONTRACT_STOPS,
  FUNDING_PAYMENTS,
  FUNDING_RATES,
  INSURANCE_ENTRIES,
  LIQUIDATIONS,
  type OrderLife,
} from '../../../../server/products/perpetual/stored/lists';
import { contractDays, liquidationOf, openPositions } from '../../../../server/products/perpetual/stored/queries';
import { markCandles } from '../../../../server/views/stored/queries';
import { CANDLE_SPANS } from '../../../../server/views/stored/rows/spans';
import { PERPETUAL_TABLES } from '../../../../server/products/perpetual/stored/tables';
import { openModel, type ViewsDatabase } from '../../../../server/views/stored/views-database';
import { ALICE, BOB, CAROL, asUser, cancelAll, type Scenario } from '../../../tools/fixtures/core-fixture';
import {
  alarmedMarket,
  busyPerpetuals,
  close,
  allLiquidations,
  allPerpetuals,
  open,
  openBothSides,
  perpetuals,
  PERP,
} from '../../../tools/fixtures/perpetual-fixture';
import { ETH, crossWithCutOrders, crossWithEndedMarket } from '../../../tools/fixtures/cross-fixture';
import { allOneWay } from '../../../tools/fixtures/one-way-fixture';
import type { StoreHarness } from '../harness';
import { dump, FIRST_PAGE, project, traders } from '../traders';
import {
  broughtBy,
  costOf,
  entriesOf,
  eventsOf,
  fillOf,
  fillsOf,
  flow,
  guardsOf,
  resultOf,
  sumOf,
  sumOfUnits,
  touchesFund,
} from './contracts-reckoning';

const USERS = [ALICE, BOB, CAROL];
const M = 500_000;

const SCENES: readonly (readonly [name: string, make: () => Scenario])[] = [
  ['a market that goes on', busyPerpetuals],
  ['a market that ends', allPerpetuals],
  ['liquidations', allLiquidations],
  ['what the owners pay', alarmedMarket],
  ['a cross account that is cut', crossWithCutOrders],
  ['a cross account that ends', crossWithEndedMarket],
  ['positions that are turned around', allOneWay],
];

export function contractsConformance(name: string, harness: StoreHarness): void {
  describe(`lists of contracts in ${name}`, () => {
    let views: ViewsDatabase;

    beforeEach(async () => {
      views = await openModel(await harness.create(), 'views');
    });
    afterEach(() => views.close());

    describe.each(SCENES)('of %s', (_, make) => {
      test('agree with the journal and with the state', async () => {
        const { batches, state } = make().exchange;
        await project(views, storedOf(batches), 7);

        for (const user of USERS) {
          const fills = (await CONTRACT_FILLS.page(views, user, {}, FIRST_PAGE)).records;
          expect(fills.map(fillOf)).toEqual(fillsOf(batches, user).reverse());

          const open = (await CONTRACT_ORDERS.page(views, user, { open: 1 }, FIRST_PAGE)).records;
          const standing = [...state.orders.values()].filter((order) => order.user === user && order.contract);
          expect(
            open.map(({ id, quantity, filledQuantity, filledQuote, price, triggerPrice }) => [
              id,
              quantity,
              filledQuantity,
              filledQuote,
              price ?? 0,
              triggerPrice ?? 0,
            ]),
          ).toEqual(
            standing
              .map(({ id, quantity, filledQuantity, filledQuote, price, trigger }) => [
                id,
                quantity,
                filledQuantity,
                filledQuote,
                price,
                trigger,
              ])
              .sort(([one], [other]) => Number(other) - Number(one)),
          );
          const history = await everyPage((page) => CONTRACT_ORDERS.page(views, user, { open: 0 }, page));
          const placed = eventsOf(batches, 'PerpetualOrderPlaced').filter((event) => event.user === user);
          expect(history.map(({ id }) => id)).toEqual(
            placed
              .map(({ order }) => order)
              .filter((id) => !state.orders.has(id))
              .reverse(),
          );
          for (const order of history) {
            const own = fillsOf(batches, user).filter(({ orderId }) => orderId === order.id);
            expect([order.id, order.filledQuantity]).toEqual([order.id, sumOf(own, ({ quantity }) => quantity)]);
            expect(order.openFees + order.closeFees).toBe(sumOfUnits(own, ({ fee }) => fee));
            expect(order.profits).toBe(sumOfUnits(own, ({ profit }) => profit ?? 0n));
            expect(sumOf(order.openings, ({ opening }) => opening.quantity)).toBe(
              sumOf(own, ({ act, quantity }) => (act === 'open' ? quantity : 0)),
            );
          }
        }

        const positions = await views.sql.selectFrom('contractPositions').selectAll().orderBy('id').execute();
        for (const user of USERS) {
          for (const { contract, guards } of await everyPage((page) =>
            CONTRACT_ORDERS.page(views, user, { open: 0 }, page),
          )) {
            const position = positions.find(({ id }) => id === contract);
            expect([contract, guards]).toEqual([contract, guardsOf(batches, position)]);
          }
        }
        const held = [...state.perpetual.holdings.values()].flatMap((own) =>
          [...own.values()].flatMap(({ long, short }) => [long, short].filter((position) => position !== null)),
        );
        expect(
          positions.filter((row) => row.open === 1).map((row) => [row.id, row.userId, row.lots, costOf(row)]),
        ).toEqual(
          held.sort((one, other) => one.id - other.id).map(({ id, user, lots, cost }) => [id, user, lots, cost]),
        );
        // Closed positions have released their whole cost.
        for (const row of positions) if (row.open === 0) expect([row.lots, costOf(row)]).toEqual([0, 0n]);

        for (const user of USERS) {
          const brought = sumOfUnits(batches, ({ events }) => sumOfUnits(events, (event) => broughtBy(event, user)));
          const own = positions.filter(({ userId }) => userId === user);
          expect(sumOfUnits(own, resultOf)).toBe(brought);
          const days = await contractDays(views, user, 0, Number.MAX_SAFE_INTEGER);
          expect(sumOfUnits(days, ({ result }) => result)).toBe(brought);
          expect(sumOf(days, ({ closed }) => closed)).toBe(own.filter((row) => row.open === 0).length);
          expect(sumOfUnits(days, ({ fees }) => fees)).toBe(
            sumOfUnits(own, ({ openFees, closeFees }) => openFees + closeFees),
          );
          const closed = await everyPage((page) => CONTRACT_POSITIONS.page(views, user, { open: 0 }, page));
          expect(closed.map(({ id }) => id).sort((one, other) => one - other)).toEqual(
            own.filter((row) => row.open === 0).map(({ id }) => id),
          );
          for (const row of closed) expect(row.closeMode).not.toBeNull();
          expect(await openPositions(views, user)).toEqual(own.filter((row) => row.open === 1));

          const payments = await everyPage((page) => FUNDING_PAYMENTS.page(views, user, {}, page));
          const settled = eventsOf(batches, 'FundingSettled').filter((event) => event.user === user);
          expect(payments.map(({ contract, dueAt, amount }) => [contract, dueAt, amount])).toEqual(
            settled
              .map(({ position, dueAt, entries }) => [position, dueAt, -flow(entries, 'house/funding:')])
              .reverse(),
          );
          const stops = await everyPage((page) => CONTRACT_STOPS.page(views, user, { open: 0 }, page));
          const ended = eventsOf(batches, 'StopEnded').filter((event) => event.user === user);
          expect(stops.map(({ id, reason }) => [id, reason])).toEqual(
            ended.map(({ stop, reason }) => [stop, reason]).sort(([one], [other]) => Number(other) - Number(one)),
          );
        }

        const marks = eventsOf(batches, 'MarkPublished');
        for (const kind of ['mark', 'index'] as const) {
          const [candle] = await markCandles(views, PERP, kind, '1w', 0, 4_000_000_000_000, 1);
          const told = marks.filter(({ market }) => market === PERP).map((event) => event[kind]);
          expect(candle).toMatchObject({ close: told.at(-1), volume: 0n, trades: 0 });
          const stored = await views.sql.selectFrom('markCandles').selectAll().where('kind', '=', kind).execute();
          for (const spanMs of Object.values(CANDLE_SPANS)) {
            const ofSpan = stored.filter((row) => row.spanMs === spanMs && row.market === PERP);
            expect(Math.max(...ofSpan.map(({ high }) => high))).toBe(Math.max(...told));
            expect(Math.min(...ofSpan.map(({ low }) => low))).toBe(Math.min(...told));
          }
        }
        expect(await markCandles(views, PERP, 'mark', '1m', 0, 60_000, 10)).toEqual([]);

        const rates = await everyPage((page) => FUNDING_RATES.page(views, null, {}, page));
        expect(rates.map(({ dueAt, rate }) => [dueAt, rate])).toEqual(
          batches
            .flatMap(({ events }) => events)
            .flatMap((event): [number, number | null][] => {
              if (event.type === 'FundingFixed') return [[event.dueAt, event.rate]];
              return event.type === 'FundingSkipped' ? [[event.dueAt, null]] : [];
            })
            .reverse(),
        );
      });

      test('are equal for groups of any size, with restarts in between', async () => {
        const { batches } = make().exchange;
        const stored = storedOf(batches);
        await project(views, stored);
        const whole = await contractRows(views);
        const half = Math.floor(stored.length / 2);
        for (const size of [1, 5]) {
          const again = await openModel(await harness.create(), 'views');
          await project(again, stored.slice(0, half), size);
          await project(again, stored.slice(half), size);
          expect(await contractRows(again)).toEqual(whole);
          await again.close();
        }
      });
    });

    test('the insurance fund follows its entries, each with the remaining balance', async () => {
      for (const [, make] of SCENES) {
        const { batches, state } = make().exchange;
        const fresh = await openModel(await harness.create(), 'views');
        await project(fresh, storedOf(batches), 7);
        const entries = (await everyPage((page) => INSURANCE_ENTRIES.page(fresh, null, {}, page))).reverse();
        let balance = 0n;
        for (const entry of entries) expect(entry.balance).toBe((balance += entry.amount));
        expect(balance).toBe(balanceOf(state.ledger, 'house/insurance/USDT'));
        const flows = batches.flatMap(({ events }) => events.flatMap(entriesOf)).filter(touchesFund);
        expect(entries.map(({ amount }) => amount)).toEqual(flows.map((entry) => flow([entry], 'house/insurance/')));
        const ofMarket = (market: string) => everyPage((page) => LIQUIDATIONS.page(fresh, null, { market }, page));
        const cases = [...(await ofMarket(PERP)), ...(await ofMarket(ETH))];
        const ofCases = entries.filter(({ cause }) => /^(liquidation|deleveraging)_/.test(cause));
        // Cuts of an account liquidation belong to no position's case.
        const cuts = batches.flatMap(({ events }) =>
          events.flatMap((event) => (event.type === 'CrossPositionReduced' ? [event.fee] : [])),
        );
        const ofPositions = sumOfUnits(ofCases, ({ amount }) => amount) - cuts.reduce((sum, fee) => sum + fee, 0n);
        expect(sumOfUnits(cases, ({ fundTotal }) => fundTotal)).toBe(ofPositions);
        await fresh.close();
      }
    });

    test("shows a liquidation's decision step by step, to its owner only", async () => {
      const { batches } = allLiquidations().exchange;
      await project(views, storedOf(batches), 7);
      const starts = eventsOf(batches, 'LiquidationStarted');
      const listed = await everyPage((page) => LIQUIDATIONS.page(views, null, {}, page));
      expect(listed.map(({ id }) => id)).toEqual(starts.map(({ liquidation }) => liquidation).reverse());
      expect(await LIQUIDATIONS.page(views, null, { market: 'ETH-USDT-PERP' }, FIRST_PAGE)).toMatchObject({
        records: [],
        total: 0,
      });
      const kinds = new Set<string>();
      for (const start of starts) {
        const { liquidation: id, user, collateral, cost, requirement, mark } = start;
        const found = await liquidationOf(views, user, id);
        expect(found).toMatchObject({ collateral, cost, requirement, mark, open: 0 });
        expect(await liquidationOf(views, user === BOB ? CAROL : BOB, id)).toBeNull();
        if (!found) continue;
        const position = await views.sql
          .selectFrom('contractPositions')
          .select('liquidation')
          .where('id', '=', start.position)
          .executeTakeFirst();
        // A recovered position may be hit again; it names the last case.
        const last = starts.filter((other) => other.position === start.position).at(-1);
        expect(position?.liquidation).toBe(last?.liquidation);
        for (const { step, position: at, eventIndex } of found.steps) {
          kinds.add(step);
          const batch = batches.find((candidate) => positionOf(candidate) === at);
          expect(batch?.events[eventIndex]).toMatchObject({ type: STEP_EVENTS[step], liquidation: id });
        }
        expect(found.steps.at(-1)?.step).toBe('finished');
        // The mark it follows from, with its index's sources, and the last hour.
        const published = batches.find((candidate) => positionOf(candidate) === found.markPosition);
        expect(published?.events).toContainEqual(
          expect.objectContaining({ type: 'MarkPublished', mark, p1: found.p1, p2: found.p2, last: found.last }),
        );
        const sources = JSON.parse(found.sources ?? '') as { price: string }[];
        expect(sources.map(({ price }) => Number(price) * 10)).toEqual([found.index, found.index, found.index]);
        expect(found.path.at(-1)).toEqual({ at: published?.at, mark });
        for (const { at } of found.path) expect(found.at - at).toBeLessThan(3_660_000);
      }
      expect([...kinds].sort()).toEqual(
        ['covered', 'deleveraged', 'finished', 'orders_cancelled', 'reduced', 'started', 'taken_over'].sort(),
      );
    });

    test('orders are pending, then hold, and close with their position', async () => {
      const scenario = perpetuals().given(openBothSides(M, 20), open(BOB, 'long', M - 500, 3));
      const lives = async () => {
        const fresh = await openModel(await harness.create(), 'views');
        await project(fresh, storedOf(scenario.exchange.batches), 3);
        const found: Record<string, number[]> = {};
        for (const status of ['pending', 'holding', 'closed', 'cancelled'] as OrderLife[]) {
          const page = await CONTRACT_ORDERS.page(fresh, BOB, { open: 0, status }, FIRST_PAGE);
          found[status] = page.records.map(({ id }) => id);
        }
        const [order] = (await CONTRACT_ORDERS.page(fresh, BOB, { open: 0, act: 'open' }, FIRST_PAGE)).records;
        await fresh.close();
        return { found, opened: order.openings };
      };
      const first = await lives();
      expect(first.found).toEqual({ pending: [], holding: [2], closed: [], cancelled: [] });
      expect(first.opened).toMatchObject([{ opening: { quantity: 20 }, position: { open: 1, lots: 20 } }]);

      scenario.given(asUser(BOB, cancelAll(PERP)), [close(BOB, 'long', M, 20), close(ALICE, 'short', M, 20)]);
      const last = await lives();
      expect(last.found).toEqual({ pending: [], holding: [], closed: [4, 2], cancelled: [3] });
    });

    test('lists support pages, places, time spans and filters', async () => {
      const { batches } = busyPerpetuals().exchange;
      await project(views, storedOf(batches), 7);
      const all = (await CONTRACT_ORDERS.page(views, BOB, { open: 0 }, FIRST_PAGE)).records;
      expect(all.length).toBeGreaterThan(5);
      const paged = await everyPage(
        (page) => CONTRACT_ORDERS.page(views, BOB, { open: 0 }, { ...page, pageSize: 2 }),
        2,
      );
      expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      const behind = await CONTRACT_ORDERS.page(views, BOB, { open: 0, before: String(all[1].id) }, FIRST_PAGE);
      expect(behind.records.map(({ id }) => id)).toEqual(all.slice(2).map(({ id }) => id));
      const sides = await CONTRACT_ORDERS.page(views, BOB, { open: 0, position: 'short', act: 'open' }, FIRST_PAGE);
      expect(sides.records).toEqual([]);
      const sorted = await CONTRACT_ORDERS.page(views, BOB, { open: 0, sort: 'filled.asc' }, FIRST_PAGE);
      const filled = sorted.records.map(({ filledQuantity }) => filledQuantity);
      expect(filled).toEqual([...filled].sort((one, other) => one - other));

      const fills = (await CONTRACT_FILLS.page(views, BOB, {}, FIRST_PAGE)).records;
      const { at } = fills[3];
      const until = await CONTRACT_FILLS.page(views, BOB, { market: PERP, to: at }, FIRST_PAGE);
      const since = await CONTRACT_FILLS.page(views, BOB, { market: PERP, from: at }, FIRST_PAGE);
      expect([until.total + since.total, since.total]).toEqual([
        fills.length,
        fills.filter((row) => row.at >= at).length,
      ]);
      for (const list of [CONTRACT_FILLS, CONTRACT_POSITIONS, CONTRACT_STOPS, FUNDING_PAYMENTS]) {
        expect((await list.page(views, BOB, { market: 'ETH-USDT-PERP' }, FIRST_PAGE)).total).toBe(0);
        expect((await list.page(views, 10_000_099, {}, FIRST_PAGE)).total).toBe(0);
      }
    });

    test.each([
      ['orders', 97, allLiquidations],
      ['fills', 2, allLiquidations],
      ['closedPositions', 1, allLiquidations],
      ['fundingPayments', 1, busyPerpetuals],
    ] as const)(
      'a file of %s is its list from the oldest row, in parts of %d, up to a position',
      async (list, size, make) => {
        const { batches } = make().exchange;
        await project(views, storedOf(batches));
        const until = positionOf(batches[batches.length - 1]);
        const read = async (limit: number, head = until) => {
          const rows: object[] = [];
          for (;;) {
            const part: object[] = await FILES[list](views, head, rows.at(-1), limit);
            rows.push(...part);
            if (part.length < limit) return rows;
          }
        };
        const whole = await read(10_000);
        expect(whole.length).toBeGreaterThan(0);
        expect(await read(size)).toEqual(whole);
        expect(await read(size, 0)).toEqual([]);
        const newestFirst = await everyPage<object>((page) => PAGES[list](views, page));
        expect(whole.reverse()).toEqual(newestFirst);
      },
    );

    test('writes nothing for other products', async () => {
      await project(views, traders().stored);
      for (const rows of Object.values(await contractRows(views))) expect(rows).toEqual([]);
    });
  });
}

type Last = object | undefined;
const OF_PERP = { market: PERP };
const ENDED = { ...OF_PERP, open: 0 };
const PAGES = {
  orders: (views: ViewsDatabase, page: PageRequest) => CONTRACT_ORDERS.page(views, BOB, ENDED, page),
  fills: (views: ViewsDatabase, page: PageRequest) => CONTRACT_FILLS.page(views, BOB, OF_PERP, page),
  closedPositions: (views: ViewsDatabase, page: PageRequest) => CONTRACT_POSITIONS.page(views, BOB, ENDED, page),
  fundingPayments: (views: ViewsDatabase, page: PageRequest) => FUNDING_PAYMENTS.page(views, BOB, OF_PERP, page),
};
const FILES = {
  orders: (views: ViewsDatabase, head: number, last: Last, limit: number) =>
    CONTRACT_ORDERS.part(views, BOB, ENDED, head, last, limit),
  fills: (views: ViewsDatabase, head: number, last: Last, limit: number) =>
    CONTRACT_FILLS.part(views, BOB, OF_PERP, head, last, limit),
  closedPositions: (views: ViewsDatabase, head: number, last: Last, limit: number) =>
    CONTRACT_POSITIONS.part(views, BOB, ENDED, head, last, limit),
  fundingPayments: (views: ViewsDatabase, head: number, last: Last, limit: number) =>
    FUNDING_PAYMENTS.part(views, BOB, OF_PERP, head, last, limit),
};

const STEP_EVENTS: Record<string, EventType> = {
  started: 'LiquidationStarted',
  orders_cancelled: 'LiquidationOrdersEnded',
  reduced: 'LiquidationReduced',
  taken_over: 'PositionTakenOver',
  covered: 'InsurancePaid',
  deleveraged: 'PositionDeleveraged',
  finished: 'LiquidationFinished',
};

async function everyPage<Row>(
  list: (page: { pageIndex: number; pageSize: number }) => Promise<Page<Row>>,
  pageSize = 200,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let pageIndex = 1; ; pageIndex++) {
    const { records, total } = await list({ pageIndex, pageSize });
    rows.push(...records);
    if (records.length === 0 || rows.length >= total) return rows;
  }
}

async function contractRows(views: ViewsDatabase): Promise<Record<string, string[]>> {
  const all = await dump(views);
  return Object.fromEntries(Object.keys(PERPETUAL_TABLES).map((table) => [table, all[table]]));
}

function storedOf(batches: readonly Batch[]): StoredBatch[] {
  let prev = genesis('perpetuals');
  return batches.map((batch) => {
    const body = encodeBody(batch);
    const { hash } = seal(prev, body);
    const stored = { position: positionOf(batch), batch, body, prev, hash } as unknown as StoredBatch;
    prev = hash;
    return stored;
  });
}
