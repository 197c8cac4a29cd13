/** Generated candles of a past, for every store. */
import { openDatabase, type Database } from '../../../server/platform/database/database';
import type { ExchangeTables, MadeCandleRow } from '../../../server/platform/database/exchange-tables';
import { SyntheticCandles } from '../../../server/platform/synthetic-candles';
import type { StoreHarness } from './harness';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function candle(market: string, spanMs: number, openedAt: number, open = 100): MadeCandleRow {
  const digits = { volume: '90071992547409930', turnover: '12345678901234567890123' };
  return { market, spanMs, openedAt, open, high: open + 5, low: open - 5, close: open + 1, ...digits };
}

export function madeCandlesConformance(name: string, harness: StoreHarness): void {
  describe(`generated candles in ${name}`, () => {
    let database: Database<ExchangeTables>;
    let made: SyntheticCandles;

    beforeAll(async () => {
      database = await openDatabase(await harness.create(), 'exchange');
      made = new SyntheticCandles(database);
    });
    afterAll(() => database.close());

    test('do not exist before they are stored', async () => {
      expect(await made.has('BTC-USDT')).toBe(false);
      expect(await made.between('BTC-USDT', HOUR_MS, 0, DAY_MS, 10)).toEqual([]);
    });

    test("are stored exactly beyond one statement's maximum, and unchanged by repetition", async () => {
      const rows = Array.from({ length: 1_201 }, (_, hour) => candle('BTC-USDT', HOUR_MS, hour * HOUR_MS));
      await made.keep(rows);
      await made.keep([candle('BTC-USDT', HOUR_MS, 0, 999), candle('BTC-USDT', HOUR_MS, 1_201 * HOUR_MS, 7)]);
      expect(await made.has('BTC-USDT')).toBe(true);
      const kept = await made.between('BTC-USDT', HOUR_MS, 0, 2_000 * HOUR_MS, 2_000);
      expect(kept).toEqual([...rows, candle('BTC-USDT', HOUR_MS, 1_201 * HOUR_MS, 7)]);
    });

    test('are found by market, span and time, the newest in order of time', async () => {
      await made.keep([candle('ETH-USDT', HOUR_MS, 3 * HOUR_MS), candle('BTC-USDT', DAY_MS, 0)]);
      const opened = async (from: number, to: number, limit: number) =>
        (await made.between('BTC-USDT', HOUR_MS, from, to, limit)).map(({ openedAt }) => openedAt / HOUR_MS);
      expect(await opened(2 * HOUR_MS, 5 * HOUR_MS, 10)).toEqual([2, 3, 4]);
      expect(await opened(0, 5 * HOUR_MS, 2)).toEqual([3, 4]);
      expect(await opened(5 * HOUR_MS, 5 * HOUR_MS, 2)).toEqual([]);
      expect(await made.between('ETH-USDT', HOUR_MS, 0, DAY_MS, 10)).toHaveLength(1);
      expect(await made.between('BTC-USDT', DAY_MS, 0, DAY_MS, 10)).toHaveLength(1);
    });
  });
}
