/** Open orders of perpetuals by user, with what each holds: a part of what is told of a user's contracts. */
import type { MarginMode } from '../core/state';
import type { ContractOrderState } from '../../../../shared/products/perpetual/stream';
import type { Batch, EventOf } from '../../../core/event';
import { known } from '../../../core/folding';
import type { Entry } from '../../../core/ledger/entry';
import { orderTermsOf, type Order, type OrderContract } from '../../../core/market/order';
import type { CoreState } from '../../../core/state';
import type { Folds } from '../../../views/live/live-view';
import type { MarketsView } from '../../../views/live/markets';

/** An order of the core, and what its hold has. */
type LiveOrder = Omit<Order, 'fixedFee' | 'stake' | 'hold' | 'quoteAmount' | 'contract'> & {
  contract: OrderContract;
  hold: number | null;
  held: bigint;
  /** Open lots that hold nothing, because they close what stands on the other side. */
  against: number;
  /** Ticks of the stops that it brings along; 0 of none. */
  takeProfit: number;
  stopLoss: number;
};

/** What an order of its owner has become is told here. */
type Touch = (user: number, order: () => ContractOrderState) => void;

export class OpenContractOrders {
  private readonly orders = new Map<number, LiveOrder>();
  /** In order of placing. */
  private readonly byUser = new Map<number, Set<LiveOrder>>();
  private readonly byHold = new Map<number, LiveOrder>();

  constructor(
    private readonly markets: MarketsView,
    private readonly leverageOf: (user: number, market: string) => number,
    private readonly modeOf: (user: number, market: string) => MarginMode,
    private readonly touch: Touch,
  ) {}

  /** Before the entries of the batch are posted: an order is there before its hold is filled. */
  begin({ command, events }: Batch): void {
    for (const event of events) {
      if (event.type === 'PerpetualOrderPlaced') this.place(event, command.clientId ?? null);
      // One that held nothing may hold something from now on.
      if (event.type === 'PerpetualOrderAmended' || event.type === 'PerpetualOrderTriggered')
        this.assign(known(this.orders, event.order), event.entries);
    }
  }

  /** What an entry takes from the hold of an order, or adds to it. */
  post({ debit, amount, hold }: Entry): void {
    const order = hold === undefined ? undefined : this.byHold.get(hold);
    if (!order) return;
    order.held += debit.endsWith('/frozen') ? -amount : amount;
    this.tell(order);
  }

  /** Units that orders of cross markets hold for a user, in that quote asset. */
  crossHeldBy(user: number, asset: string): bigint {
    let held = 0n;
    for (const order of this.byUser.get(user) ?? []) {
      const isOf = this.markets.get(order.market).terms.quote === asset && this.modeOf(user, order.market) === 'cross';
      if (isOf) held += order.held;
    }
    return held;
  }

  readonly folds: Folds = {
    PerpetualOrderPlaced: ({ order }) => this.tell(known(this.orders, order)),
    PerpetualOrderTriggered: ({ order: id, disposition, quantity, against = 0 }) => {
      const order = known(this.orders, id);
      Object.assign(order, { quantity, against });
      this.turn(order, disposition === 'rests' ? 'resting' : 'taking');
    },
    PerpetualOrderRested: ({ order: id, against = 0 }) => {
      const order = known(this.orders, id);
      order.against = against;
      this.turn(order, 'resting');
    },
    PerpetualOrderAmended: ({ order: id, price, quantity, trigger = 0, disposition, against = 0, ...wish }) => {
      const order = known(this.orders, id);
      const { takeProfit = order.takeProfit, stopLoss = order.stopLoss } = wish;
      Object.assign(order, { price, quantity, trigger, takeProfit, stopLoss, against });
      this.turn(order, disposition === 'waits' ? 'waiting' : disposition === 'takes' ? 'taking' : 'resting');
    },
    PerpetualOrderCut: ({ order: id, cut }) => {
      const order = known(this.orders, id);
      order.quantity -= cut;
      order.against = Math.max(0, order.against - cut);
      this.tell(order);
    },
    PerpetualOrderCancelled: ({ order, reason }) => this.close(known(this.orders, order), reason),
    PerpetualTraded: ({ makerOrder, makerReleased, takerOrder, takerReleased, quantity, notional }) => {
      this.fill(known(this.orders, makerOrder), quantity, notional, makerReleased !== undefined);
      this.fill(known(this.orders, takerOrder), quantity, notional, takerReleased !== undefined);
    },
    LeverageSet: ({ user, market }) => {
      for (const order of this.byUser.get(user) ?? []) if (order.market === market) this.tell(order);
    },
  };

  seed({ orders, holds, stops: { attached } }: CoreState): void {
    for (const { hold, quoteAmount: _, fixedFee: __, contract, ...order } of orders.values()) {
      if (contract === null) continue;
      const held = hold ? (holds.get(hold.id)?.remaining ?? 0n) : 0n;
      const { takeProfit, stopLoss } = attached.get(order.id) ?? { takeProfit: null, stopLoss: null };
      const brings = { takeProfit: takeProfit?.trigger ?? 0, stopLoss: stopLoss?.trigger ?? 0 };
      const { against = 0 } = contract;
      this.open({ ...order, contract, hold: hold?.id ?? null, held, against, ...brings });
    }
  }

  /** In order of placing. */
  snapshot(user: number): ContractOrderState[] {
    return [...(this.byUser.get(user) ?? [])].map((order) => this.told(order, null));
  }

  /** The market of a user's open order. */
  marketOf(user: number, order: number): string | undefined {
    const found = this.orders.get(order);
    return found?.user === user ? found.market : undefined;
  }

  /** Whether its owner gave an open order a client id. */
  isNamed(order: number): boolean {
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
      held: 0n,
      against: event.against ?? 0,
      takeProfit: event.takeProfit ?? 0,
      stopLoss: event.stopLoss ?? 0,
    };
    this.open(order);
    this.assign(order, event.entries);
  }

  private assign(order: LiveOrder, entries: readonly Entry[]): void {
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
    else this.tell(order);
  }

  private turn(order: LiveOrder, phase: LiveOrder['phase']): void {
    order.phase = phase;
    this.tell(order);
  }

  private open(order: LiveOrder): void {
    this.orders.set(order.id, order);
    if (order.hold !== null) this.byHold.set(order.hold, order);
    const own = this.byUser.get(order.user);
    if (own) own.add(order);
    else this.byUser.set(order.user, new Set([order]));
  }

  private close(order: LiveOrder, reason: string | null): void {
    this.orders.delete(order.id);
    if (order.hold !== null) this.byHold.delete(order.hold);
    const own = this.byUser.get(order.user);
    own?.delete(order);
    if (own?.size === 0) this.byUser.delete(order.user);
    order.held = 0n;
    this.touch(order.user, () => this.told(order, { reason }));
  }

  private tell(order: LiveOrder): void {
    this.touch(order.user, () => this.told(order, null));
  }

  private told(order: LiveOrder, closed: { reason: string | null } | null): ContractOrderState {
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
      held: market.quoteAmount(order.held),
      against: market.quantity(closed ? 0 : order.against),
      leverage: this.leverageOf(order.user, order.market),
      mode: this.modeOf(order.user, order.market),
      phase: closed ? 'closed' : order.phase === 'waiting' ? 'waiting' : 'resting',
      reason: closed?.reason ?? null,
    };
  }
}
