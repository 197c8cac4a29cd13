/** What is told of a user's robots, their cycles and their orders: newest first; in files oldest first. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { RobotStatus } from '../../../../shared/wire/robot';
import { count, pageOf, type Page, type PageRequest } from '../paging';
import type { OrderRow, ViewsTables } from '../tables';
import type { ViewsDatabase } from '../views-database';
import type { RobotCycleRow, RobotOrderRow, RobotRow } from './tables';

export interface RobotFilters {
  status?: RobotStatus | undefined;
  market?: string | undefined;
  /** A robot. */
  before?: number | undefined;
}

export interface OfRobot {
  robot?: number | undefined;
  cycle?: number | undefined;
}

/** In a file: up to a position of the journal. */
export interface Part {
  until: number;
  limit: number;
}

export type StoredRobotOrder = Pick<RobotOrderRow, 'id' | 'robot' | 'cycle'> &
  Pick<
    OrderRow,
    | 'market'
    | 'side'
    | 'price'
    | 'quantity'
    | 'filledQuantity'
    | 'filledQuote'
    | 'open'
    | 'status'
    | 'reason'
    | 'placedAt'
    | 'endedAt'
  >;

export function robotsOf(
  views: ViewsDatabase,
  user: number,
  filters: RobotFilters,
  page: PageRequest,
): Promise<Page<RobotRow>> {
  const found = views.sql.selectFrom('robots').where((eb) => robotsFound(eb, user, filters));
  return pageOf(page, count(views, found), found.selectAll().orderBy('id', 'desc'));
}

/** Undefined when there is none, or it is another's. */
export function robotOf({ sql }: ViewsDatabase, user: number, id: number): Promise<RobotRow | undefined> {
  return sql.selectFrom('robots').selectAll().where('id', '=', id).where('userId', '=', user).executeTakeFirst();
}

/** Undefined when there is none. */
export async function marketOfRobot({ sql }: ViewsDatabase, id: number): Promise<string | undefined> {
  return (await sql.selectFrom('robots').select('market').where('id', '=', id).executeTakeFirst())?.market;
}

export function robotsAfter(
  { sql }: ViewsDatabase,
  user: number,
  { robot, status, market }: Pick<OfRobot, 'robot'> & Omit<RobotFilters, 'before'>,
  after: number,
  { until, limit }: Part,
): Promise<RobotRow[]> {
  const found = sql
    .selectFrom('robots')
    .selectAll()
    .where((eb) => robotsFound(eb, user, { status, market }))
    .where('id', '>', after);
  const own = robot === undefined ? found : found.where('id', '=', robot);
  return own.where('startedPosition', '<=', until).orderBy('id').limit(limit).execute();
}

export function cyclesOf(
  views: ViewsDatabase,
  user: number,
  robot: number,
  page: PageRequest,
): Promise<Page<RobotCycleRow>> {
  const found = views.sql.selectFrom('robotCycles').where('userId', '=', user).where('robot', '=', robot);
  return pageOf(page, count(views, found), found.selectAll().orderBy('cycle', 'desc'));
}

/** Robot by robot. */
export function cyclesAfter(
  { sql }: ViewsDatabase,
  user: number,
  { robot }: Pick<OfRobot, 'robot'>,
  after: Pick<RobotCycleRow, 'robot' | 'cycle'>,
  { until, limit }: Part,
): Promise<RobotCycleRow[]> {
  const found = sql
    .selectFrom('robotCycles')
    .selectAll()
    .where('userId', '=', user)
    .where('position', '<=', until)
    .where((eb) =>
      eb.or([eb('robot', '>', after.robot), eb.and([eb('robot', '=', after.robot), eb('cycle', '>', after.cycle)])]),
    );
  const own = robot === undefined ? found : found.where('robot', '=', robot);
  return own.orderBy('robot').orderBy('cycle').limit(limit).execute();
}

export function robotOrdersOf(
  views: ViewsDatabase,
  user: number,
  { robot, cycle }: OfRobot,
  page: PageRequest,
): Promise<Page<StoredRobotOrder>> {
  const found = views.sql.selectFrom('robotOrders').where((eb) => ordersFound(eb, user, { robot, cycle }));
  return pageOf(
    page,
    count(views, found),
    withOrders(views)
      .where((eb) => ordersFound(eb, user, { robot, cycle }))
      .orderBy('robotOrders.id', 'desc'),
  );
}

export function robotOrdersAfter(
  views: ViewsDatabase,
  user: number,
  { robot, cycle }: OfRobot,
  after: number,
  { until, limit }: Part,
): Promise<StoredRobotOrder[]> {
  return withOrders(views)
    .where((eb) => ordersFound(eb, user, { robot, cycle }))
    .where('robotOrders.position', '<=', until)
    .where('robotOrders.id', '>', after)
    .orderBy('robotOrders.id')
    .limit(limit)
    .execute();
}

function robotsFound(
  eb: ExpressionBuilder<ViewsTables, 'robots'>,
  user: number,
  { status, market, before }: RobotFilters,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('userId', '=', user)];
  if (status !== undefined) conditions.push(eb('status', '=', status));
  if (market !== undefined) conditions.push(eb('market', '=', market));
  if (before !== undefined) conditions.push(eb('id', '<', before));
  return eb.and(conditions);
}

function ordersFound(
  eb: ExpressionBuilder<ViewsTables, 'robotOrders'>,
  user: number,
  { robot, cycle }: OfRobot,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('robotOrders.userId', '=', user)];
  if (robot !== undefined) conditions.push(eb('robotOrders.robot', '=', robot));
  if (cycle !== undefined) conditions.push(eb('robotOrders.cycle', '=', cycle));
  return eb.and(conditions);
}

function withOrders({ sql }: ViewsDatabase) {
  return sql
    .selectFrom('robotOrders')
    .innerJoin('orders', 'orders.id', 'robotOrders.id')
    .select(['robotOrders.id', 'robotOrders.robot', 'robotOrders.cycle', 'orders.market', 'orders.side'])
    .select(['orders.price', 'orders.quantity', 'orders.filledQuantity', 'orders.filledQuote'])
    .select(['orders.open', 'orders.status', 'orders.reason', 'orders.placedAt', 'orders.endedAt']);
}
