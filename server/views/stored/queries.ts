/**
 * What the read models answer. Plain rows of integers; the edge makes decimals of them. Lists are newest first and in an
 * order without ties, so that pages neither repeat nor skip a row that was there when the first page was read.
 */
import type { Expression, ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { AccountKind } from '../../../shared/rules/account-kinds';
import type { EntryLabel } from '../../../shared/rules/entry-kinds';
import type { SortWay } from '../../../shared/wire/fields';
import type { FILL_SORTS, ORDER_SORTS } from '../../../shared/wire/spot';
import type {
  Finality,
  MONEY_SORTS,
  RechargeStatus,
  RECORD_SORTS,
  WithdrawalStatus,
} from '../../../shared/wire/wallet';
import { SECOND_APPROVAL_ABOVE } from '../../core/wallet/withdrawal';
import type { OrderKind, OrderSide } from '../../core/market/order';
import { count, countAll, pageOf, ROWS_MAX, sortedBy, type Page, type PageRequest, type SortColumns } from './paging';
import { CANDLE_SPANS, candleOpenedAt, type CandleInterval } from './spans';
import type {
  AssetRow,
  BalanceRow,
  FillRow,
  LedgerRecordRow,
  MarketRow,
  OrderRow,
  OrderStatus,
  RechargeRow,
  RechargeTermsRow,
  TradeRow,
  TransferRow,
  RecordsTables,
  ViewsTables,
  WithdrawalRow,
} from './tables';
import type { MarkCandleRow } from './perpetual/tables';
import type { RecordsDatabase, ViewsDatabase } from './views-database';

/** Epoch milliseconds: `from` belongs to the range, `to` does not. */
export interface TimeRange {
  from?: number | undefined;
  to?: number | undefined;
}

/** Where a page ends and the next begins: what comes is older. */
export interface FillPlace {
  trade: number;
  order: number;
}

export interface RecordPlace {
  eventPosition: number;
  entryIndex: number;
  account: AccountKind;
}

type OrderSort = (typeof ORDER_SORTS)[number];
type FillSort = (typeof FILL_SORTS)[number];
type RecordSort = (typeof RECORD_SORTS)[number];
type MoneySort = (typeof MONEY_SORTS)[number];

const ORDERS_SORTED: SortColumns<OrderSort> = {
  time: ['placedAt'],
  market: ['market'],
  side: ['side'],
  price: ['market', 'price'],
  filled: ['market', 'filledQuantity'],
};
const FILLS_SORTED: SortColumns<FillSort> = {
  time: ['at'],
  market: ['market'],
  side: ['side'],
  price: ['market', 'price'],
  quantity: ['market', 'quantity'],
};
const RECORDS_SORTED: SortColumns<RecordSort> = {
  time: ['at'],
  kind: ['label'],
  asset: ['asset'],
  available: ['asset', 'availableChange'],
  frozen: ['asset', 'frozenChange'],
  locked: ['asset', 'lockedChange'],
};
const MOVED_SORTED: SortColumns<MoneySort> = { time: ['at'], asset: ['asset'], amount: ['asset', 'amount'] };
const APPLIED_SORTED: SortColumns<MoneySort> = { ...MOVED_SORTED, time: ['appliedAt'] };

export interface OrderFilters extends TimeRange {
  /** An order. */
  before?: number | undefined;
  market?: string | undefined;
  side?: OrderSide | undefined;
  kind?: OrderKind | undefined;
  statuses?: readonly OrderStatus[] | undefined;
  sort?: SortWay<OrderSort> | undefined;
}

export interface FillFilters extends TimeRange {
  before?: FillPlace | undefined;
  sort?: SortWay<FillSort> | undefined;
  market?: string | undefined;
  side?: OrderSide | undefined;
}

export interface LedgerFilters extends TimeRange {
  before?: RecordPlace | undefined;
  sort?: SortWay<RecordSort> | undefined;
  account?: AccountKind | undefined;
  label?: EntryLabel | undefined;
  asset?: string | undefined;
}

/** Of recharges and withdrawals. */
export interface MoneyFilters<Status> {
  asset?: string | undefined;
  statuses?: readonly Status[] | undefined;
  sort?: SortWay<MoneySort> | undefined;
}

export interface StoredOrder extends OrderRow {
  /** Which of the user's robots placed it; null when the user did. */
  robot: number | null;
}

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

type Condition<Table extends keyof ViewsTables> = (eb: ExpressionBuilder<ViewsTables, Table>) => Expression<SqlBool>;

export const CANDLES_MAX = 2_000;

export function openOrders(
  views: ViewsDatabase,
  user: number,
  filters: Pick<OrderFilters, 'market' | 'before' | 'sort'>,
  page: PageRequest,
): Promise<Page<StoredOrder>> {
  return ordersOf(views, user, 1, filters, page);
}

/** Orders that have ended, by the time they were placed. */
export function orderHistory(
  views: ViewsDatabase,
  user: number,
  filters: OrderFilters,
  page: PageRequest,
): Promise<Page<StoredOrder>> {
  return ordersOf(views, user, 0, filters, page);
}

async function ordersOf(
  views: ViewsDatabase,
  user: number,
  open: 0 | 1,
  { market, side, kind, statuses, from, to, before, sort }: OrderFilters,
  page: PageRequest,
): Promise<Page<StoredOrder>> {
  const matching = (eb: ExpressionBuilder<ViewsTables, 'orders'>) => {
    const conditions = [eb('userId', '=', user), eb('open', '=', open)];
    if (market !== undefined) conditions.push(eb('market', '=', market));
    if (side !== undefined) conditions.push(eb('side', '=', side));
    if (kind !== undefined) conditions.push(eb('kind', '=', kind));
    if (statuses !== undefined) conditions.push(eb('status', 'in', [...statuses]));
    if (from !== undefined) conditions.push(eb('placedAt', '>=', from));
    if (to !== undefined) conditions.push(eb('placedAt', '<', to));
    if (before !== undefined) conditions.push(eb('id', '<', before));
    return eb.and(conditions);
  };
  const { records, ...place } = await pageOf(
    page,
    count(views, views.sql.selectFrom('orders').where(matching)),
    sortedBy(views, views.sql.selectFrom('orders').selectAll().where(matching), [['id', 'desc']], ORDERS_SORTED, sort),
  );
  return { ...place, records: await withRobots(views, records) };
}

/** By whom they were placed is a matter of the rows of a page, not of all that have to be looked through. */
export async function withRobots({ sql }: ViewsDatabase, orders: readonly OrderRow[]): Promise<StoredOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const found = await sql.selectFrom('robotOrders').select(['id', 'robot']).where('id', 'in', ids).execute();
  const robots = new Map(found.map(({ id, robot }) => [id, robot]));
  return orders.map((order) => ({ ...order, robot: robots.get(order.id) ?? null }));
}

/** One order with what it traded; null when it does not exist or is another's. */
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

export function fills(
  views: ViewsDatabase,
  user: number,
  { market, side, from, to, before, sort }: FillFilters,
  page: PageRequest,
): Promise<Page<FillRow>> {
  const matching = (eb: ExpressionBuilder<ViewsTables, 'fills'>) => {
    const conditions = [eb('userId', '=', user)];
    if (market !== undefined) conditions.push(eb('market', '=', market));
    if (side !== undefined) conditions.push(eb('side', '=', side));
    if (from !== undefined) conditions.push(eb('at', '>=', from));
    if (to !== undefined) conditions.push(eb('at', '<', to));
    if (before !== undefined) {
      const { trade, order } = before;
      conditions.push(eb('tradeId', '<=', trade));
      conditions.push(eb.or([eb('tradeId', '<', trade), eb('orderId', '<', order)]));
    }
    return eb.and(conditions);
  };
  return pageOf(
    page,
    count(views, views.sql.selectFrom('fills').where(matching)),
    sortedBy(
      views,
      views.sql.selectFrom('fills').selectAll().where(matching),
      [
        ['tradeId', 'desc'],
        ['orderId', 'desc'],
      ],
      FILLS_SORTED,
      sort,
    ),
  );
}

export function ledgerRecords(
  database: RecordsDatabase,
  user: number,
  { account, label, asset, from, to, before, sort }: LedgerFilters,
  page: PageRequest,
): Promise<Page<LedgerRecordRow>> {
  const matching = (eb: ExpressionBuilder<RecordsTables, 'ledgerRecords'>) => {
    const conditions = [eb('userId', '=', user)];
    if (account !== undefined) conditions.push(eb('account', '=', account));
    if (label !== undefined) conditions.push(eb('label', '=', label));
    if (asset !== undefined) conditions.push(eb('asset', '=', asset));
    if (from !== undefined) conditions.push(eb('at', '>=', from));
    if (to !== undefined) conditions.push(eb('at', '<', to));
    if (before !== undefined) conditions.push(olderThan(eb, before));
    return eb.and(conditions);
  };
  return pageOf(
    page,
    count(database, database.sql.selectFrom('ledgerRecords').where(matching)),
    sortedBy(
      database,
      database.sql.selectFrom('ledgerRecords').selectAll().where(matching),
      [
        ['eventPosition', 'desc'],
        ['entryIndex', 'desc'],
        ['account', 'asc'],
      ],
      RECORDS_SORTED,
      sort,
    ),
  );
}

/** In the order of the list: of one entry the records follow each other by account. */
function olderThan(
  eb: ExpressionBuilder<RecordsTables, 'ledgerRecords'>,
  { eventPosition, entryIndex, account }: RecordPlace,
): ExpressionWrapper<RecordsTables, 'ledgerRecords', SqlBool> {
  const ofEvent = eb('eventPosition', '=', eventPosition);
  const later = eb.or([
    eb('eventPosition', '<', eventPosition),
    eb.and([ofEvent, eb('entryIndex', '<', entryIndex)]),
    eb.and([ofEvent, eb('entryIndex', '=', entryIndex), eb('account', '>', account)]),
  ]);
  // Said twice: by the first condition a store begins where the page before ended, and not at the newest record.
  return eb.and([eb('eventPosition', '<=', eventPosition), later]);
}

/** Every asset the user has ever had, by listing; in all accounts or in one. */
export function balances({ sql }: ViewsDatabase, user: number, account?: AccountKind): Promise<BalanceRow[]> {
  const all = sql
    .selectFrom('balances')
    .innerJoin('assets', 'assets.asset', 'balances.asset')
    .selectAll('balances')
    .where('userId', '=', user);
  const asked = account === undefined ? all : all.where('account', '=', account);
  return asked.orderBy('listedPosition').orderBy('account').execute();
}

/** By asset and chain. */
export function rechargeTerms({ sql }: ViewsDatabase): Promise<RechargeTermsRow[]> {
  return sql.selectFrom('rechargeTerms').selectAll().orderBy('asset').orderBy('chain').execute();
}

/** Above which value (USDT units of scale 8) two of staff approve a withdrawal. */
export async function secondApprovalAbove({ sql }: ViewsDatabase): Promise<bigint> {
  const row = await sql.selectFrom('withdrawalReview').select('secondApprovalAbove').executeTakeFirst();
  return row?.secondApprovalAbove ?? SECOND_APPROVAL_ABOVE;
}

export function transfers(
  views: ViewsDatabase,
  user: number,
  {
    asset,
    before,
    sort,
  }: { asset?: string | undefined; before?: number | undefined; sort?: SortWay<MoneySort> | undefined },
  page: PageRequest,
): Promise<Page<TransferRow>> {
  const matching = (eb: ExpressionBuilder<ViewsTables, 'transfers'>) => {
    const conditions = [eb('userId', '=', user)];
    if (asset !== undefined) conditions.push(eb('asset', '=', asset));
    if (before !== undefined) conditions.push(eb('id', '<', before));
    return eb.and(conditions);
  };
  return pageOf(
    page,
    count(views, views.sql.selectFrom('transfers').where(matching)),
    sortedBy(
      views,
      views.sql.selectFrom('transfers').selectAll().where(matching),
      [['id', 'desc']],
      MOVED_SORTED,
      sort,
    ),
  );
}

/**
 * The candles that open from `from` (rounded down to a candle) to before `to`, oldest first, without gaps; the newest
 * `limit` of them. None lie before the market's first trade. `to` should not be later than now: what has not happened yet
 * would be filled as well.
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

/** The same of what was published of a perpetual; none lie before the first publication. */
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

/** When the first and the last of the newest `limit` candles open that open from `from` to before `to`. */
function stretchOf(interval: CandleInterval, from: number, to: number, limit: number) {
  const spanMs = CANDLE_SPANS[interval];
  const last = candleOpenedAt(to - 1, spanMs);
  const oldest = last - (Math.min(limit, CANDLES_MAX) - 1) * spanMs;
  return { spanMs, first: Math.max(candleOpenedAt(from, spanMs), oldest), last };
}

/** The minute in which a market traded first; undefined while it has not. */
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

/** `close` is that of the last candle before `first`, null when nothing was traded yet. */
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

/** In the order in which they were listed. */
export function marketList({ sql }: ViewsDatabase): Promise<MarketRow[]> {
  return sql.selectFrom('markets').selectAll().orderBy('listedPosition').execute();
}

export function assetList({ sql }: ViewsDatabase): Promise<AssetRow[]> {
  return sql.selectFrom('assets').selectAll().orderBy('listedPosition').execute();
}

/** True once something was credited. */
export async function hasRecharge({ sql }: ViewsDatabase, user: number): Promise<boolean> {
  const found = await sql
    .selectFrom('recharges')
    .select('position')
    .where('userId', '=', user)
    .where('status', '=', 'success')
    .executeTakeFirst();
  return found !== undefined;
}

/** By asset and status, where they are asked for. */
export function recharges(
  views: ViewsDatabase,
  user: number,
  page: PageRequest,
  { asset, statuses, finality, sort }: MoneyFilters<RechargeStatus> & { finality?: Finality | undefined } = {},
): Promise<Page<RechargeRow>> {
  const matching: Condition<'recharges'> = (eb) => {
    const conditions = [eb('userId', '=', user)];
    if (asset !== undefined) conditions.push(eb('asset', '=', asset));
    if (statuses !== undefined) conditions.push(eb('status', 'in', [...statuses]));
    if (finality !== undefined) conditions.push(eb('finality', '=', finality));
    return eb.and(conditions);
  };
  return rechargesWhere(views, page, matching, count, sort);
}

/** Of all users, for staff, newest first. */
export function rechargesByStatus(
  views: ViewsDatabase,
  status: RechargeStatus,
  page: PageRequest,
): Promise<Page<RechargeRow>> {
  return rechargesWhere(views, page, (eb) => eb('status', '=', status), countAll);
}

function rechargesWhere(
  views: ViewsDatabase,
  page: PageRequest,
  matching: Condition<'recharges'>,
  counting = count,
  sort?: SortWay<MoneySort>,
): Promise<Page<RechargeRow>> {
  return pageOf(
    page,
    counting(views, views.sql.selectFrom('recharges').where(matching)),
    sortedBy(
      views,
      views.sql.selectFrom('recharges').selectAll().where(matching),
      [['eventPosition', 'desc']],
      MOVED_SORTED,
      sort,
    ),
  );
}

/** By asset and status, where they are asked for. */
export function withdrawals(
  views: ViewsDatabase,
  user: number,
  page: PageRequest,
  { asset, statuses, sort }: MoneyFilters<WithdrawalStatus> = {},
): Promise<Page<WithdrawalRow>> {
  const matching: Condition<'withdrawals'> = (eb) => {
    const conditions = [eb('userId', '=', user)];
    if (asset !== undefined) conditions.push(eb('asset', '=', asset));
    if (statuses !== undefined) conditions.push(eb('status', 'in', [...statuses]));
    return eb.and(conditions);
  };
  return withdrawalsWhere(views, page, matching, count, sort);
}

/** Of all users, for staff: those who wait longest stand on the last page. */
export function withdrawalsByStatus(
  views: ViewsDatabase,
  status: WithdrawalStatus,
  page: PageRequest,
): Promise<Page<WithdrawalRow>> {
  return withdrawalsWhere(views, page, (eb) => eb('status', '=', status), countAll);
}

function withdrawalsWhere(
  views: ViewsDatabase,
  page: PageRequest,
  matching: Condition<'withdrawals'>,
  counting = count,
  sort?: SortWay<MoneySort>,
): Promise<Page<WithdrawalRow>> {
  return pageOf(
    page,
    counting(views, views.sql.selectFrom('withdrawals').where(matching)),
    sortedBy(
      views,
      views.sql.selectFrom('withdrawals').selectAll().where(matching),
      [['id', 'desc']],
      APPLIED_SORTED,
      sort,
    ),
  );
}
