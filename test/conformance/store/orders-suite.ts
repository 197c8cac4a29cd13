/** Read models of orders, trades and markets. */
import type { CoreEvent } from '../../../server/core/event';
import { userAccount, type Entry } from '../../../server/core/ledger/entry';
import { assetList, candles, marketList, orderOf, recentTrades } from '../../../server/views/stored/queries';
import { FILLS, ORDERS } from '../../../server/products/spot/stored/lists';
import { CANDLE_SPANS } from '../../../server/views/stored/rows/spans';
import { openViews, type ViewsDatabase } from '../../../server/views/stored/views-database';
import {
  BASE_PER_LOT,
  MARKET,
  QUOTE_PER_TICK_LOT,
  SampleHistory,
  STARTED_AT,
  sampleHistory,
} from '../../tools/samples/sample-history';
import type { StoreHarness } from './harness';
import { ALICE, AMOUNT_MAX, BOB, FIRST_PAGE, project, traders } from './traders';

const MINUTE = 60_000;

export function ordersConformance(name: string, harness: StoreHarness): void {
  describe(`read models in ${name}`, () => {
    let views: ViewsDatabase;

    beforeEach(async () => {
      views = await openViews(await harness.create());
    });
    afterEach(() => views.close());

    describe('orders', () => {
      let history: SampleHistory;
      beforeEach(() => {
        history = new SampleHistory().listed();
        for (const user of [ALICE, BOB]) history.recharged(user, 'USDT', 10n ** 12n).recharged(user, 'BTC', 10n ** 12n);
      });
      const statusOf = async (user: number, id: number) => {
        const order = await orderOf(views, user, id);
        return order && [order.status, order.open, order.filledQuantity, order.filledQuote, order.reason];
      };

      test('have the status of their events', async () => {
        const untouched = history.rested(ALICE, 'buy', 90, 5, 'mine-1');
        const cancelled = history.rested(ALICE, 'buy', 91, 5);
        const partly = history.rested(ALICE, 'buy', 92, 5);
        const partlyCancelled = history.rested(ALICE, 'buy', 93, 5);
        const frozen = history.rested(ALICE, 'buy', 93, 5);
        const filled = history.rested(ALICE, 'buy', 94, 5);
        history.at += 5;
        const taker = history.took(
          BOB,
          [
            [filled, 5],
            [partlyCancelled, 2],
          ],
          7,
        );
        history.took(BOB, [[frozen, 1]], 1);
        history.took(BOB, [[partly, 1]], 1);
        const cut = history.took(BOB, [[partly, 1]], 4, 'time_in_force');
        history
          .cancelled(cancelled)
          .cancelled(partlyCancelled, 'staff')
          .cancelled(frozen, 'account_frozen')
          .reduced(untouched, 2);
        await project(views, history.stored);
        expect(await statusOf(ALICE, untouched.id)).toEqual(['pending', 1, 0, 0n, null]);
        expect(await statusOf(ALICE, cancelled.id)).toEqual(['cancelled', 0, 0, 0n, 'requested']);
        expect(await statusOf(ALICE, partly.id)).toEqual(['partially_filled', 1, 2, 1_840n, null]);
        expect(await statusOf(ALICE, partlyCancelled.id)).toEqual(['partially_cancelled', 0, 2, 1_860n, 'staff']);
        expect(await statusOf(ALICE, frozen.id)).toEqual(['partially_cancelled', 0, 1, 930n, 'account_frozen']);
        expect(await statusOf(ALICE, filled.id)).toEqual(['filled', 0, 5, 4_700n, null]);
        expect(await statusOf(BOB, taker.id)).toEqual(['filled', 0, 7, 6_560n, null]);
        expect(await statusOf(BOB, cut.id)).toEqual(['expired_in_part', 0, 1, 920n, 'time_in_force']);
        expect(await orderOf(views, ALICE, untouched.id)).toMatchObject({
          clientId: 'mine-1',
          quantity: 3,
          endedAt: null,
        });
        expect(await orderOf(views, ALICE, filled.id)).toMatchObject({ placedAt: STARTED_AT, endedAt: STARTED_AT + 5 });
        expect(await orderOf(views, BOB, filled.id)).toBeNull();
      });

      test("are filled by quote amount when less than a lot's cost is left", async () => {
        const sell = history.rested(ALICE, 'sell', 100, 10);
        history.batch('user/10000002', { type: 'PlaceOrder' }, ...boughtForQuote(sell.id, 2_500n));
        await project(views, history.stored);
        expect(await statusOf(BOB, 900)).toEqual(['filled', 0, 2, 2_000n, 'quote_remainder']);
        expect(await orderOf(views, BOB, 900)).toMatchObject({ quantity: null, quoteAmount: 2_500n, price: null });
      });

      test('a trigger order is pending, and tells when it was triggered', async () => {
        history.batch('user/10000001', { type: 'PlaceOrder' }, waiting(900));
        await project(views, history.stored);
        expect(await orderOf(views, ALICE, 900)).toMatchObject({
          status: 'pending',
          triggerPrice: 120,
          triggeredAt: null,
        });
        history.at += 9;
        const reached: CoreEvent = {
          type: 'OrderTriggered',
          order: 900,
          user: ALICE,
          market: MARKET,
          disposition: 'rests',
        };
        history.batch('system', { type: 'TriggerOrder' }, reached);
        await project(views, history.stored.slice(-1));
        expect(await orderOf(views, ALICE, 900)).toMatchObject({
          status: 'pending',
          open: 1,
          triggeredAt: STARTED_AT + 9,
        });
      });

      test('are listed newest first, page by page, each once', async () => {
        const placed = Array.from({ length: 25 }, (_, index) => history.rested(ALICE, 'buy', 10 + index, 1));
        placed.filter((_, index) => index % 5 === 0).forEach((order) => history.cancelled(order));
        await project(views, history.stored);
        const ids: number[] = [];
        for (const pageIndex of [1, 2, 3]) {
          const page = await ORDERS.page(views, ALICE, { open: 1, market: MARKET }, { pageIndex, pageSize: 8 });
          expect(page).toMatchObject({ total: 20, pageIndex, pageSize: 8 });
          ids.push(...page.records.map(({ id }) => id));
        }
        expect(ids).toEqual([...new Set(ids)].sort((left, right) => right - left));
        expect(ids).toHaveLength(20);
        expect((await ORDERS.page(views, ALICE, { open: 1, market: 'ETH-USDT' }, FIRST_PAGE)).total).toBe(0);
        const filters = { open: 0, market: MARKET, side: 'buy', kind: 'limit', status: ['cancelled'] } as const;
        expect((await ORDERS.page(views, ALICE, filters, FIRST_PAGE)).total).toBe(5);
        expect((await ORDERS.page(views, ALICE, { open: 0, side: 'sell' }, FIRST_PAGE)).records).toEqual([]);
        expect((await ORDERS.page(views, BOB, { open: 0 }, FIRST_PAGE)).total).toBe(0);
      });

      test('sort over all pages, within each market where figures are not comparable', async () => {
        const prices = [30, 10, 20, 10];
        const [thirty, ten, twenty, tenAgain] = prices.map((price) => {
          history.at += 1;
          return history.rested(ALICE, 'buy', price, 1).id;
        });
        await project(views, history.stored);
        const idsBy = async (sort: 'price.asc' | 'price.desc' | 'time.asc' | 'side.desc') => {
          const pages = [1, 2, 3].map((pageIndex) =>
            ORDERS.page(views, ALICE, { open: 1, sort }, { pageIndex, pageSize: 2 }),
          );
          return (await Promise.all(pages)).flatMap(({ records }) => records.map(({ id }) => id));
        };
        expect(await idsBy('price.asc')).toEqual([tenAgain, ten, twenty, thirty]);
        expect(await idsBy('price.desc')).toEqual([thirty, twenty, tenAgain, ten]);
        expect(await idsBy('time.asc')).toEqual([thirty, ten, twenty, tenAgain]);
        // All equal: newest first by default.
        expect(await idsBy('side.desc')).toEqual([tenAgain, twenty, ten, thirty]);
      });

      test('and fills list each row once, in any sort order', async () => {
        for (const price of [30, 10, 20, 10]) {
          history.at += 1;
          history.took(BOB, [[history.rested(ALICE, 'buy', price, 2), 1]], 1);
        }
        await project(views, history.stored);
        const pricesBy = async (sort: 'price.asc' | 'price.desc' | 'time.asc') => {
          const pages = [1, 2].map((pageIndex) => FILLS.page(views, ALICE, { sort }, { pageIndex, pageSize: 3 }));
          return (await Promise.all(pages)).flatMap(({ records }) =>
            records.map(({ price, tradeId }) => [price, tradeId]),
          );
        };
        const [first, second, third, fourth] = [
          [30, 1],
          [10, 2],
          [20, 3],
          [10, 4],
        ];
        expect(await pricesBy('price.asc')).toEqual([fourth, second, third, first]);
        expect(await pricesBy('price.desc')).toEqual([first, third, fourth, second]);
        expect(await pricesBy('time.asc')).toEqual([first, second, third, fourth]);
      });

      test('show their trades, from both sides', async () => {
        const sell = history.rested(ALICE, 'sell', 100, 10);
        const buy = history.took(BOB, [[sell, 4]], 4);
        history.at += 10;
        history.took(BOB, [[sell, 6]], 6);
        await project(views, history.stored);
        const shared = { market: MARKET, price: 100, quantity: 4, notional: 4_000n, tradeId: 1, at: STARTED_AT };
        expect((await orderOf(views, BOB, buy.id))?.fills).toEqual([
          expect.objectContaining({ ...shared, userId: BOB, side: 'buy', role: 'taker', fee: 4n, feeAsset: 'BTC' }),
        ]);
        expect((await orderOf(views, ALICE, sell.id))?.fills).toHaveLength(2);
        const alices = await FILLS.page(views, ALICE, { side: 'sell', to: STARTED_AT + 10 }, FIRST_PAGE);
        expect(alices.records).toEqual([
          expect.objectContaining({ ...shared, userId: ALICE, side: 'sell', role: 'maker', fee: 4n, feeAsset: 'USDT' }),
        ]);
        expect((await recentTrades(views, MARKET, 1)).map(({ id }) => id)).toEqual([2]);
        expect(await recentTrades(views, MARKET, 50)).toHaveLength(2);
      });
    });

    describe('candles', () => {
      test('fill times without trades with the last close', async () => {
        const history = traders();
        const trade = (price: number, lots: number) =>
          history.took(BOB, [[history.rested(ALICE, 'sell', price, lots), lots]], lots);
        trade(100, 3);
        trade(90, 1);
        trade(95, 2);
        history.at += 4 * MINUTE;
        trade(120, 5);
        await project(views, history.stored, 2);
        const from = STARTED_AT - 2 * MINUTE;
        const filled = await candles(views, MARKET, '1m', from, STARTED_AT + 6 * MINUTE, 100);
        const quiet = { open: 95, high: 95, low: 95, close: 95, volume: 0n, turnover: 0n, trades: 0 };
        const loud = { open: 120, high: 120, low: 120, close: 120, volume: 5n, turnover: 6_000n, trades: 1 };
        expect(filled).toEqual([
          { openedAt: STARTED_AT, open: 100, high: 100, low: 90, close: 95, volume: 6n, turnover: 5_800n, trades: 3 },
          ...[1, 2, 3].map((minute) => ({ openedAt: STARTED_AT + minute * MINUTE, ...quiet })),
          { openedAt: STARTED_AT + 4 * MINUTE, ...loud },
          { openedAt: STARTED_AT + 5 * MINUTE, ...loud, volume: 0n, turnover: 0n, trades: 0 },
        ]);
        // A window without trades, and one limited to its newest candles.
        const window = await candles(views, MARKET, '1m', STARTED_AT + 2 * MINUTE, STARTED_AT + 4 * MINUTE, 100);
        expect(window).toEqual(filled.slice(2, 4));
        expect(await candles(views, MARKET, '1m', from, STARTED_AT + 6 * MINUTE, 2)).toEqual(filled.slice(-2));
        expect(await candles(views, 'ETH-USDT', '1m', from, STARTED_AT, 10)).toEqual([]);
        expect(await candles(views, MARKET, '1m', from, STARTED_AT, 10)).toEqual([]);
      });

      test('agree across all spans; weeks begin on Monday', async () => {
        const history = sampleHistory(300, { seed: 9, users: 4, pauseMsMax: 40 * MINUTE });
        await project(views, history.stored, 25);
        const stored = await views.sql.selectFrom('candles').selectAll().orderBy('openedAt').execute();
        const sums = Object.values(CANDLE_SPANS).map((spanMs) => {
          const ofSpan = stored.filter((candle) => candle.spanMs === spanMs);
          return {
            volume: ofSpan.reduce((sum, { volume }) => sum + volume, 0n),
            turnover: ofSpan.reduce((sum, { turnover }) => sum + turnover, 0n),
            high: Math.max(...ofSpan.map(({ high }) => high)),
            close: ofSpan.at(-1)?.close,
          };
        });
        expect(new Set(sums.map((sum) => JSON.stringify(sum, (_, value: unknown) => String(value)))).size).toBe(1);
        const weeks = stored.filter(({ spanMs }) => spanMs === CANDLE_SPANS['1w']);
        expect(weeks.length).toBeGreaterThan(0);
        for (const { openedAt } of weeks) expect(new Date(openedAt).toUTCString()).toMatch(/^Mon, .* 00:00:00 GMT$/);
      });

      test('keep a turnover beyond 64 bits', async () => {
        const history = traders();
        for (const trade of [1, 2, 3]) history.batch('system', { type: 'PlaceOrder' }, ...hugeTrade(trade));
        await project(views, history.stored);
        const [candle] = await candles(views, MARKET, '1d', STARTED_AT, STARTED_AT + 1, 1);
        expect(candle).toMatchObject({ turnover: 3n * AMOUNT_MAX });
        expect(await orderOf(views, ALICE, 801)).toMatchObject({ filledQuote: 3n * AMOUNT_MAX });
      });
    });

    test('lists assets and markets in order, with state and last price', async () => {
      const history = traders();
      history.took(BOB, [[history.rested(ALICE, 'sell', 123, 1), 1]], 1);
      await project(views, history.stored);
      expect((await assetList(views)).map(({ asset, scale }) => [asset, scale])).toEqual([
        ['USDT', 8],
        ['BTC', 8],
      ]);
      expect(await marketList(views)).toEqual([
        expect.objectContaining({
          market: MARKET,
          state: 'open',
          lastPrice: 123,
          makerFeesPpb: '[1000000]',
          notionalMin: 0n,
        }),
      ]);
    });
  });
}

/** Order 900: Bob spends 2,500 units at price 100, where a lot costs 1,000; 500 remain. */
function boughtForQuote(maker: number, quoteAmount: bigint): CoreEvent[] {
  const shared = { order: 900, user: BOB, market: MARKET, side: 'buy' } as const;
  return [
    {
      ...shared,
      type: 'OrderPlaced',
      kind: 'market',
      timeInForce: 'ioc',
      selfTrade: 'cancel_taker',
      quoteAmount,
      disposition: 'takes',
      entries: [move('hold_buy_coin', BOB, BOB, 'USDT', quoteAmount, 'available', 'frozen')],
    },
    traded(501, 100, 2, maker, 900, 2n * 100n * QUOTE_PER_TICK_LOT),
    {
      ...shared,
      type: 'OrderCancelled',
      price: 0,
      open: 0,
      rested: 0,
      reason: 'quote_remainder',
      entries: [move('cancel_buy_coin', BOB, BOB, 'USDT', 500n, 'frozen', 'available')],
    },
  ];
}

function waiting(order: number): CoreEvent {
  return {
    type: 'OrderPlaced',
    order,
    user: ALICE,
    market: MARKET,
    side: 'sell',
    kind: 'stop_limit',
    timeInForce: 'gtc',
    selfTrade: 'cancel_taker',
    price: 110,
    quantity: 5,
    trigger: 120,
    disposition: 'waits',
    entries: [move('hold_sell_coin', ALICE, ALICE, 'BTC', 5n * BASE_PER_LOT, 'available', 'frozen')],
  };
}

/** A trade of the largest entry amount; trade 1 also creates the orders. Net balances stay unchanged. */
function hugeTrade(trade: number): CoreEvent[] {
  const orders: CoreEvent[] = [
    { order: 801, user: ALICE, side: 'sell' },
    { order: 802, user: BOB, side: 'buy' },
  ].map(({ order, user, side }) => ({
    type: 'OrderPlaced',
    order,
    user,
    market: MARKET,
    side: side as 'buy' | 'sell',
    kind: 'limit',
    timeInForce: 'gtc',
    selfTrade: 'cancel_taker',
    price: 100,
    quantity: 1_000,
    disposition: 'rests',
    entries: [],
  }));
  const back = move('cancel_buy_coin', ALICE, BOB, 'USDT', AMOUNT_MAX, 'available', 'frozen');
  const executed = traded(700 + trade, 100, 1, 801, 802, AMOUNT_MAX) as Extract<CoreEvent, { type: 'TradeExecuted' }>;
  return [...(trade === 1 ? orders : []), { ...executed, entries: [back, ...executed.entries] }];
}

function traded(
  trade: number,
  price: number,
  quantity: number,
  makerOrder: number,
  takerOrder: number,
  notional: bigint,
): CoreEvent {
  return {
    type: 'TradeExecuted',
    trade,
    market: MARKET,
    price,
    quantity,
    notional,
    takerSide: 'buy',
    makerOrder,
    takerOrder,
    maker: ALICE,
    taker: BOB,
    makerFee: 0n,
    takerFee: 0n,
    entries: [
      move('trade_base', ALICE, BOB, 'BTC', BigInt(quantity) * BASE_PER_LOT, 'frozen', 'available'),
      move('trade_quote', BOB, ALICE, 'USDT', notional, 'frozen', 'available'),
    ],
  };
}

type Bucket = Parameters<typeof userAccount>[3];

function move(
  kind: Entry['kind'],
  from: number,
  to: number,
  asset: string,
  amount: bigint,
  fromBucket: Bucket,
  toBucket: Bucket,
): Entry {
  const debit = userAccount(from, 'spot', asset, fromBucket);
  return { kind, debit, credit: userAccount(to, 'spot', asset, toBucket), amount, hold: 999 };
}
