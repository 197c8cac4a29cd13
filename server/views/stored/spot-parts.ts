/** The user's own spot orders and fills as files. */
import type { OrderKind, OrderSide } from '../../core/market/order';
import { behind, placed, spanOf, type ExportFilters, type ExportPlace } from './parts';
import { withRobots } from './queries';
import type { ViewsDatabase } from './views-database';

interface SpotFilters extends ExportFilters {
  side?: OrderSide | undefined;
  /** Of orders. */
  kind?: OrderKind | undefined;
}

export const SPOT_PARTS = {
  /** Those that have ended. */
  async orders(views: ViewsDatabase, user: number, filters: SpotFilters, after: ExportPlace, limit: number) {
    const { side, kind } = filters;
    let found = views.sql
      .selectFrom('orders')
      .selectAll()
      .where('open', '=', 0)
      .where((eb) => eb.and([...spanOf(eb, filters, 'placedAt'), ...behind(eb, user, filters, ['id', 'id'], after)]));
    if (side !== undefined) found = found.where('side', '=', side);
    if (kind !== undefined) found = found.where('kind', '=', kind);
    const rows = await found.orderBy('id').limit(limit).execute();
    return (await withRobots(views, rows)).map((row) => placed(row, row.id, row.id));
  },
  async fills({ sql }: ViewsDatabase, user: number, filters: SpotFilters, after: ExportPlace, limit: number) {
    const { side } = filters;
    let found = sql
      .selectFrom('fills')
      .selectAll()
      .where((eb) =>
        eb.and([...spanOf(eb, filters, 'at'), ...behind(eb, user, filters, ['tradeId', 'orderId'], after)]),
      );
    if (side !== undefined) found = found.where('side', '=', side);
    const rows = await found.orderBy('tradeId').orderBy('orderId').limit(limit).execute();
    return rows.map((row) => placed(row, row.tradeId, row.orderId));
  },
} as const;
