/** Open orders by user, and each batch's effects on watched users. */
import type { Fill, OrderSnapshot, OrderState, OrderUpdate } from '../../../shared/wire/market-data';
import type { Batch, EventOf } from '../../core/event';
import { positionOf } from '../../core/event';
import { orderTermsOf, type CancelReason, type Order } from '../../core/market/order';
import { broken } from '../../core/rejection';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';
import type { MarketsView } from './markets';
import { UpdateLog } from './update-log';

/** An order of the core, without its hold and related fields. */
type LiveOrder = Omit<Order, 'hold' | 'clientId' | 'contract' | 'fixedFee' | 'stake'> & {
  /** Robot that placed the order; null if a user placed it. */
  robot: number | null;
};

export class OpenOrdersView implements LiveView {
  position = -1;
  readonly updates = new UpdateLog<OrderUpdate>();
  private readonly orders = new Map<number, LiveOrder>();
  /** In order of placing. */
  private readonly byUser = new Map<number, Set<LiveOrder>>();
  /** Effects of the batch being folded on watched users. */
  private touched = new Map<number, { orders: Map<number, OrderState>; fills: Fill[] }>();

  constructor(private readonly markets: MarketsView) {}

  private readonly folds: Folds = {
    OrderPlaced: (event) => this.place(event),
    OrderTriggered: ({ order, disposition }) =>
      this.setPhase(this.requireOrder(order), disposition === 'rests' ? 'resting' : 'taking'),
    OrderRested: ({ order }) => this.setPhase(this.requireOrder(order), 'resting'),
    TradeExecuted: (event) => this.trade(event),
    OrderAmended: ({ order: id, price, quantity, disposition }) => {
      const order = this.requireOrder(id);
      order.price = price;
      order.quantity = quantity;
      this.setPhase(order, disposition === 'waits' ? 'waiting' : disposition === 'takes' ? 'taking' : 'resting');
    },
    OrderCancelled: ({ order, reason }) => this.close(this.requireOrder(order), reason),
  };

  fold(batch: Batch): void {
    foldEvents(this.folds, batch);
    this.position = positionOf(batch);
    if (this.touched.size === 0) return;
    for (const [user, { orders, fills }] of this.touched) {
      this.updates.append(user, { position: this.position, at: batch.at, orders: [...orders.values()], fills });
    }
    this.touched = new Map();
  }

  seed(state: CoreState): void {
    for (const { hold: _, clientId: __, fixedFee: ___, contract, stake, ...order } of state.orders.values()) {
      if (contract === null) this.open({ robot: stake?.robot ?? null, ...order });
    }
    this.position = state.position;
  }

  snapshot(user: number): OrderSnapshot {
    const orders = [...(this.byUser.get(user) ?? [])].map((order) => this.toOrder(order, null));
    return { position: this.position, orders };
  }

  /** A user's open orders with their filled parts. */
  openOf(user: number): Iterable<Readonly<Pick<LiveOrder, 'id' | 'filledQuantity'>>> {
    return this.byUser.get(user) ?? [];
  }

  /** The market of a user's open order. */
  marketOf(user: number, order: number): string | undefined {
    const found = this.orders.get(order);
    return found?.user === user ? found.market : undefined;
  }

  /** Starts logging the user's updates for `since`. */
  watch(user: number): void {
    this.updates.watch(user, this.position);
  }

  private place(event: EventOf<'OrderPlaced'>): void {
    const { order: id, user, market, side, disposition } = event;
    const order: LiveOrder = {
      id,
      user,
      market,
      side,
      ...orderTermsOf(event),
      phase: disposition === 'rests' ? 'resting' : disposition === 'waits' ? 'waiting' : 'taking',
      price: event.price ?? 0,
      quantity: event.quantity ?? 0,
      filledQuantity: 0,
      quoteAmount: event.quoteAmount ?? 0n,
      filledQuote: 0n,
      trigger: event.trigger ?? 0,
      robot: event.robot ?? null,
    };
    this.open(order);
    this.markTouched(order, null);
  }

  private trade(event: EventOf<'TradeExecuted'>): void {
    const { price, quantity, makerOrder, takerOrder, makerFee, takerFee } = event;
    const notional = this.markets.get(event.market).notional(price, quantity);
    this.fill(this.requireOrder(makerOrder), event, notional, 'maker', makerFee);
    this.fill(this.requireOrder(takerOrder), event, notional, 'taker', takerFee);
  }

  private fill(
    order: LiveOrder,
    event: EventOf<'TradeExecuted'>,
    notional: bigint,
    role: Fill['role'],
    fee: bigint,
  ): void {
    order.filledQuantity += event.quantity;
    order.filledQuote += notional;
    if (this.updates.isWatched(order.user)) {
      this.touchedOf(order.user).fills.push(this.fillOf(order, event, role, fee));
    }
    if (isFilled(order)) this.close(order, null);
    else this.markTouched(order, null);
  }

  private fillOf(order: LiveOrder, event: EventOf<'TradeExecuted'>, role: Fill['role'], fee: bigint): Fill {
    const market = this.markets.get(order.market);
    const buys = order.side === 'buy';
    return {
      trade: String(event.trade),
      order: String(order.id),
      market: order.market,
      role,
      price: market.price(event.price),
      quantity: market.quantity(event.quantity),
      fee: buys ? market.baseAmount(fee) : market.quoteAmount(fee),
      feeAsset: buys ? market.terms.base : market.terms.quote,
    };
  }

  private setPhase(order: LiveOrder, phase: LiveOrder['phase']): void {
    order.phase = phase;
    this.markTouched(order, null);
  }

  private open(order: LiveOrder): void {
    this.orders.set(order.id, order);
    const open = this.byUser.get(order.user);
    if (open) open.add(order);
    else this.byUser.set(order.user, new Set([order]));
  }

  private close(order: LiveOrder, reason: CancelReason | null): void {
    this.orders.delete(order.id);
    const open = this.byUser.get(order.user);
    open?.delete(order);
    if (open?.size === 0) this.byUser.delete(order.user);
    this.markTouched(order, { reason });
  }

  private markTouched(order: LiveOrder, closed: { reason: CancelReason | null } | null): void {
    if (!this.updates.isWatched(order.user)) return;
    this.touchedOf(order.user).orders.set(order.id, this.toOrder(order, closed));
  }

  private touchedOf(user: number): { orders: Map<number, OrderState>; fills: Fill[] } {
    let touched = this.touched.get(user);
    if (!touched) {
      touched = { orders: new Map(), fills: [] };
      this.touched.set(user, touched);
    }
    return touched;
  }

  private toOrder(order: LiveOrder, closed: { reason: CancelReason | null } | null): OrderState {
    const market = this.markets.get(order.market);
    return {
      order: String(order.id),
      market: order.market,
      side: order.side,
      kind: order.kind,
      timeInForce: order.timeInForce,
      phase: closed ? 'closed' : order.phase === 'waiting' ? 'waiting' : 'resting',
      status: closed ? closedStatus(order, closed.reason) : order.filledQuantity > 0 ? 'partially_filled' : 'pending',
      reason: closed?.reason ?? null,
      price: order.price === 0 ? null : market.price(order.price),
      quantity: order.quantity === 0 ? null : market.quantity(order.quantity),
      quoteAmount: order.quoteAmount === 0n ? null : market.quoteAmount(order.quoteAmount),
      trigger: order.trigger === 0 ? null : market.price(order.trigger),
      filledQuantity: market.quantity(order.filledQuantity),
      filledQuote: market.quoteAmount(order.filledQuote),
      ...(order.robot !== null && { robot: String(order.robot) }),
    };
  }

  private requireOrder(id: number): LiveOrder {
    return this.orders.get(id) ?? broken(`order ${id} is not open`);
  }
}

function isFilled(order: LiveOrder): boolean {
  return order.quoteAmount > 0n ? order.filledQuote === order.quoteAmount : order.filledQuantity === order.quantity;
}

/** A command cancels; an unfillable rest expires; a remaining quote amount below one lot counts as filled. */
function closedStatus({ filledQuantity }: LiveOrder, reason: CancelReason | null): OrderState['status'] {
  if (reason === null || (reason === 'quote_remainder' && filledQuantity > 0)) return 'filled';
  if (filledQuantity === 0) return 'cancelled';
  return reason === 'requested' || reason === 'staff' || reason === 'account_frozen' || reason === 'self_trade'
    ? 'partially_cancelled'
    : 'expired_in_part';
}
