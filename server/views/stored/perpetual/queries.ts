/** What is told of perpetual contracts that are over, and of what is public: newest first, in an order without ties. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { firstReached, type GuardKind } from '../../../../shared/rules/perpetual/guards';
import type { SortWay } from '../../../../shared/wire/fields';
import type { CONTRACT_ORDER_SORTS } from '../../../../shared/wire/contract';
import type { PositionSide } from '../../../core/market/order';
import { count, pageOf, sortedBy, type Page, type PageRequest, type SortColumns } from '../paging';
import { behind, placed, spanOf, type ExportFilters, type ExportPlace, type ListFilters } from '../parts';
import type { ViewsTables } from '../tables';
import type { ViewsDatabase } from '../views-database';
import type {
  ContractDayRow,
  ContractFillRow,
  ContractOpeningRow,
  ContractOrderRow,
  ContractPositionRow,
  ContractStopRow,
  FundingPaymentRow,
  FundingRateRow,
  InsuranceEntryRow,
  LiquidationRow,
  LiquidationStepRow,
} from './tables';

export type OrderLife = 'pending' | 'holding' | 'closed' | 'cancelled';

export interface ContractOrderFilters extends ListFilters {
  /** An order. */
  before?: number | undefined;
  position?: PositionSide | undefined;
  act?: 'open' | 'close' | undefined;
  status?: OrderLife | undefined;
  sort?: SortWay<(typeof CONTRACT_ORDER_SORTS)[number]> | undefined;
}

/** Triggers, in ticks, of what guards a position now; of one that is closed, of what did last. */
export interface Guards {
  takeProfit: number | null;
  stopLoss: number | null;
}

/** An order with the positions that it made larger, and by how much, and what guards the position of its last fill. */
export interface OrderWithPositions extends ContractOrderRow {
  opened: { opening: ContractOpeningRow; position: ContractPositionRow }[];
  guards: Guards;
}

/** A liquidation with what led to it. */
export interface LiquidationWithSteps extends LiquidationRow {
  /** In order. */
  steps: LiquidationStepRow[];
  /** Marks of the hour before, oldest first. */
  path: { at: number; mark: number }[];
}

const HOUR_MS = 3_600_000;

const ORDERS_SORTED: SortColumns<(typeof CONTRACT_ORDER_SORTS)[number]> = {
  time: ['placedAt'],
  market: ['market'],
  side: ['side'],
  price: ['market', 'price'],
  filled: ['market', 'filledQuantity'],
};

export function contractOrderById({ sql }: ViewsDatabase, id: number): Promise<ContractOrderRow | undefined> {
  return sql.selectFrom('contractOrders').selectAll().where('id', '=', id).executeTakeFirst();
}

export function stopById({ sql }: ViewsDatabase, id: number): Promise<ContractStopRow | undefined> {
  return sql.selectFrom('contractStops').selectAll().where('id', '=', id).executeTakeFirst();
}

export function openContractOrders(
  views: ViewsDatabase,
  user: number,
  filters: Pick<ContractOrderFilters, 'market' | 'before' | 'sort'>,
  page: PageRequest,
): Promise<Page<OrderWithPositions>> {
  return ordersOf(views, user, 1, filters, page);
}

/** Orders that have ended, by the time they were placed. */
export function contractOrderHistory(
  views: ViewsDatabase,
  user: number,
  filters: ContractOrderFilters,
  page: PageRequest,
): Promise<Page<OrderWithPositions>> {
  return ordersOf(views, user, 0, filters, page);
}

async function ordersOf(
  views: ViewsDatabase,
  user: number,
  open: 0 | 1,
  { market, position, act, status, from, to, before, sort }: ContractOrderFilters,
  page: PageRequest,
): Promise<Page<OrderWithPositions>> {
  const matching = (eb: ExpressionBuilder<ViewsTables, 'contractOrders'>) => {
    const conditions: Expression<SqlBool>[] = [eb('userId', '=', user), eb('open', '=', open)];
    if (market !== undefined) conditions.push(eb('market', '=', market));
    if (position !== undefined) conditions.push(eb('positionSide', '=', position));
    if (act !== undefined) conditions.push(eb('act', '=', act));
    if (status !== undefined) conditions.push(lives(eb, status));
    if (from !== undefined) conditions.push(eb('placedAt', '>=', from));
    if (to !== undefined) conditions.push(eb('placedAt', '<', to));
    if (before !== undefined) conditions.push(eb('id', '<', before));
    return eb.and(conditions);
  };
  const { records, ...rest } = await pageOf(
    page,
    count(views, views.sql.selectFrom('contractOrders').where(matching)),
    sortedBy<ContractOrderRow, (typeof CONTRACT_ORDER_SORTS)[number]>(
      views,
      views.sql.selectFrom('contractOrders').selectAll().where(matching),
      [['id', 'desc']],
      ORDERS_SORTED,
      sort,
    ),
  );
  return { records: await withPositions(views, records), ...rest };
}

/** What has become of an order: nothing of it was filled, what it opened stands, or neither. */
function lives(eb: ExpressionBuilder<ViewsTables, 'contractOrders'>, status: OrderLife): Expression<SqlBool> {
  if (status === 'pending') return eb('open', '=', 1);
  if (status === 'cancelled') return eb.and([eb('open', '=', 0), eb('filledQuantity', '=', 0)]);
  const stands = eb.exists(
    eb
      .selectFrom('contractOpenings')
      .innerJoin('contractPositions', 'contractPositions.id', 'contractOpenings.contract')
      .select('contractPositions.id')
      .whereRef('contractOpenings.orderId', '=', 'contractOrders.id')
      .where('contractPositions.open', '=', 1),
  );
  const isFilled = [eb('open', '=', 0), eb('filledQuantity', '>', 0)];
  return eb.and([...isFilled, status === 'holding' ? stands : eb.not(stands)]);
}

async function withPositions(views: ViewsDatabase, rows: ContractOrderRow[]): Promise<OrderWithPositions[]> {
  const { sql } = views;
  const guards = await guardsOf(
    views,
    rows.flatMap(({ contract }) => contract ?? []),
  );
  const guarded = rows.map((row) => ({ ...row, guards: guards.get(row.contract ?? 0) ?? UNGUARDED }));
  const opening = rows.filter(({ filledQuantity, closedQuantity }) => filledQuantity > closedQuantity);
  if (opening.length === 0) return guarded.map((row) => ({ ...row, opened: [] }));
  const ids = opening.map(({ id }) => id);
  const openings = await sql
    .selectFrom('contractOpenings')
    .selectAll()
    .where('orderId', 'in', ids)
    .orderBy('contract')
    .execute();
  const contracts = [...new Set(openings.map(({ contract }) => contract))];
  const positions = await sql.selectFrom('contractPositions').selectAll().where('id', 'in', contracts).execute();
  const byId = new Map(positions.map((position) => [position.id, position]));
  return guarded.map((row) => ({
    ...row,
    opened: openings.flatMap((made) => {
      const position = made.orderId === row.id ? byId.get(made.contract) : undefined;
      return position ? [{ opening: made, position }] : [];
    }),
  }));
}

const UNGUARDED: Guards = { takeProfit: null, stopLoss: null };

/** By position. A trailing stop has no price of its own to tell. */
async function guardsOf({ sql }: ViewsDatabase, contracts: readonly number[]): Promise<Map<number, Guards>> {
  if (contracts.length === 0) return new Map();
  const stops = await sql
    .selectFrom('contractStops as stop')
    .innerJoin('contractPositions as guarded', 'guarded.id', 'stop.contract')
    .select([
      'stop.contract',
      'stop.positionSide',
      'stop.kind',
      'stop.triggerPrice',
      'stop.endedAt',
      'guarded.closedAt',
    ])
    .where('stop.contract', 'in', [...new Set(contracts)])
    .where('stop.kind', 'in', ['take_profit', 'stop_loss'])
    .where((eb) =>
      eb.or([
        eb('stop.open', '=', 1),
        eb.and([
          eb('guarded.open', '=', 0),
          eb.or([
            eb('stop.endedAt', '>=', eb.ref('guarded.closedAt')),
            eb(
              'stop.endedAt',
              '=',
              eb
                .selectFrom('contractStops as other')
                .select(({ fn }) => fn.max('other.endedAt').as('last'))
                .whereRef('other.contract', '=', 'stop.contract')
                .whereRef('other.kind', '=', 'stop.kind'),
            ),
          ]),
        ]),
      ]),
    )
    .execute();
  const guards = new Map<number, Guards>();
  for (const contract of new Set(stops.map((stop) => stop.contract))) {
    const guard = (kind: GuardKind): number | null => {
      const all = stops.filter((stop) => stop.contract === contract && stop.kind === kind);
      // Those that waited until the position was closed go before one that had ended earlier.
      const last = all.filter(({ endedAt, closedAt }) => endedAt === null || endedAt >= (closedAt ?? 0));
      const [{ positionSide } = { positionSide: 'long' as const }] = all;
      return firstReached(
        positionSide,
        kind,
        (last.length > 0 ? last : all).map(({ triggerPrice }) => triggerPrice),
      );
    };
    guards.set(contract, { takeProfit: guard('take_profit'), stopLoss: guard('stop_loss') });
  }
  return guards;
}

export function contractFills(
  views: ViewsDatabase,
  user: number,
  filters: ListFilters,
  page: PageRequest,
): Promise<Page<ContractFillRow>> {
  const matching = (eb: ExpressionBuilder<ViewsTables, 'contractFills'>) =>
    eb.and([eb('userId', '=', user), ...spanOf(eb, filters, 'at')]);
  const found = views.sql.selectFrom('contractFills').where(matching);
  return pageOf(page, count(views, found), found.selectAll().orderBy('tradeId', 'desc').orderBy('orderId', 'desc'));
}

/** Positions that were closed, the last one first. */
export function closedPositions(
  views: ViewsDatabase,
  user: number,
  filters: ListFilters,
  page: PageRequest,
): Promise<Page<ContractPositionRow>> {
  const matching = (eb: ExpressionBuilder<ViewsTables, 'contractPositions'>) =>
    eb.and([eb('userId', '=', user), eb('open', '=', 0), ...spanOf(eb, filters, 'closedAt')]);
  const found = views.sql.selectFrom('contractPositions').where(matching);
  return pageOf(page, count(views, found), found.selectAll().orderBy('closedAt', 'desc').orderBy('id', 'desc'));
}

/** Of a user, in order of opening. There are at most two a market. */
export function openPositions({ sql }: ViewsDatabase, user: number): Promise<ContractPositionRow[]> {
  return sql
    .selectFrom('contractPositions')
    .selectAll()
    .where('userId', '=', user)
    .where('open', '=', 1)
    .orderBy('id')
    .execute();
}

/** Stops that are over, by the time they were placed. */
export function endedStops(
  views: ViewsDatabase,
  user: number,
  filters: ListFilters,
  page: PageRequest,
): Promise<Page<ContractStopRow>> {
  const matching = (eb: ExpressionBuilder<ViewsTables, 'contractStops'>) =>
    eb.and([eb('userId', '=', user), eb('open', '=', 0), ...spanOf(eb, filters, 'placedAt')]);
  const found = views.sql.selectFrom('contractStops').where(matching);
  return pageOf(page, count(views, found), found.selectAll().orderBy('id', 'desc'));
}

export function fundingPayments(
  views: ViewsDatabase,
  user: number,
  filters: ListFilters,
  page: PageRequest,
): Promise<Page<FundingPaymentRow>> {
  const matching = (eb: ExpressionBuilder<ViewsTables, 'fundingPayments'>) =>
    eb.and([eb('userId', '=', user), ...spanOf(eb, filters, 'dueAt')]);
  const found = views.sql.selectFrom('fundingPayments').where(matching);
  return pageOf(page, count(views, found), found.selectAll().orderBy('eventPosition', 'desc'));
}

/** From the day of the first time to that of the last, oldest first, each market of its own. */
export function contractDays(
  { sql }: ViewsDatabase,
  user: number,
  firstDay: number,
  lastDay: number,
): Promise<ContractDayRow[]> {
  return sql
    .selectFrom('contractDays')
    .selectAll()
    .where('userId', '=', user)
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .orderBy('day')
    .orderBy('market')
    .execute();
}

export function fundingRates(
  views: ViewsDatabase,
  market: string | undefined,
  page: PageRequest,
): Promise<Page<FundingRateRow>> {
  const all = views.sql.selectFrom('fundingRates');
  const found = market === undefined ? all : all.where('market', '=', market);
  return pageOf(page, count(views, found), found.selectAll().orderBy('dueAt', 'desc').orderBy('market'));
}

/** Of all users. */
export function liquidations(
  views: ViewsDatabase,
  market: string | undefined,
  page: PageRequest,
): Promise<Page<LiquidationRow>> {
  const all = views.sql.selectFrom('liquidations');
  const found = market === undefined ? all : all.where('market', '=', market);
  return pageOf(page, count(views, found), found.selectAll().orderBy('id', 'desc'));
}

/** A user's own; null when it does not exist or is another's. */
export async function liquidationOf(
  { sql }: ViewsDatabase,
  user: number,
  id: number,
): Promise<LiquidationWithSteps | null> {
  const row = await sql
    .selectFrom('liquidations')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', user)
    .executeTakeFirst();
  if (!row) return null;
  const steps = await sql
    .selectFrom('liquidationSteps')
    .selectAll()
    .where('liquidation', '=', id)
    .orderBy('eventPosition')
    .execute();
  // The first mark of each minute, and at the end the one that it follows from.
  const until = row.markAt ?? row.at;
  const path = await sql
    .selectFrom('contractMinutes')
    .select(['at', 'mark'])
    .where('market', '=', row.market)
    .where('at', '>=', row.at - HOUR_MS)
    .where('at', '<', until)
    .orderBy('at')
    .execute();
  return { ...row, steps, path: [...path, { at: until, mark: row.mark }] };
}

export function insuranceEntries(
  views: ViewsDatabase,
  market: string | undefined,
  page: PageRequest,
): Promise<Page<InsuranceEntryRow>> {
  const all = views.sql.selectFrom('insuranceEntries');
  const found = market === undefined ? all : all.where('market', '=', market);
  const rows = found.selectAll().orderBy('eventPosition', 'desc').orderBy('entryIndex', 'desc');
  return pageOf(page, count(views, found), rows);
}

/** Lists from a place on, oldest first: no page of them is too deep. Each row with its place. */
export const CONTRACT_PARTS = {
  async orders(views: ViewsDatabase, user: number, filters: ExportFilters, after: ExportPlace, limit: number) {
    const rows = await views.sql
      .selectFrom('contractOrders')
      .selectAll()
      .where('open', '=', 0)
      .where((eb) => eb.and([...spanOf(eb, filters, 'placedAt'), ...behind(eb, user, filters, ['id', 'id'], after)]))
      .orderBy('id')
      .limit(limit)
      .execute();
    return (await withPositions(views, rows)).map((row) => placed(row, row.id, row.id));
  },
  async fills({ sql }: ViewsDatabase, user: number, filters: ExportFilters, after: ExportPlace, limit: number) {
    const rows = await sql
      .selectFrom('contractFills')
      .selectAll()
      .where((eb) =>
        eb.and([...spanOf(eb, filters, 'at'), ...behind(eb, user, filters, ['tradeId', 'orderId'], after)]),
      )
      .orderBy('tradeId')
      .orderBy('orderId')
      .limit(limit)
      .execute();
    return rows.map((row) => placed(row, row.tradeId, row.orderId));
  },
  async closedPositions(
    { sql }: ViewsDatabase,
    user: number,
    filters: ExportFilters,
    after: ExportPlace,
    limit: number,
  ) {
    const rows = await sql
      .selectFrom('contractPositions')
      .selectAll()
      .where('open', '=', 0)
      .where((eb) =>
        eb.and([...spanOf(eb, filters, 'closedAt'), ...behind(eb, user, filters, ['closedAt', 'id'], after)]),
      )
      .orderBy('closedAt')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((row) => placed(row, row.closedAt ?? 0, row.id));
  },
  async fundingPayments(
    { sql }: ViewsDatabase,
    user: number,
    filters: ExportFilters,
    after: ExportPlace,
    limit: number,
  ) {
    const rows = await sql
      .selectFrom('fundingPayments')
      .selectAll()
      .where((eb) =>
        eb.and([
          ...spanOf(eb, filters, 'dueAt'),
          ...behind(eb, user, filters, ['eventPosition', 'eventPosition'], after),
        ]),
      )
      .orderBy('eventPosition')
      .limit(limit)
      .execute();
    return rows.map((row) => placed(row, row.eventPosition, row.eventPosition));
  },
} as const;
