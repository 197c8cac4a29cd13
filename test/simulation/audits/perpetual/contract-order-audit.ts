/** Contract orders as the auditor follows them, from placing to the end. Uses events only. */
import type { EventOf } from '../../../../server/core/event';
import type { CoreState } from '../../../../server/core/state';
import type { AuditedContract, AuditedOrder, Waiting } from './audited-contract';

interface Surroundings {
  fail(what: string): never;
  isFrozen(user: number): boolean;
  remaining(hold: number | null): bigint;
  contract(name: string): AuditedContract;
  /** The batch ending at `cause` reached the order's trigger; null: the order ended before it fired. */
  owe(order: number, cause: number | null): void;
  /** The order came to rest in the book, or ended. */
  rested(market: string, order: number): void;
  gone(market: string, order: number): void;
}

export class ContractOrderAudit {
  readonly orders = new Map<number, AuditedOrder>();
  readonly reasons = new Set<string>();
  private arrivals = 0;

  constructor(private readonly around: Surroundings) {}

  /** Orders that a freeze of the account ends. */
  opening(user: number): number[] {
    return [...this.orders.values()]
      .filter(({ placed }) => placed.user === user && placed.closes === 0)
      .map(({ placed }) => placed.order);
  }

  /** Open orders of a user in a market. */
  of(user: number, market: string): AuditedOrder[] {
    return [...this.orders.values()].filter(({ placed }) => placed.user === user && placed.market === market);
  }

  place(event: EventOf<'PerpetualOrderPlaced'>): void {
    const { state } = this.contract(event.market);
    const opens = event.closes === 0;
    const isOwn = event.liquidation === undefined;
    this.check(!isOwn || state === 'open' || (!opens && state === 'close_only'), `in a market that is ${state}`);
    this.check(!opens || !this.around.isFrozen(event.user), 'opens for a frozen account');
    this.check((event.position === 'long') === ((event.side === 'buy') === opens), 'goes the wrong way');
    this.check(opens || event.entries.length === 0, 'closes and holds something');
    const hold = event.entries[0]?.hold ?? null;
    const { quantity, price = 0, trigger = 0, disposition, against = 0 } = event;
    const order: AuditedOrder = {
      placed: event,
      quantity,
      filled: 0,
      rests: false,
      waits: disposition === 'waits',
      price,
      trigger,
      waiting: null,
      hold,
      against,
    };
    this.orders.set(event.order, order);
    this.check(order.waits === trigger > 0, 'waits for nothing');
    if (order.waits) this.wait(order);
    if (disposition === 'rests') this.rest(order);
  }

  amend(event: EventOf<'PerpetualOrderAmended'>): void {
    const { quantity, price, trigger = 0, disposition } = event;
    const order = this.order(event.order);
    const { book } = this.contract(event.market);
    this.check(event.openBefore === order.quantity - order.filled, `was open with ${event.openBefore}`);
    this.check(event.priceBefore === order.price, `was at ${event.priceBefore}`);
    this.check((disposition === 'waits') === order.waits, `${disposition} by being amended`);
    this.check(order.waits || trigger === order.trigger, 'has another trigger');
    this.check(quantity > order.filled, 'leaves nothing open');
    if (disposition === 'keeps') {
      this.check(price === order.price, 'keeps a place at another price');
      if (quantity !== order.quantity) book.reduce(event.order, order.quantity - quantity);
    } else if (!order.waits) {
      book.remove(event.order);
      order.rests = false;
    }
    const isMoved = trigger !== order.trigger;
    Object.assign(order, { quantity, price, trigger, against: event.against ?? 0 });
    adopt(order, event.entries);
    if (isMoved) {
      this.around.owe(event.order, null);
      this.wait(order);
    }
    if (disposition === 'rests') this.rest(order);
  }

  trigger(event: EventOf<'PerpetualOrderTriggered'>): void {
    const order = this.order(event.order);
    this.check(order.waits, 'did not wait');
    this.check(event.quantity > 0 && event.quantity <= order.quantity, `is for ${event.quantity}`);
    this.check(order.placed.closes === 1 || event.quantity === order.quantity, 'is for less');
    Object.assign(order, { waits: false, quantity: event.quantity, against: event.against ?? 0 });
    adopt(order, event.entries);
    this.around.owe(event.order, null);
    if (event.disposition === 'rests') this.rest(order);
  }

  private wait(order: AuditedOrder): void {
    const { market, triggerBy } = order.placed;
    const { last, mark } = this.contract(market);
    const price = triggerBy === 'mark' ? mark : last;
    this.check(price > 0 && price !== order.trigger, 'waits for what is there');
    order.waiting = { above: order.trigger > price, arrival: ++this.arrivals };
  }

  /** Triggers that the price has reached, by trigger price from its former side, then by arrival. */
  reach(name: string, by: 'last' | 'mark', price: number, cause: number): void {
    const reached: (AuditedOrder & { waiting: Waiting })[] = [];
    for (const order of this.orders.values()) {
      const { placed, waiting, trigger } = order;
      if (placed.market !== name || placed.triggerBy !== by || !waiting) continue;
      if (waiting.above ? price >= trigger : price <= trigger) reached.push({ ...order, waiting });
    }
    const away = ({ waiting, trigger }: (typeof reached)[number]): number => (waiting.above ? trigger : -trigger);
    const rank = (one: (typeof reached)[number]): number => (one.waiting.above ? 0 : 1);
    reached.sort((a, b) => rank(a) - rank(b) || away(a) - away(b) || a.waiting.arrival - b.waiting.arrival);
    for (const { placed } of reached) {
      this.order(placed.order).waiting = null;
      this.around.owe(placed.order, cause);
    }
  }

  rest(order: AuditedOrder): void {
    const { placed } = order;
    order.rests = true;
    const { book } = this.contract(placed.market);
    book.add(placed.side, placed.order, placed.user, order.price, order.quantity - order.filled);
    this.around.rested(placed.market, placed.order);
    const [buy, sell] = [book.bestTicks('buy'), book.bestTicks('sell')];
    this.check(buy === 0 || sell === 0 || buy < sell, 'crosses the book');
  }

  cut(event: EventOf<'PerpetualOrderCut'>): void {
    const order = this.order(event.order);
    const closes = order.placed.closes === 1 ? order.quantity - order.filled : order.against;
    this.check(closes >= event.cut && order.rests, 'cuts what does not close');
    if (order.placed.closes === 0) order.against -= event.cut;
    this.contract(event.market).book.reduce(event.order, event.cut);
    order.quantity -= event.cut;
    this.check(order.quantity > order.filled, 'leaves nothing open');
  }

  cancel(event: EventOf<'PerpetualOrderCancelled'>): void {
    const order = this.order(event.order);
    this.reasons.add(event.reason);
    this.check(event.rested === (order.rests ? 1 : 0), `rested ${event.rested}`);
    this.check(event.open === order.quantity - order.filled && event.open > 0, `open ${event.open}`);
    if (order.rests) this.contract(event.market).book.remove(event.order);
    this.around.owe(event.order, null);
    this.close(order);
  }

  close(order: AuditedOrder): void {
    this.check(this.around.remaining(order.hold) === 0n, `order ${order.placed.order} leaves something held`);
    this.orders.delete(order.placed.order);
    this.around.gone(order.placed.market, order.placed.order);
  }

  compare(state: CoreState): void {
    this.compareOrdered(state);
    for (const [id, { quantity, filled, hold }] of this.orders) {
      const real = state.orders.get(id);
      const held = this.around.remaining(hold) > 0n ? hold : null;
      const same = real?.quantity === quantity && real.filledQuantity === filled && (real.hold?.id ?? null) === held;
      this.check(same, `order ${id} is not the same`);
    }
  }

  /** The core's sums over a user's open orders match the orders. */
  private compareOrdered({ orders, perpetual: { ordered } }: CoreState): void {
    const sums = new Map<string, { opening: number; atPrices: bigint; closing: number }>();
    const add = (key: string, opening: number, ticks: number, closing: number): void => {
      const before = sums.get(key) ?? { opening: 0, atPrices: 0n, closing: 0 };
      const atPrices = before.atPrices + BigInt(opening) * BigInt(ticks);
      sums.set(key, { opening: before.opening + opening, atPrices, closing: before.closing + closing });
    };
    for (const { user, market, contract, phase, quantity, filledQuantity, price, trigger } of orders.values()) {
      if (!contract) continue;
      const { position, closes, against = 0 } = contract;
      const [open, closing] = [quantity - filledQuantity, closes ? position : position === 'long' ? 'short' : 'long'];
      add(`${user} ${market} ${closing}`, 0, 0, phase === 'resting' ? (closes ? open : against) : 0);
      if (!closes) add(`${user} ${market} ${position}`, open - against, price === 0 ? trigger : price, 0);
    }
    for (const [key, { opening, atPrices, closing }] of sums) {
      const [user, market, side] = key.split(' ') as [string, string, 'long' | 'short'];
      const own = ordered.get(Number(user))?.get(market)?.[side] ?? { opening: 0, atPrices: 0n, closing: 0 };
      const same = own.opening === opening && own.atPrices === atPrices && own.closing === closing;
      this.check(same, `${key}: ${own.opening} and ${own.closing} are ordered, not ${opening} and ${closing}`);
    }
    const markets = new Set(
      [...sums].filter(([, sum]) => sum.opening + sum.closing > 0).map(([key]) => key.replace(/ \w+$/, '')),
    );
    const kept = [...ordered.values()].reduce((sum, own) => sum + own.size, 0);
    this.check(kept === markets.size, `${kept} sums are kept, not ${markets.size}`);
  }

  order(id: number): AuditedOrder {
    return this.orders.get(id) ?? this.around.fail(`order ${id} is unknown`);
  }
  private contract(name: string): AuditedContract {
    return this.around.contract(name);
  }
  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}

/** An order without a hold may get one by an amendment. */
function adopt(order: AuditedOrder, entries: EventOf<'PerpetualOrderAmended'>['entries']): void {
  order.hold = entries.find(({ kind }) => kind === 'hold_long' || kind === 'hold_short')?.hold ?? order.hold;
}
