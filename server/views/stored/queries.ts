/** Queries for single rows, candles and lists of the read models, as integers; the API converts them to decimals. */
import type { AccountKind } from '../../../shared/rules/account-kinds';
import { SECOND_APPROVAL_ABOVE } from '../../products/wallet/core/withdrawal';
import { ROWS_MAX } from './rows/list';
import type { MarkCandleRow } from '../../products/perpetual/stored/tables';
import { CANDLE_SPANS, candleOpenedAt, type CandleInterval } from './rows/spans';
import { withRobots, type StoredOrder } from '../../products/spot/stored/lists';
import type { AssetRow, BalanceRow, FillRow, MarketRow, OrderRow, RechargeTermsRow, TradeRow } from './tables';
import type { ViewsDatabase } from './views-database';

export interface OrderWithFills extends StoredOrder {
  /** Oldest first. */
  fills: FillRow[];
}

/** A candle of the chart: in a span without trades all four prices are the last close and the volume is 0. */
export interface Candle {
  openedAt: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Lots. */
  volume: bigint;
  /** Units of the quote asset. */
  turnover: bigint;
  trades: number;
}

export const CANDLES_MAX = 2_000;

/** One order with its fills; null if it does not exist or belongs to another user. */
export function orderById({ sql }: ViewsDatabase, id: number): Promise<OrderRow | undefined> {
  return sql.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function orderOf(views: ViewsDatabase, user: number, id: number): Promise<OrderWithFills | null> {
  const { sql } = views;
  const found = await sql.selectFrom('orders').selectAll().where('id', '=', id).where('userId', '=', user).execute();
  const [order] = await withRobots(views, found);
  if (!order) return null;
  const fills = await sql.selectFrom('fills').selectAll().where('orderId', '=', id).orderBy('tradeId').execute();
  return { ...order, fills };
}

/** Every asset that the user ever had, by listing; in all accounts or in one. */
export function balances({ sql }: ViewsDatabase, user: number, account?: AccountKind): Promise<BalanceRow[]> {
  const userBalances = sql
    .selectFrom('balances')
    .innerJoin('assets', 'assets.asset', 'balances.asset')
    .selectAll('balances')
    .where('userId', '=', user);
  const filtered = account === undefined ? userBalances : userBalances.where('account', '=', account);
  return filtered.orderBy('listedPosition').orderBy('account').execute();
}

/** By asset and chain. */
export function rechargeTerms({ sql }: ViewsDatabase): Promise<RechargeTermsRow[]> {
  return sql.selectFrom('rechargeTerms').selectAll().orderBy('asset').orderBy('chain').execute();
}

/** Value (USDT units of scale 8) above which a withdrawal needs two approvals. */
export async function secondApprovalAbove({ sql }: ViewsDatabase): Promise<bigint> {
  const row = await sql.selectFrom('withdrawalReview').select('secondApprovalAbove').executeTakeFirst();
  return row?.secondApprovalAbove ?? SECOND_APPROVAL_ABOVE;
}

/**
 * Candles that open from `from` (rounded down to a candle) to before `to`, oldest first, without gaps; the newest `limit` of them. None lie
 * before the market's first trade. `to` should not be later than now, since future candles would be filled as well.
 */
export async function candles(
  { sql }: ViewsDatabase,
  market: string,
  interval: CandleInterval,
  from: number,
  to: number,
  limit: number,
): Promise<Candle[]> {
  const { spanMs, first, last } = stretchOf(interval, from, to, limit);
  if (first > last) return [];
  const ofMarket = sql
    .selectFrom('candles')
    .select(['openedAt', 'open', 'high', 'low', 'close', 'volume', 'turnover', 'trades'])
    .where('market', '=', market)
    .where('spanMs', '=', spanMs);
  const before = await ofMarket.where('openedAt', '<', first).orderBy('openedAt', 'desc').limit(1).executeTakeFirst();
  const stored = await ofMarket
    .where('openedAt', '>=', first)
    .where('openedAt', '<=', last)
    .orderBy('openedAt')
    .execute();
  return withoutGaps(stored, before?.close ?? null, first, last, spanMs);
}

/** The same for published prices of a perpetual; none lie before the first publication. */
export async function markCandles(
  { sql }: ViewsDatabase,
  market: string,
  kind: MarkCandleRow['kind'],
  interval: CandleInterval,
  from: number,
  to: number,
  limit: number,
): Promise<Candle[]> {
  const { spanMs, first, last } = stretchOf(interval, from, to, limit);
  if (first > last) return [];
  const published = sql
    .selectFrom('markCandles')
    .select(['openedAt', 'open', 'high', 'low', 'close'])
    .where('market', '=', market)
    .where('kind', '=', kind)
    .where('spanMs', '=', spanMs);
  const before = await published.where('openedAt', '<', first).orderBy('openedAt', 'desc').limit(1).executeTakeFirst();
  const rows = await published
    .where('openedAt', '>=', first)
    .where('openedAt', '<=', last)
    .orderBy('openedAt')
    .execute();
  const stored = rows.map((row) => ({ ...row, volume: 0n, turnover: 0n, trades: 0 }));
  return withoutGaps(stored, before?.close ?? null, first, last, spanMs);
}

/** Opening times of the first and last of the newest `limit` candles that open from `from` to before `to`. */
function stretchOf(interval: CandleInterval, from: number, to: number, limit: number) {
  const spanMs = CANDLE_SPANS[interval];
  const last = candleOpenedAt(to - 1, spanMs);
  const oldestOpenedAt = last - (Math.min(limit, CANDLES_MAX) - 1) * spanMs;
  return { spanMs, first: Math.max(candleOpenedAt(from, spanMs), oldestOpenedAt), last };
}

/** The minute of a market's first trade; undefined before it. */
export function firstCandle({ sql }: ViewsDatabase, market: string): Promise<Candle | undefined> {
  return sql
    .selectFrom('candles')
    .select(['openedAt', 'open', 'high', 'low', 'close', 'volume', 'turnover', 'trades'])
    .where('market', '=', market)
    .where('spanMs', '=', CANDLE_SPANS['1m'])
    .orderBy('openedAt')
    .limit(1)
    .executeTakeFirst();
}

/** `close`: the last close before `first`, null before the first trade. */
function withoutGaps(stored: Candle[], close: number | null, first: number, last: number, spanMs: number): Candle[] {
  const filled: Candle[] = [];
  let next = 0;
  for (let openedAt = first; openedAt <= last; openedAt += spanMs) {
    const candle = stored[next];
    if (candle?.openedAt === openedAt) {
      filled.push(candle);
      close = candle.close;
      next++;
    } else if (close !== null) {
      filled.push({ openedAt, open: close, high: close, low: close, close, volume: 0n, turnover: 0n, trades: 0 });
    }
  }
  return filled;
}

/** Newest first. */
export function recentTrades({ sql }: ViewsDatabase, market: string, limit: number): Promise<TradeRow[]> {
  return sql
    .selectFrom('trades')
    .selectAll()
    .where('market', '=', market)
    .orderBy('id', 'desc')
    .limit(Math.min(limit, ROWS_MAX))
    .execute();
}

/** In order of listing. */
export function marketList({ sql }: ViewsDatabase): Promise<MarketRow[]> {
  return sql.selectFrom('markets').selectAll().orderBy('listedPosition').execute();
}

export function assetList({ sql }: ViewsDatabase): Promise<AssetRow[]> {
  return sql.selectFrom('assets').selectAll().orderBy('listedPosition').execute();
}

/** True if the user was ever credited. */
export async function hasRecharge({ sql }: ViewsDatabase, user: number): Promise<boolean> {
  const found = await sql
    .selectFrom('recharges')
    .select('position')
    .where('userId', '=', user)
    .where('status', '=', 'success')
    .executeTakeFirst();
  return found !== undefined;
}
