/** Events of a user's contracts for notices, derived from the old and new states of orders, stops and positions. */
import type {
  ContractOrderState,
  ContractUpdate,
  PositionState,
  StopState,
} from '../../../../../shared/products/perpetual/stream';
import type { NewsKind } from '../../news/news-kind';

export type ContractNews = {
  /** Stable id, for deduplication. */
  id: string;
  /** Epoch milliseconds. */
  at: number;
} & (
  | {
      kind: NewsKind;
      /** The order was not open before: the event belongs to its placement. */
      isNew: boolean;
      order: ContractOrderState;
    }
  | { kind: 'reached'; stop: StopState }
  | { kind: 'closed'; position: PositionState }
);

interface Before {
  orders: readonly ContractOrderState[];
  positions: readonly PositionState[];
}

/** In causal order: stop reached, order filled, position closed. */
export function contractNewsOf(before: Before, { at, orders, stops, positions }: ContractUpdate): ContractNews[] {
  const ordersById = new Map(before.orders.map((order) => [order.id, order]));
  const positionsById = new Map(before.positions.map((position) => [position.id, position]));
  return [
    ...stops.flatMap((stop): ContractNews[] =>
      stop.phase === 'closed' && stop.reason === 'filled'
        ? [{ id: `reached:${stop.id}`, at, kind: 'reached', stop }]
        : [],
    ),
    ...orders.flatMap((order) => ofOrder(ordersById.get(order.id), order, at)),
    ...positions.flatMap((position): ContractNews[] =>
      position.quantity === '0' && positionsById.has(position.id)
        ? [{ id: `closed:${position.id}`, at, kind: 'closed', position }]
        : [],
    ),
  ];
}

function ofOrder(before: ContractOrderState | undefined, order: ContractOrderState, at: number): ContractNews[] {
  return kindsOf(before, order).map((kind) => {
    const step = kind === 'partly' ? `:${order.filledQuantity}` : '';
    return { id: `${kind}:${order.id}${step}`, at, kind, isNew: before === undefined, order };
  });
}

function kindsOf(before: ContractOrderState | undefined, order: ContractOrderState): NewsKind[] {
  const isTriggered = before?.phase === 'waiting' && order.phase !== 'waiting' && order.reason !== 'requested';
  const start: NewsKind[] = isTriggered ? ['triggered'] : [];
  const partly: NewsKind[] = order.filledQuantity === (before?.filledQuantity ?? '0') ? [] : ['partly'];
  if (order.phase !== 'closed') return [...start, ...(before ? [] : ['placed' as const]), ...partly];
  if (order.reason === null) return [...start, 'filled'];
  return [...start, ...partly, order.reason === 'requested' ? 'cancelled' : 'ended'];
}
