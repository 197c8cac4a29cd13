/** Lists of a user's spot orders and fills. */
import { listOf } from '../../../views/stored/rows/list';
import type { OrderRow } from '../../../views/stored/tables';
import type { ViewsDatabase } from '../../../views/stored/views-database';

export interface StoredOrder extends OrderRow {
  /** The user's robot that placed it; null if the user did. */
  robot: number | null;
}

export const ORDERS = listOf('orders', {
  order: { id: 'desc' },
  equal: ['open', 'market', 'side', 'kind', 'status'],
  at: 'placedAt',
  sorts: {
    time: ['placedAt'],
    market: ['market'],
    side: ['side'],
    price: ['market', 'price'],
    filled: ['market', 'filledQuantity'],
  },
  complete: withRobots,
});

export const FILLS = listOf('fills', {
  order: { tradeId: 'desc', orderId: 'desc' },
  equal: ['market', 'side'],
  at: 'at',
  sorts: {
    time: ['at'],
    market: ['market'],
    side: ['side'],
    price: ['market', 'price'],
    quantity: ['market', 'quantity'],
  },
});

/** Robots are looked up for the rows of a page, not for all rows that a search passes. */
export async function withRobots({ sql }: ViewsDatabase, orders: readonly OrderRow[]): Promise<StoredOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const found = await sql.selectFrom('robotOrders').select(['id', 'robot']).where('id', 'in', ids).execute();
  const robots = new Map(found.map(({ id, robot }) => [id, robot]));
  return orders.map((order) => ({ ...order, robot: robots.get(order.id) ?? null }));
}
