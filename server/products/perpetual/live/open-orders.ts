/** Open orders of perpetuals by user, with their holds: part of a user's contract state. */
import type { MarginMode } from '../core/state';
import type { ContractOrderState } from '../../../../shared/products/perpetual/stream';
import type { Batch, EventOf } from '../../../core/event';
import { getOrThrow } from '../../../core/evolve-helpers';
import type { Entry } from '../../../core/ledger/entry';
import { orderTermsOf, type Order, type OrderContract } from '../../../core/market/order';
import type { CoreState } from '../../../core/state';
import type { Folds } from '../../../views/live/live-view';
import type { MarketsView } from '../../../views/live/markets';

/** An order of the core, with the remaining amount of its hold. */
type LiveOrder = Omit<Order, 'fixedFee' | 'stake' | 'hold' | 'quoteAmount' | 'contract'> & {
  contract: OrderContract;
  hold: number | null;
  heldAmount: bigint;
  /** Open lots without a hold, because they close the opposite position. */
  against: number;
  /** Ticks of attached stops; 0 without one. */
  takeProfit: number;
  stopLoss: number;
};

/** Callback for changes of a watched user's order. */
type OnOrderChange = (user: number, order: () => ContractOrderState) => void;

export class OpenContractOrders {
  private readonly orders = new Map<number, LiveOrder>();
  /** In order of placing. */
  private readonly byUser = new Map<number, Set<LiveOrder>>();
  private readonly byHold = new Map<number, LiveOrder>();

  constructor(
    private readonly markets: MarketsView,
    private readonly leverageOf: (user: number, market: string) => number,
    private readonly modeOf: (user: number, market: string) => MarginMode,
    private readonly touch: OnOrderChange,
  ) {}

  /** Runs before the batch's entries are posted: an order exists before its hold is filled. */
  addNewOrders({ command, events }: Batch): void {
    for (const event of events) {
      if (event.type === 'PerpetualOrderPlaced') this.place(event, command.clientId ?? null);
      // An order without a hold may get one.
      if (event.type === 'PerpetualOrderAmended' || event.type === 'PerpetualOrderTriggered')
        this.assignHold(getOrThrow(this.orders, event.order), event.entries);
    }
  }

  /** Adds an entry to the order's hold, or subtracts it. */
  applyEntry({ debit, amount, hold }: Entry): void {
    const order = hold === undefined ? undefined : this.byHold.get(hold);
    if (!order) return;
    order.heldAmount += debit.endsWith('/frozen') ? -amount : amount;
    this.pushOrder(order);
  }

  /** Units held for a user by orders of cross markets in that quote asset. */
  crossHeldBy(user: number, asset: string): bigint {
    let heldAmount = 0n;
    for (const order of this.byUser.get(user) ?? []) {
      const isOf = this.markets.get(order.market).terms.quote === asset && this.modeOf(user, order.market) === 'cross';
      if (isOf) heldAmount += order.heldAmount;
    }
    return heldAmount;
  }

  readonly folds: Folds = {
    PerpetualOrderPlaced: ({ order }) => this.pushOrder(getOrThrow(this.orders, order)),
    PerpetualOrderTriggered: ({ order: id, disposition, quantity, against = 0 }) => {
      const order = getOrThrow(this.orders, id);
      Object.assign(order, { quantity, against });
      this.setPhase(order, disposition === 'rests' ? 'resting' : 'taking');
    },
    PerpetualOrderRested: ({ order: id, against = 0 }) => {
      const order = getOrThrow(this.orders, id);
      order.against = against;
      this.setPhase(order, 'resting');
    },
    PerpetualOrderAmended: ({ order: id, price, quantity, trigger = 0, disposition, against = 0, ...changes }) => {
      const order = getOrThrow(this.orders, id);
      const { takeProfit = order.takeProfit, stopLoss = order.stopLoss } = changes;
      Object.assign(order, { price, quantity, trigger, takeProfit, stopLoss, against });
      this.setPhase(order, disposition === 'waits' ? 'waiting' : disposition === 'takes' ? 'taking' : 'resting');
    },
    PerpetualOrderCut: ({ order: id, cut }) => {
      const order = getOrThrow(this.orders, id);
      order.quantity -= cut;
      order.against = Math.max(0, order.against - cut);
      this.pushOrder(order);
    },
    PerpetualOrderCancelled: ({ order, reason }) => this.close(getOrThrow(this.orders, order), reason),
    PerpetualTraded: ({ makerOrder, makerReleased, takerOrder, takerReleased, quantity, notional }) => {
      this.fill(getOrThrow(this.orders, makerOrder), quantity, notional, makerReleased !== undefined);
      this.fill(getOrThrow(this.orders, takerOrder), quantity, notional, takerReleased !== undefined);
    },
    LeverageSet: ({ user, market }) => {
      for (const order of this.byUser.get(user) ?? []) if (order.market === market) this.pushOrder(order);
    },
  };

  seed({ orders, holds, stops: { attached } }: CoreState): void {
    for (const { hold, quoteAmount: _, fixedFee: __, contract, ...order } of orders.values()) {
      if (contract === null) continue;
      const heldAmount = hold ? (holds.get(hold.id)?.remaining ?? 0n) : 0n;
      const { takeProfit, stopLoss } = attached.get(order.id) ?? { takeProfit: null, stopLoss: null };
      const attachedPrices = { takeProfit: takeProfit?.trigger ?? 0, stopLoss: stopLoss?.trigger ?? 0 };
      const { against = 0 } = contract;
      this.open({ ...order, contract, hold: hold?.id ?? null, heldAmount, against, ...attachedPrices });
    }
  }

  /** In order of placing. */
  snapshot(user: number): ContractOrderState[] {
    return [...(this.byUser.get(user) ?? [])].map((order) => this.toWire(order, null));
  }

  /** The market of a user's open order. */
  marketOf(user: number, order: number): string | undefined {
    const found = this.orders.get(order);
    return found?.user === user ? found.market : undefined;
  }

  /** Whether its owner gave an open order a client id. */
  hasClientId(order: number): boolean {
    return (this.orders.get(order)?.clientId ?? null) !== null;
  }

  private place(event: EventOf<'PerpetualOrderPlaced'>, clientId: string | null): void {
    const { order: id, user, market, side, disposition, quantity, position, closes, level } = event;
    const order: LiveOrder = {
      id,
      user,
      market,
      side,
      ...orderTermsOf(event),
      clientId,
      phase: disposition === 'rests' ? 'resting' : disposition === 'waits' ? 'waiting' : 'taking',
      price: event.price ?? 0,
      quantity,
      filledQuantity: 0,
      filledQuote: 0n,
      trigger: event.trigger ?? 0,
      contract: { position, closes: closes === 1, level, triggerBy: event.triggerBy },
      hold: null,
      heldAmount: 0n,
      against: event.against ?? 0,
      takeProfit: event.takeProfit ?? 0,
      stopLoss: event.stopLoss ?? 0,
    };
    this.open(order);
    this.assignHold(order, event.entries);
  }

  private assignHold(order: LiveOrder, entries: readonly Entry[]): void {
    const { hold } = entries.find(({ kind }) => kind === 'hold_long' || kind === 'hold_short') ?? {};
    if (hold === undefined || hold === order.hold) return;
    if (order.hold !== null) this.byHold.delete(order.hold);
    order.hold = hold;
    this.byHold.set(hold, order);
  }

  private fill(order: LiveOrder, quantity: number, notional: bigint, closes: boolean): void {
    order.filledQuantity += quantity;
    order.filledQuote += notional;
    if (closes) order.against = Math.max(0, order.against - quantity);
    if (order.filledQuantity === order.quantity) this.close(order, null);
    else this.pushOrder(order);
  }

  private setPhase(order: LiveOrder, phase: LiveOrder['phase']): void {
    order.phase = phase;
    this.pushOrder(order);
  }

  private open(order: LiveOrder): void {
    this.orders.set(order.id, order);
    if (order.hold !== null) this.byHold.set(order.hold, order);
    const userOrders = this.byUser.get(order.user);
    if (userOrders) userOrders.add(order);
    else this.byUser.set(order.user, new Set([order]));
  }

  private close(order: LiveOrder, reason: string | null): void {
    this.orders.delete(order.id);
    if (order.hold !== null) this.byHold.delete(order.hold);
    const userOrders = this.byUser.get(order.user);
    userOrders?.delete(order);
    if (userOrders?.size === 0) this.byUser.delete(order.user);
    order.heldAmount = 0n;
    this.touch(order.user, () => this.toWire(order, { reason }));
  }

  private pushOrder(order: LiveOrder): void {
    this.touch(order.user, () => this.toWire(order, null));
  }

  private toWire(order: LiveOrder, closed: { reason: string | null } | null): ContractOrderState {
    const market = this.markets.get(order.market);
    const { position, closes, triggerBy = null } = order.contract;
    const price = (ticks: number): string | null => (ticks === 0 ? null : market.price(ticks));
    return {
      id: String(order.id),
      clientId: order.clientId,
      market: order.market,
      side: order.side,
      position,
      act: closes ? 'close' : 'open',
      kind: order.kind,
      timeInForce: order.timeInForce,
      price: price(order.price),
      trigger: price(order.trigger),
      triggerBy,
      takeProfit: price(order.takeProfit),
      stopLoss: price(order.stopLoss),
      quantity: market.quantity(order.quantity),
      filledQuantity: market.quantity(order.filledQuantity),
      filledValue: market.quoteAmount(order.filledQuote),
      held: market.quoteAmount(order.heldAmount),
      against: market.quantity(closed ? 0 : order.against),
      leverage: this.leverageOf(order.user, order.market),
      mode: this.modeOf(order.user, order.market),
      phase: closed ? 'closed' : order.phase === 'waiting' ? 'waiting' : 'resting',
      reason: closed?.reason ?? null,
    };
  }
}
