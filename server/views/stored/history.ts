/** History that live views need after a restart, read from the stored read models while nothing writes them. */
import type { HistoryReader, StoredAt, StoredCandle, StoredMarkCandle, StoredTrade } from '../live/history-port';
import { readCheckpoint } from './projecting/checkpoint';
import { CANDLE_SPANS, type CandleInterval } from './rows/spans';
import type { CandleRow } from './tables';
import type { ViewsDatabase } from './views-database';

const INTERVALS = Object.keys(CANDLE_SPANS) as CandleInterval[];

/** Tables that history is read from. */
export const HISTORY_TABLES: ReadonlySet<string> = new Set(['candles', 'mark_candles', 'markets', 'trades']);

/** Call before the projector starts: rows and checkpoint are read in separate queries. */
export function storedHistory(views: ViewsDatabase): HistoryReader {
  return {
    newestCandles: () => at(views, (market) => newestCandles(views, market)),
    newestMarkCandles: () => at(views, (market) => newestMarkCandles(views, market)),
    minuteCandles: (from) => at(views, (market) => minuteCandles(views, market, from)),
    newestTrades: (perMarket) => at(views, (market) => newestTrades(views, market, perMarket)),
  };
}

async function at<Row>(views: ViewsDatabase, rowsOf: (market: string) => Promise<Row[]>): Promise<StoredAt<Row>> {
  const { position } = await readCheckpoint(views);
  const markets = await views.sql.selectFrom('markets').select('market').orderBy('listedPosition').execute();
  const rows: Row[] = [];
  for (const { market } of markets) rows.push(...(await rowsOf(market)));
  return { position, rows };
}

async function newestCandles({ sql }: ViewsDatabase, market: string): Promise<StoredCandle[]> {
  const candles: StoredCandle[] = [];
  for (const interval of INTERVALS) {
    const row = await sql
      .selectFrom('candles')
      .selectAll()
      .where('market', '=', market)
      .where('spanMs', '=', CANDLE_SPANS[interval])
      .orderBy('openedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row) candles.push(candleOf(row, interval));
  }
  return candles;
}

async function newestMarkCandles({ sql }: ViewsDatabase, market: string): Promise<StoredMarkCandle[]> {
  const candles: StoredMarkCandle[] = [];
  for (const interval of INTERVALS) {
    for (const kind of ['mark', 'index'] as const) {
      const row = await sql
        .selectFrom('markCandles')
        .select(['openedAt as start', 'open', 'high', 'low', 'close'])
        .where('market', '=', market)
        .where('kind', '=', kind)
        .where('spanMs', '=', CANDLE_SPANS[interval])
        .orderBy('openedAt', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (row) candles.push({ market, interval, kind, ...row });
    }
  }
  return candles;
}

async function minuteCandles({ sql }: ViewsDatabase, market: string, from: number): Promise<StoredCandle[]> {
  const minutes = sql
    .selectFrom('candles')
    .selectAll()
    .where('market', '=', market)
    .where('spanMs', '=', CANDLE_SPANS['1m']);
  const before = await minutes.where('openedAt', '<', from).orderBy('openedAt', 'desc').limit(1).execute();
  const since = await minutes.where('openedAt', '>=', from).orderBy('openedAt').execute();
  return [...before, ...since].map((row) => candleOf(row, '1m'));
}

async function newestTrades({ sql }: ViewsDatabase, market: string, limit: number): Promise<StoredTrade[]> {
  const rows = await sql
    .selectFrom('trades')
    .selectAll()
    .where('market', '=', market)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(({ id, price, quantity, takerSide, at: time }) => {
    return { market, trade: id, price, quantity, takerSide, at: time };
  });
}

function candleOf(
  { market, openedAt, open, high, low, close, volume, turnover }: CandleRow,
  interval: CandleInterval,
): StoredCandle {
  return { market, interval, start: openedAt, open, high, low, close, base: volume, quote: turnover };
}
