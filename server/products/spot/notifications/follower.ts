/**
 * Follows spot orders for notifications of fills, triggers, expiry and cancellation by others. An order has one message
 * when it ends or fires, none per fill and none for effects of its user's own command, which the answer states. Orders
 * without a client id have none: a market maker places thousands of quotes a minute.
 *
 * Open orders are followed here, so trades need no queries. The read models are queried only for orders that were
 * placed before the stored position and had ended when this process began.
 */
import type { MessageFacts, MessageKey } from '../../../../shared/wire/messages-center';
import { positionOf, type Batch, type EventOf } from '../../../core/event';
import type { CancelReason, OrderSide } from '../../../core/market/order';
import { clientIdOf } from '../core/evolve';
import type { CoreState } from '../../../core/state';
import { MarketsView } from '../../../views/live/markets';
import type { OrderRow } from '../../../views/stored/tables';

/** `order.margin` is about orders for contracts. */
type OrderMessage = Extract<MessageKey, `order.${string}`>;

export type OrderNotice = {
  [K in OrderMessage]: { user: number; key: K; facts: MessageFacts<K>; order: number };
}[OrderMessage];

interface FollowedOrder {
  id: number;
  user: number;
  market: string;
  side: OrderSide;
  trigger: number;
  /** 0 for an order by quote amount, whose `quoteAmount` is 0n otherwise. */
  quantity: number;
  quoteAmount: bigint;
  filledQuantity: number;
  filledQuote: bigint;
}

/** The outcome of an order in a batch; a later one replaces an earlier one. */
type OrderEnd = { kind: 'fired' } | { kind: 'filled' } | { kind: 'ended'; reason: CancelReason };

interface EndedOrder {
  order: FollowedOrder;
  fate: OrderEnd;
}

/** Reasons without a message: the user's own act, a frozen account, which has its own message, and orders that count as filled. */
const SILENT_REASONS: ReadonlySet<CancelReason> = new Set(['requested', 'account_frozen', 'quote_remainder']);

export class SpotFollower {
  private readonly markets = new MarketsView();
  private readonly orders = new Map<number, FollowedOrder>();
  /** Orders already open in the initial state, which contains their changes up to then. */
  private readonly initialOrderIds = new Set<number>();
  private readonly startPosition: number;
  /** Orders from this id on were seen when placed. */
  private seenFrom = Infinity;
  /** The last followed batch; a fault may deliver it again. */
  private lastPosition = -1;
  private endedOrders: EndedOrder[] = [];
  private unknownOrders = new Map<number, OrderEnd['kind'] | null>();

  constructor(
    state: CoreState,
    private readonly loadOrder: (order: number) => Promise<OrderRow | undefined>,
  ) {
    this.markets.seed(state);
    this.startPosition = state.position;
    for (const order of state.orders.values()) {
      this.initialOrderIds.add(order.id);
      if (order.clientId !== null) this.orders.set(order.id, trackedFields(order));
    }
  }

  /** Takes in a batch once, even if it is delivered again. Returns whether it has notices. */
  follow(batch: Batch): boolean {
    const position = positionOf(batch);
    if (position > this.lastPosition) {
      this.lastPosition = position;
      this.endedOrders = [];
      this.unknownOrders = new Map();
      if (position > this.markets.position) this.markets.fold(batch);
      if (position > this.startPosition) this.initialOrderIds.clear();
      this.fold(batch, position);
    }
    return this.endedOrders.length > 0 || this.unknownOrders.size > 0;
  }

  /** Notices of the last followed batch. */
  async notices(batch: Batch): Promise<OrderNotice[]> {
    const found = [...this.endedOrders];
    for (const [id, fate] of this.unknownOrders) {
      const order = await this.loadEndedOrder(id, fate, positionOf(batch));
      if (order) found.push(order);
    }
    return found.map((one) => this.toNotice(one));
  }

  private fold(batch: Batch, position: number): void {
    /** Orders that their own user placed or amended in this batch: the answer reports their fills. */
    const reportedOrderIds = new Set<number>();
    const fates = new Map<number, EndedOrder>();
    const noteUnknownOrder = (id: number, fate: OrderEnd['kind'] | null) => {
      if (position > this.startPosition || id >= this.seenFrom || this.initialOrderIds.has(id)) return;
      this.unknownOrders.set(id, fate ?? this.unknownOrders.get(id) ?? null);
    };
    for (const event of batch.events) {
      if (event.type === 'OrderPlaced') {
        this.place(event, batch);
        reportedOrderIds.add(event.order);
      } else if (event.type === 'OrderAmended') {
        const order = this.orders.get(event.order);
        if (order && !this.isAlreadyHandled(order.id, position)) order.quantity = event.quantity;
        reportedOrderIds.add(event.order);
      } else if (event.type === 'OrderTriggered') {
        const order = this.orders.get(event.order);
        if (order) fates.set(order.id, { order, fate: { kind: 'fired' } });
        else noteUnknownOrder(event.order, 'fired');
      } else if (event.type === 'TradeExecuted') {
        for (const id of [event.makerOrder, event.takerOrder]) {
          const order = this.orders.get(id);
          if (!order) noteUnknownOrder(id, null);
          else if (!this.isAlreadyHandled(id, position) && isFilledBy(order, event)) {
            this.orders.delete(id);
            if (!reportedOrderIds.has(id)) fates.set(id, { order, fate: { kind: 'filled' } });
          }
        }
      } else if (event.type === 'OrderCancelled') {
        const order = this.orders.get(event.order);
        this.orders.delete(event.order);
        if (!order) noteUnknownOrder(event.order, null);
        else if (!reportedOrderIds.has(order.id)) {
          const fate = orderEndOf(order, event.reason);
          if (fate) fates.set(order.id, { order, fate });
        }
      }
    }
    // Later batches change open orders, not this batch's notices.
    this.endedOrders = [...fates.values()].map(({ order, fate }) => ({ order: { ...order }, fate }));
  }

  private place(event: EventOf<'OrderPlaced'>, batch: Batch): void {
    if (this.seenFrom === Infinity) this.seenFrom = event.order;
    if (this.initialOrderIds.has(event.order) || clientIdOf(event, batch) === null) return;
    const { order: id, user, market, side, trigger = 0, quantity = 0, quoteAmount = 0n } = event;
    const filled = { filledQuantity: 0, filledQuote: 0n };
    this.orders.set(id, { id, user, market, side, trigger, quantity, quoteAmount, ...filled });
  }

  /** True if the order comes from a state that already contains this batch. */
  private isAlreadyHandled(order: number, position: number): boolean {
    return position <= this.startPosition && this.initialOrderIds.has(order);
  }

  /** Outcome in this batch of an order that ended before the initial state. */
  private async loadEndedOrder(
    id: number,
    fate: OrderEnd['kind'] | null,
    position: number,
  ): Promise<EndedOrder | null> {
    const row = await this.loadOrder(id);
    // The order has ended: the batch is retried until the read models have it.
    if (!row || row.position < position) throw new Error(`order ${id} is not in the read models yet`);
    if (row.clientId === null) return null;
    const order = trackedFields({
      ...row,
      user: row.userId,
      trigger: row.triggerPrice ?? 0,
      quantity: row.quantity ?? 0,
      quoteAmount: row.quoteAmount ?? 0n,
    });
    const orderEnd: OrderEnd | null = row.reason === null ? { kind: 'filled' } : orderEndOf(row, row.reason);
    // A later outcome belongs to its own batch.
    const isHere = row.position === position && row.open === 0;
    const currentEnd: OrderEnd | null = (isHere ? orderEnd : null) ?? (fate === 'fired' ? { kind: 'fired' } : null);
    return currentEnd && { order, fate: currentEnd };
  }

  private toNotice({ order, fate }: EndedOrder): OrderNotice {
    const { id, user, market: name, side } = order;
    const market = this.markets.get(name);
    const { base, quote } = market.terms;
    const filled = {
      ...{ order: String(id), market: name, side, base, quote },
      amount: market.quantity(order.filledQuantity),
      total: market.quoteAmount(order.filledQuote),
    };
    if (fate.kind === 'filled') return { user, key: 'order.filled', facts: filled, order: id };
    if (fate.kind === 'fired') {
      const params = { order: String(id), market: name, side, quote, trigger: market.price(order.trigger) };
      return { user, key: 'order.triggered', facts: params, order: id };
    }
    const key = fate.reason === 'staff' || fate.reason === 'self_trade' ? 'order.cancelled' : 'order.expired';
    return { user, key, facts: { ...filled, why: fate.reason }, order: id };
  }
}

/** Counts a fill; returns true for the last one. */
function isFilledBy(order: FollowedOrder, { quantity, notional }: EventOf<'TradeExecuted'>): boolean {
  order.filledQuantity += quantity;
  order.filledQuote += notional;
  return order.quoteAmount > 0n ? order.filledQuote === order.quoteAmount : order.filledQuantity === order.quantity;
}

/** The outcome of an order that ended for this reason; null without a message. */
function orderEndOf({ filledQuantity }: Pick<FollowedOrder, 'filledQuantity'>, reason: CancelReason): OrderEnd | null {
  // The rest of its budget buys no further lot.
  if (reason === 'quote_remainder' && filledQuantity > 0) return { kind: 'filled' };
  return SILENT_REASONS.has(reason) ? null : { kind: 'ended', reason };
}

function trackedFields(order: FollowedOrder): FollowedOrder {
  const { id, user, market, side, trigger, quantity, quoteAmount, filledQuantity, filledQuote } = order;
  return { id, user, market, side, trigger, quantity, quoteAmount, filledQuantity, filledQuote };
}
