/**
 * What users hear of their orders when they were not there: that one was filled, fired, expired or was cancelled by somebody
 * else. One message when it ends or fires, none a fill; none of what their own command did at once, which its answer told;
 * and none of orders that bear no client id: those of a market maker's quotes, of which there are thousands a minute.
 *
 * Open orders are followed here, so that nothing is looked up for a trade. Read models are asked only for orders placed
 * before this process had come as far and over when it began.
 */
import type { MessageFacts, MessageKey } from '../../shared/wire/messages-center';
import { positionOf, type Batch, type EventOf } from '../core/event';
import type { CancelReason, OrderSide } from '../core/market/order';
import { clientIdOf } from '../core/spot/evolve';
import type { CoreState } from '../core/state';
import { MarketsView } from '../views/live/markets';
import type { OrderRow } from '../views/stored/tables';

/** `order.margin` is told of contracts' orders. */
type OrderMessage = Extract<MessageKey, `order.${string}`>;

export type ToldOfOrder = {
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

/** What became of an order in a batch: a later fate in the same batch takes the place of an earlier one. */
type Fate = { how: 'fired' } | { how: 'filled' } | { how: 'ended'; why: CancelReason };

interface Found {
  order: FollowedOrder;
  fate: Fate;
}

/** Reasons of which users hear otherwise: their own act, the message that the account is frozen, and what counts as filled. */
const UNTOLD: ReadonlySet<CancelReason> = new Set(['requested', 'account_frozen', 'quote_remainder']);

export class ToldOrders {
  private readonly markets = new MarketsView();
  private readonly orders = new Map<number, FollowedOrder>();
  /** Orders that were open when this began: what is told until then they have behind them already. */
  private readonly ahead = new Set<number>();
  private readonly begun: number;
  /** All orders from here on were seen when they were placed. */
  private seenFrom = Infinity;
  /** The last batch that was followed; it is asked for again when its messages could not be stored. */
  private last = -1;
  private found: Found[] = [];
  private unknown = new Map<number, Fate['how'] | null>();

  constructor(
    state: CoreState,
    private readonly older: (order: number) => Promise<OrderRow | undefined>,
  ) {
    this.markets.seed(state);
    this.begun = state.position;
    for (const order of state.orders.values()) {
      this.ahead.add(order.id);
      if (order.clientId !== null) this.orders.set(order.id, followed(order));
    }
  }

  /** Takes in a batch, once however often it is delivered. Returns whether anything of it is to be told. */
  follow(batch: Batch): boolean {
    const position = positionOf(batch);
    if (position > this.last) {
      this.last = position;
      this.found = [];
      this.unknown = new Map();
      if (position > this.markets.position) this.markets.fold(batch);
      if (position > this.begun) this.ahead.clear();
      this.fold(batch, position);
    }
    return this.found.length > 0 || this.unknown.size > 0;
  }

  /** What users hear of the batch that was followed last. */
  async told(batch: Batch): Promise<ToldOfOrder[]> {
    const found = [...this.found];
    for (const [id, fate] of this.unknown) {
      const order = await this.endedBefore(id, fate, positionOf(batch));
      if (order) found.push(order);
    }
    return found.map((one) => this.worded(one));
  }

  private fold(batch: Batch, position: number): void {
    /** Orders whose own user has just placed or amended them: the answer says how far they came. */
    const answered = new Set<number>();
    const fates = new Map<number, Found>();
    const meet = (id: number, fate: Fate['how'] | null) => {
      if (position > this.begun || id >= this.seenFrom || this.ahead.has(id)) return;
      this.unknown.set(id, fate ?? this.unknown.get(id) ?? null);
    };
    for (const event of batch.events) {
      if (event.type === 'OrderPlaced') {
        this.place(event, batch);
        answered.add(event.order);
      } else if (event.type === 'OrderAmended') {
        const order = this.orders.get(event.order);
        if (order && !this.isBehind(order.id, position)) order.quantity = event.quantity;
        answered.add(event.order);
      } else if (event.type === 'OrderTriggered') {
        const order = this.orders.get(event.order);
        if (order) fates.set(order.id, { order, fate: { how: 'fired' } });
        else meet(event.order, 'fired');
      } else if (event.type === 'TradeExecuted') {
        for (const id of [event.makerOrder, event.takerOrder]) {
          const order = this.orders.get(id);
          if (!order) meet(id, null);
          else if (!this.isBehind(id, position) && isFilledBy(order, event)) {
            this.orders.delete(id);
            if (!answered.has(id)) fates.set(id, { order, fate: { how: 'filled' } });
          }
        }
      } else if (event.type === 'OrderCancelled') {
        const order = this.orders.get(event.order);
        this.orders.delete(event.order);
        if (!order) meet(event.order, null);
        else if (!answered.has(order.id)) {
          const fate = fateOf(order, event.reason);
          if (fate) fates.set(order.id, { order, fate });
        }
      }
    }
    // What stays open is changed by later batches; what is told of this one is not.
    this.found = [...fates.values()].map(({ order, fate }) => ({ order: { ...order }, fate }));
  }

  private place(event: EventOf<'OrderPlaced'>, batch: Batch): void {
    if (this.seenFrom === Infinity) this.seenFrom = event.order;
    if (this.ahead.has(event.order) || clientIdOf(event, batch) === null) return;
    const { order: id, user, market, side, trigger = 0, quantity = 0, quoteAmount = 0n } = event;
    const filled = { filledQuantity: 0, filledQuote: 0n };
    this.orders.set(id, { id, user, market, side, trigger, quantity, quoteAmount, ...filled });
  }

  /** The order was taken from a state that has this batch already. */
  private isBehind(order: number, position: number): boolean {
    return position <= this.begun && this.ahead.has(order);
  }

  /** What became in this batch of an order that was over before this began. */
  private async endedBefore(id: number, fate: Fate['how'] | null, position: number): Promise<Found | null> {
    const row = await this.older(id);
    // It is placed and over, so the read models will know: the batch is told again until they do.
    if (!row || row.position < position) throw new Error(`order ${id} is not in the read models yet`);
    if (row.clientId === null) return null;
    const order = followed({
      ...row,
      user: row.userId,
      trigger: row.triggerPrice ?? 0,
      quantity: row.quantity ?? 0,
      quoteAmount: row.quoteAmount ?? 0n,
    });
    const ended: Fate | null = row.reason === null ? { how: 'filled' } : fateOf(row, row.reason);
    // What it came to later is told with the batch in which it did.
    const isHere = row.position === position && row.open === 0;
    const came: Fate | null = (isHere ? ended : null) ?? (fate === 'fired' ? { how: 'fired' } : null);
    return came && { order, fate: came };
  }

  private worded({ order, fate }: Found): ToldOfOrder {
    const { id, user, market: name, side } = order;
    const market = this.markets.get(name);
    const { base, quote } = market.terms;
    const filled = {
      ...{ order: String(id), market: name, side, base, quote },
      amount: market.quantity(order.filledQuantity),
      total: market.quoteAmount(order.filledQuote),
    };
    if (fate.how === 'filled') return { user, key: 'order.filled', facts: filled, order: id };
    if (fate.how === 'fired') {
      const facts = { order: String(id), market: name, side, quote, trigger: market.price(order.trigger) };
      return { user, key: 'order.triggered', facts, order: id };
    }
    const key = fate.why === 'staff' || fate.why === 'self_trade' ? 'order.cancelled' : 'order.expired';
    return { user, key, facts: { ...filled, why: fate.why }, order: id };
  }
}

/** Takes in a fill; true when it was the last. */
function isFilledBy(order: FollowedOrder, { quantity, notional }: EventOf<'TradeExecuted'>): boolean {
  order.filledQuantity += quantity;
  order.filledQuote += notional;
  return order.quoteAmount > 0n ? order.filledQuote === order.quoteAmount : order.filledQuantity === order.quantity;
}

/** What its user hears of an order that ended for this reason; null for nothing. */
function fateOf({ filledQuantity }: Pick<FollowedOrder, 'filledQuantity'>, why: CancelReason): Fate | null {
  // It bought all that its money was good for.
  if (why === 'quote_remainder' && filledQuantity > 0) return { how: 'filled' };
  return UNTOLD.has(why) ? null : { how: 'ended', why };
}

function followed(order: FollowedOrder): FollowedOrder {
  const { id, user, market, side, trigger, quantity, quoteAmount, filledQuantity, filledQuote } = order;
  return { id, user, market, side, trigger, quantity, quoteAmount, filledQuantity, filledQuote };
}
