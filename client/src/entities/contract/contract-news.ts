/** What has happened to a user's contracts, as one would tell it: read off orders, stops and positions as they were and as they are. */
import type {
  ContractOrderState,
  ContractUpdate,
  PositionState,
  StopState,
} from '../../../../shared/wire/contract-stream';

export type ContractNews = { id: string } & (
  | { kind: 'triggered' | 'partly' | 'filled' | 'cancelled' | 'ended'; order: ContractOrderState }
  | { kind: 'reached'; stop: StopState }
  | { kind: 'closed'; position: PositionState }
);

interface Before {
  orders: readonly ContractOrderState[];
  positions: readonly PositionState[];
}

/** In the order in which it happened: a stop is reached, its order is filled, and so the position is closed. */
export function contractNewsOf(before: Before, { orders, stops, positions }: ContractUpdate): ContractNews[] {
  const open = new Map(before.orders.map((order) => [order.id, order]));
  const held = new Map(before.positions.map((position) => [position.id, position]));
  return [
    ...stops.flatMap((stop): ContractNews[] =>
      stop.phase === 'closed' && stop.reason === 'filled' ? [{ id: `reached:${stop.id}`, kind: 'reached', stop }] : [],
    ),
    ...orders.flatMap((order) => ofOrder(open.get(order.id), order)),
    ...positions.flatMap((position): ContractNews[] =>
      position.quantity === '0' && held.has(position.id)
        ? [{ id: `closed:${position.id}`, kind: 'closed', position }]
        : [],
    ),
  ];
}

function ofOrder(before: ContractOrderState | undefined, order: ContractOrderState): ContractNews[] {
  const isTriggered = before?.phase === 'waiting' && order.phase !== 'waiting' && order.reason !== 'requested';
  const start: ContractNews[] = isTriggered ? [{ id: `triggered:${order.id}`, kind: 'triggered', order }] : [];
  const partly: ContractNews[] =
    order.filledQuantity === (before?.filledQuantity ?? '0')
      ? []
      : [{ id: `partly:${order.id}:${order.filledQuantity}`, kind: 'partly', order }];
  if (order.phase !== 'closed') return [...start, ...partly];
  if (order.reason === null) return [...start, { id: `filled:${order.id}`, kind: 'filled', order }];
  const kind = order.reason === 'requested' ? 'cancelled' : 'ended';
  return [...start, ...partly, { id: `${kind}:${order.id}`, kind, order }];
}
