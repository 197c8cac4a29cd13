/** Lists of perpetual contracts: a user's own orders, fills, positions, stops and funding, and the public records of a market. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { firstTriggered, type StopTriggerKind } from '../../../../shared/products/perpetual/rules/stop-triggers';
import type { PositionSide } from '../../../core/market/order';
import { listOf } from '../../../views/stored/rows/list';
import type { ViewsTables } from '../../../views/stored/tables';
import type { ViewsDatabase } from '../../../views/stored/views-database';
import type { ContractOpeningRow, ContractOrderRow, ContractPositionRow } from './tables';

export type OrderLife = 'pending' | 'holding' | 'closed' | 'cancelled';

/** Triggers, in ticks, of the stops that protect a position now, or protected a closed one last. */
export interface AttachedStopPrices {
  takeProfit: number | null;
  stopLoss: number | null;
}

/** An order with the positions that it enlarged and the lots added, and the stops of its last fill's position. */
export interface OrderWithPositions extends ContractOrderRow {
  openings: { opening: ContractOpeningRow; position: ContractPositionRow }[];
  guards: AttachedStopPrices;
}

type Orders = ExpressionBuilder<ViewsTables, 'contractOrders'>;

export const CONTRACT_ORDERS = listOf('contractOrders', {
  order: { id: 'desc' },
  equal: ['open', 'market', 'act'],
  where: {
    position: (eb: Orders, side: PositionSide) => eb('positionSide', '=', side),
    status: (eb: Orders, status: OrderLife) => hasLife(eb, status),
  },
  at: 'placedAt',
  sorts: {
    time: ['placedAt'],
    market: ['market'],
    side: ['side'],
    price: ['market', 'price'],
    filled: ['market', 'filledQuantity'],
  },
  complete: withPositions,
});
export const CONTRACT_FILLS = listOf('contractFills', {
  order: { tradeId: 'desc', orderId: 'desc' },
  equal: ['market'],
  at: 'at',
});
export const CONTRACT_POSITIONS = listOf('contractPositions', {
  order: { closedAt: 'desc', id: 'desc' },
  equal: ['open', 'market'],
  at: 'closedAt',
});
export const CONTRACT_STOPS = listOf('contractStops', {
  order: { id: 'desc' },
  equal: ['open', 'market'],
  at: 'placedAt',
});
export const FUNDING_PAYMENTS = listOf('fundingPayments', {
  order: { eventPosition: 'desc' },
  equal: ['market'],
  at: 'dueAt',
});
export const FUNDING_RATES = listOf('fundingRates', { order: { dueAt: 'desc', market: 'asc' }, equal: ['market'] });
export const LIQUIDATIONS = listOf('liquidations', { order: { id: 'desc' }, equal: ['market'] });
export const INSURANCE_ENTRIES = listOf('insuranceEntries', {
  order: { eventPosition: 'desc', entryIndex: 'desc' },
  equal: ['market'],
});

/** A filled order counts as live while a position that it opened is open. */
function hasLife(eb: Orders, status: OrderLife): Expression<SqlBool> {
  if (status === 'pending') return eb('open', '=', 1);
  if (status === 'cancelled') return eb.and([eb('open', '=', 0), eb('filledQuantity', '=', 0)]);
  const hasOpenPosition = eb.exists(
    eb
      .selectFrom('contractOpenings')
      .innerJoin('contractPositions', 'contractPositions.id', 'contractOpenings.contract')
      .select('contractPositions.id')
      .whereRef('contractOpenings.orderId', '=', 'contractOrders.id')
      .where('contractPositions.open', '=', 1),
  );
  const isFilled = [eb('open', '=', 0), eb('filledQuantity', '>', 0)];
  return eb.and([...isFilled, status === 'holding' ? hasOpenPosition : eb.not(hasOpenPosition)]);
}

async function withPositions(views: ViewsDatabase, rows: ContractOrderRow[]): Promise<OrderWithPositions[]> {
  const { sql } = views;
  const guards = await attachedStopPricesOf(
    views,
    rows.flatMap(({ contract }) => contract ?? []),
  );
  const guarded = rows.map((row) => ({ ...row, guards: guards.get(row.contract ?? 0) ?? NO_STOPS }));
  const opening = rows.filter(({ filledQuantity, closedQuantity }) => filledQuantity > closedQuantity);
  if (opening.length === 0) return guarded.map((row) => ({ ...row, openings: [] }));
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
    openings: openings.flatMap((opening) => {
      const position = opening.orderId === row.id ? byId.get(opening.contract) : undefined;
      return position ? [{ opening, position }] : [];
    }),
  }));
}

const NO_STOPS: AttachedStopPrices = { takeProfit: null, stopLoss: null };

/** By position. A trailing stop has no fixed price to show. */
async function attachedStopPricesOf(
  { sql }: ViewsDatabase,
  contracts: readonly number[],
): Promise<Map<number, AttachedStopPrices>> {
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
  const guards = new Map<number, AttachedStopPrices>();
  for (const contract of new Set(stops.map((stop) => stop.contract))) {
    const guard = (kind: StopTriggerKind): number | null => {
      const attachedStops = stops.filter((stop) => stop.contract === contract && stop.kind === kind);
      // Stops that waited until the position was closed come before those that had ended earlier.
      const stopsAtClose = attachedStops.filter(
        ({ endedAt, closedAt }) => endedAt === null || endedAt >= (closedAt ?? 0),
      );
      const [{ positionSide } = { positionSide: 'long' as const }] = attachedStops;
      return firstTriggered(
        positionSide,
        kind,
        (stopsAtClose.length > 0 ? stopsAtClose : attachedStops).map(({ triggerPrice }) => triggerPrice),
      );
    };
    guards.set(contract, { takeProfit: guard('take_profit'), stopLoss: guard('stop_loss') });
  }
  return guards;
}
