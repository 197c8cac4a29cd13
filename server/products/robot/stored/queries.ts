/** Lists of a user's robots, their cycles and their orders, and single robots. */
import type { ExpressionBuilder } from 'kysely';
import { listOf } from '../../../views/stored/rows/list';
import type { OrderRow, ViewsTables } from '../../../views/stored/tables';
import type { ViewsDatabase } from '../../../views/stored/views-database';
import type { RobotOrderRow, RobotRow } from './tables';

type Rows<Table extends 'robots' | 'robotCycles' | 'robotOrders'> = ExpressionBuilder<ViewsTables, Table>;

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

export const ROBOTS = listOf('robots', {
  order: { id: 'desc' },
  equal: ['status', 'market'],
  where: { robot: (eb: Rows<'robots'>, robot: string) => eb('id', '=', Number(robot)) },
  position: 'startedPosition',
});
export const ROBOT_CYCLES = listOf('robotCycles', {
  order: { robot: 'desc', cycle: 'desc' },
  where: { robot: (eb: Rows<'robotCycles'>, robot: string) => eb('robot', '=', Number(robot)) },
});
export const ROBOT_ORDERS = listOf('robotOrders', {
  order: { id: 'desc' },
  equal: ['cycle'],
  where: { robot: (eb: Rows<'robotOrders'>, robot: string) => eb('robotOrders.robot', '=', Number(robot)) },
  select: (found) =>
    found
      .innerJoin('orders', 'orders.id', 'robotOrders.id')
      .select(['robotOrders.id', 'robotOrders.robot', 'robotOrders.cycle', 'orders.market', 'orders.side'])
      .select(['orders.price', 'orders.quantity', 'orders.filledQuantity', 'orders.filledQuote'])
      .select(['orders.open', 'orders.status', 'orders.reason', 'orders.placedAt', 'orders.endedAt'])
      .$castTo<StoredRobotOrder>(),
});

/** Undefined if it is missing or another user's. */
export function robotOf({ sql }: ViewsDatabase, user: number, id: number): Promise<RobotRow | undefined> {
  return sql.selectFrom('robots').selectAll().where('id', '=', id).where('userId', '=', user).executeTakeFirst();
}

/** Undefined if it is missing. */
export async function marketOfRobot({ sql }: ViewsDatabase, id: number): Promise<string | undefined> {
  return (await sql.selectFrom('robots').select('market').where('id', '=', id).executeTakeFirst())?.market;
}
