/** What has happened to a user's contracts, as one would tell it: read off orders, stops and positions as they were and as they are. */
import type {
  ContractOrderState,
  ContractUpdate,
  PositionState,
  StopState,
} from '../../../../shared/products/perpetual/stream';
import type { NewsKind } from '../../shared/news/news-kind';

export type ContractNews = {
  /** The same however often it is heard. */
  id: string;
  /** Epoch milliseconds. */
  at: number;
} & (
  | {
      kind: NewsKind;
      /** It was not open before: what happened to it did as it was placed. */
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

/** In the order in which it happened: a stop is reached, its order is filled, and so the position is closed. */
export function contractNewsOf(before: Before, { at, orders, stops, positions }: ContractUpdate): ContractNews[] {
  const open = new Map(before.orders.map((order) => [order.id, order]));
  const held = new Map(before.positions.map((position) => [position.id, position]));
  return [
    ...stops.flatMap((stop): ContractNews[] =>
      stop.phase === 'closed' && stop.reason === 'filled'
        ? [{ id: `reached:${stop.id}`, at, kind: 'reached', stop }]
        : [],
    ),
    ...orders.flatMap((order) => ofOrder(open.get(order.id), order, at)),
    ...positions.flatMap((position): ContractNews[] =>
      position.quantity === '0' && held.has(position.id)
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
