/**
 * Auditor part for perpetuals. After every event signed lots sum to zero, `clearing` and position costs cancel out, no
 * order closes more than the position, and a fill moves only each side's profit and fee. Uses events only; shares no
 * arithmetic with the core.
 */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../../server/core/event';
import type { CoreState } from '../../../../server/core/state';
import { add, type AuditedPosition, type Deltas } from '../audited';
import { ContractFillAudit } from './contract-fill-audit';
import { ContractMarketAudit } from './contract-market-audit';
import { ContractOrderAudit } from './contract-order-audit';
import type { CrossLiquidationEvent } from './cross-audit';
import { LiquidationAudit, type LiquidationEvent } from './liquidation-audit';

const PERPETUAL_EVENTS = [
  'PerpetualMarketListed',
  'PerpetualMarketStateChanged',
  'LeverageSet',
  'MarginModeSet',
  'PositionModeSet',
  'PerpetualOrderPlaced',
  'PerpetualOrderAmended',
  'PerpetualOrderTriggered',
  'PerpetualOrderRested',
  'PerpetualOrderCut',
  'PerpetualOrderCancelled',
  'PerpetualTraded',
  'MarginAdjusted',
  'ProfitSettled',
  'MarginDrawn',
] as const satisfies EventType[];
type PerpetualEvent = EventOf<(typeof PERPETUAL_EVENTS)[number]>;

export function isOfPerpetuals(event: CoreEvent): event is PerpetualEvent {
  return PERPETUAL_EVENTS.some((type) => type === event.type);
}

interface Surroundings {
  fail(what: string): never;
  scaleOf(asset: string): number;
  isFrozen(user: number): boolean;
  balance(account: string): bigint;
  remaining(hold: number | null): bigint;
  accountOf(hold: number): string;
  nextTrade(): number;
  /** The user's fee level for contract fills. */
  levelAt(user: number, at: number): number;
  /** The batch ending at `cause` reached the order's trigger; null: the order ended before it fired. */
  owe(order: number, cause: number | null): void;
  /** The order came to rest in the book, or ended. */
  rested(market: string, order: number): void;
  gone(market: string, order: number): void;
}

export class PerpetualAudit {
  readonly positions = new Map<number, AuditedPosition>();
  trades = 0;
  /** User and market pairs in cross margin. */
  private readonly cross = new Set<string>();
  /** User and market pairs in one-way mode; `uncut`: those whose orders close more than the position. */
  private readonly oneWay = new Set<string>();
  private readonly uncut = new Set<string>();

  readonly markets: ContractMarketAudit = new ContractMarketAudit({
    fail: (what) => this.around.fail(what),
    scaleOf: (asset) => this.around.scaleOf(asset),
    balance: (account) => this.around.balance(account),
    remaining: (hold) => this.around.remaining(hold),
    accountOf: (hold) => this.around.accountOf(hold),
    levelAt: (user, at) => this.around.levelAt(user, at),
    positions: () => this.positions.values(),
    position: (id) => this.position(id),
    hasOrders: (market) => [...this.orders.values()].some(({ placed }) => placed.market === market),
    isCovered: (user, market) => this.isCovered(user, market),
    judge: (position) => this.liquidations.judge(position),
  });
  readonly contracts: ContractMarketAudit['contracts'] = this.markets.contracts;

  readonly booked: ContractOrderAudit = new ContractOrderAudit({
    fail: (what) => this.around.fail(what),
    isFrozen: (user) => this.around.isFrozen(user),
    remaining: (hold) => this.around.remaining(hold),
    contract: (name) => this.markets.contract(name),
    owe: (order, cause) => this.around.owe(order, cause),
    rested: (market, order) => this.around.rested(market, order),
    gone: (market, order) => this.around.gone(market, order),
  });
  readonly orders: ContractOrderAudit['orders'] = this.booked.orders;

  readonly liquidations: LiquidationAudit = new LiquidationAudit({
    fail: (what) => this.around.fail(what),
    positions: this.positions,
    markets: this.contracts,
    balance: (account) => this.around.balance(account),
    remaining: (hold) => this.around.remaining(hold),
    isCross: (user, market) => this.isCross(user, market),
    holdsOfOrders: (user, market) => this.booked.of(user, market).flatMap(({ hold }) => (hold !== null ? [hold] : [])),
    openOrders: (user, market) => this.booked.of(user, market).length,
  });

  private readonly fills: ContractFillAudit = new ContractFillAudit({
    fail: (what) => this.around.fail(what),
    levelAt: (user, at) => this.around.levelAt(user, at),
    contract: (name) => this.markets.contract(name),
    order: (id) => this.booked.order(id),
    position: (id) => this.position(id),
    mayTurn: (user, market) => this.oneWay.has(`${user} ${market}`),
    surplusOf: (event, batch, profit) => this.liquidations.surplusOf(event, batch, profit),
  });

  constructor(private readonly around: Surroundings) {}

  heldByCross(user: number, quote: string): bigint {
    return [...this.orders.values()]
      .filter(({ placed }) => placed.user === user && this.isCross(user, placed.market))
      .filter(({ placed }) => this.markets.contract(placed.market).listed.quote === quote)
      .reduce((sum, { hold }) => sum + this.around.remaining(hold), 0n);
  }

  /** Whether the user has cross margin in the market. */
  isCross(user: number, market: string): boolean {
    return this.cross.has(`${user} ${market}`);
  }

  /** The same, unless a position there is under takeover. */
  isCovered(user: number, market: string): boolean {
    const apart = [...this.positions.values()].some(
      (one) => one.user === user && one.market === market && this.liquidations.isApart(one.id),
    );
    return this.isCross(user, market) && !apart;
  }

  /** Moved amounts stay with their owner, except for a fill's profits and fees. */
  expect(event: PerpetualEvent, expected: Deltas, batch: Batch): void {
    if (!('entries' in event)) return;
    const moved: Deltas = new Map();
    for (const { debit, credit, amount } of event.entries) {
      add(expected, debit, -amount);
      add(expected, credit, amount);
      for (const [name, change] of [[debit, -amount] as const, [credit, amount] as const])
        add(moved, ownerOf(name), change);
    }
    const due: Deltas = new Map();
    if (event.type === 'PerpetualTraded') this.fills.expectTrade(event, due, batch);
    else if (event.type === 'ProfitSettled') this.fills.expectProfit(event, due);
    else this.check(batch.events.length > 0, 'moves nothing');
    for (const owner of new Set([...moved.keys(), ...due.keys()])) {
      const [is, should] = [moved.get(owner) ?? 0n, due.get(owner) ?? 0n];
      this.check(is === should, `gives ${owner} ${is}, not ${should}`);
    }
  }

  settle(event: PerpetualEvent, cause: number, at: number): void {
    switch (event.type) {
      case 'PerpetualMarketListed':
        this.markets.list(event);
        return;
      case 'PerpetualMarketStateChanged':
        this.markets.contract(event.market).state = event.state;
        return;
      case 'PerpetualOrderPlaced':
        this.check(event.level === this.around.levelAt(event.user, at), `is placed at level ${event.level}`);
        this.booked.place(event);
        return;
      case 'PerpetualOrderRested':
        this.booked.order(event.order).against = event.against ?? 0;
        this.booked.rest(this.booked.order(event.order));
        return;
      case 'PerpetualOrderAmended':
        this.booked.amend(event);
        return;
      case 'PerpetualOrderTriggered':
        this.booked.trigger(event);
        return;
      case 'PerpetualOrderCut':
        this.booked.cut(event);
        return;
      case 'PerpetualOrderCancelled':
        this.booked.cancel(event);
        return;
      case 'PerpetualTraded':
        this.trade(event, cause);
        return;
      case 'MarginAdjusted':
        this.check(this.position(event.position).user === event.user, 'is of another’s position');
        this.liquidations.judge(this.position(event.position));
        return;
      case 'MarginModeSet': {
        const { user, market, mode } = event;
        const isUsed = this.isUsed(user, market);
        this.check(!isUsed, 'changes what covers a position or an order');
        this.check((mode === 'cross') !== this.cross.has(`${user} ${market}`), 'changes nothing');
        if (mode === 'cross') this.cross.add(`${user} ${market}`);
        else this.cross.delete(`${user} ${market}`);
        return;
      }
      case 'PositionModeSet': {
        const { user, market, mode } = event;
        const key = `${user} ${market}`;
        const isUsed = this.isUsed(user, market);
        this.check(!isUsed && (mode === 'one_way') !== this.oneWay.has(key), 'changes nothing, or what is used');
        if (mode === 'one_way') this.oneWay.add(key);
        else this.oneWay.delete(key);
        return;
      }
      case 'ProfitSettled': {
        const position = this.position(event.position);
        this.check(this.cross.has(`${position.user} ${position.market}`), 'is of an isolated position');
        position.cost += position.side === 'long' ? event.profit : -event.profit;
        this.checkSums(event.market);
        return;
      }
      case 'MarginDrawn': {
        const { user, market, hold } = this.position(event.position);
        this.check(this.cross.has(`${user} ${market}`) && event.amount > 0n, 'is of an isolated position');
        this.check(this.around.remaining(hold) > 0n, 'leaves no margin');
        return;
      }
      case 'LeverageSet':
        for (const position of this.positions.values())
          if (position.user === event.user) this.liquidations.judge(position);
        return;
    }
  }

  /** Runs after the event's entries. */
  forgetSettled({ position }: EventOf<'PositionSettled'>): void {
    this.check(this.around.remaining(this.position(position).hold) === 0n, 'leaves something held');
    this.positions.delete(position);
  }

  /** Orders that close more than the position are cut before anything else; feeds are exempt. */
  checkTurn(batch: Batch): void {
    const { actor, command } = batch;
    const [first] = this.uncut;
    if (command.type === 'CutOrders') this.check(first !== undefined && actor === 'clock', 'cuts what nothing needs');
    else if (first !== undefined) this.check(actor === 'clock' || actor.startsWith('feed/'), `comes before ${first}`);
    this.markets.checkTurn(batch);
  }

  marked(event: EventOf<'MarkPublished'>, cause: number): void {
    this.markets.marked(event);
    if (this.markets.reachesBy(event.market)) this.booked.reach(event.market, 'mark', event.mark, cause);
  }

  private trade(event: EventOf<'PerpetualTraded'>, cause: number): void {
    this.trades++;
    const number = this.around.nextTrade();
    this.check(event.trade === number, `is trade ${event.trade}, not ${number}`);
    const { book } = this.markets.contract(event.market);
    const maker = this.booked.order(event.makerOrder);
    this.check(event.maker !== event.taker, 'is a trade with oneself');
    const [first] = book[maker.placed.side];
    this.check(first?.order === event.makerOrder && first.ticks === event.price, 'does not meet the best order');
    book.reduce(event.makerOrder, event.quantity);
    this.move(event, event.takerOrder, event.takerPosition, event.takerReleased);
    this.move(event, event.makerOrder, event.makerPosition, event.makerReleased);
    for (const id of [event.makerOrder, event.takerOrder]) {
      const order = this.booked.order(id);
      order.filled += event.quantity;
      const released = id === event.takerOrder ? event.takerReleased : event.makerReleased;
      if (released !== undefined) order.against = Math.max(0, order.against - event.quantity);
      if (order.filled === order.quantity) this.booked.close(order);
    }
    this.checkSums(event.market);
    for (const id of [event.takerPosition, event.makerPosition]) this.rejudge(id);
    this.markets.contract(event.market).last = event.price;
    this.booked.reach(event.market, 'last', event.price, cause);
  }

  /** Also judges a position that has just closed. */
  rejudge(id: number): void {
    const position = this.positions.get(id) ?? this.gone;
    if (position?.id === id) this.liquidations.judge(position);
  }
  private gone: AuditedPosition | null = null;

  /** Deleveraging closes lots on both sides. */
  settleLiquidation(event: LiquidationEvent): void {
    if (event.type === 'PositionDeleveraged') {
      for (const [id, released] of [
        [event.position, event.released],
        [event.other, event.otherReleased],
      ] as const) {
        this.lessen(this.position(id), event.lots, released);
        this.rejudge(id);
      }
      this.checkSums(event.market);
    }
    this.liquidations.settle(event);
  }

  /** Effect of an account liquidation on its positions. */
  settleCross(event: CrossLiquidationEvent): void {
    if (event.type === 'CrossLiquidationStarted') {
      this.check(event.liquidation === this.liquidations.next, 'has another number');
      this.liquidations.next++;
    }
    if (event.type === 'LegsNetted') {
      this.lessen(this.position(event.long), event.lots, event.longReleased);
      this.lessen(this.position(event.short), event.lots, event.shortReleased);
      this.checkSums(event.market);
    }
    if (event.type === 'CrossShareSet') {
      const position = this.position(event.position);
      position.cost += position.side === 'long' ? event.profit : -event.profit;
      this.checkSums(event.market);
    }
    this.liquidations.cross.settle(event);
  }

  private lessen(position: AuditedPosition, lots: number, released: bigint): void {
    position.lots -= lots;
    position.cost -= released;
    this.check(position.lots >= 0, 'closes more than there is');
    if (position.lots > 0) return;
    this.check(
      position.cost === 0n && this.around.remaining(position.hold) === 0n,
      'leaves something of what it closes',
    );
    this.positions.delete(position.id);
    this.gone = position;
    this.liquidations.judge(position);
  }

  private move(event: EventOf<'PerpetualTraded'>, id: number, positionId: number, released: bigint | undefined): void {
    const { user, market, position: ordered, closes } = this.booked.order(id).placed;
    const side = released !== undefined && closes === 0 ? (ordered === 'long' ? 'short' : 'long') : ordered;
    const known = this.positions.get(positionId);
    if (released === undefined) {
      const made = event.entries.find(({ into, debit }) => into !== undefined && debit.startsWith(`${user}/`));
      this.check(made?.into !== undefined, 'opens without collateral');
      const position = known ?? { id: positionId, user, market, side, lots: 0, cost: 0n, hold: made.into };
      this.check(position.hold === made.into && position.side === side && position.user === user, 'opens another’s');
      position.lots += event.quantity;
      position.cost += event.notional;
      this.positions.set(positionId, position);
      return;
    }
    this.check(known !== undefined && known.user === user && known.side === side, 'closes another’s');
    this.lessen(known, event.quantity, released);
  }

  /** Long lots equal short lots, and `clearing` equals the sum of all positions' results. */
  private checkSums(market: string): void {
    let lots = 0;
    let cost = 0n;
    for (const position of this.positions.values()) {
      if (position.market !== market) continue;
      lots += position.side === 'long' ? position.lots : -position.lots;
      cost += position.side === 'long' ? position.cost : -position.cost;
    }
    this.check(lots === 0, `${lots} more lots are long than short`);
    const clearing = this.around.balance(`house/clearing:${market}/${this.markets.contract(market).listed.quote}`);
    this.check(clearing + cost === 0n, `clearing is ${clearing}, not ${-cost}`);
  }

  endBatch(): void {
    this.liquidations.endBatch();
    const closing = new Map<string, number>();
    for (const { placed, quantity, filled, rests, waits, against, hold } of this.orders.values()) {
      this.check(rests !== waits, `order ${placed.order} is neither in the book nor waiting`);
      const own = `${placed.user} ${placed.market}`;
      this.check(against === 0 || this.oneWay.has(own), `order ${placed.order} holds too little`);
      const isFree = against === quantity - filled || placed.closes === 1;
      this.check(isFree === (this.around.remaining(hold) === 0n), `order ${placed.order} holds what it does not open`);
      const side = (placed.closes === 1) === (placed.position === 'long') ? 'long' : 'short';
      const lots = placed.closes === 1 ? quantity - filled : against;
      if (rests && lots > 0) closing.set(`${own} ${side}`, (closing.get(`${own} ${side}`) ?? 0) + lots);
    }
    this.uncut.clear();
    for (const { user, market, side, lots, hold, id } of this.positions.values()) {
      const key = `${user} ${market} ${side}`;
      const isTooMuch = (closing.get(key) ?? 0) > lots;
      if (isTooMuch && this.oneWay.has(`${user} ${market}`)) this.uncut.add(`${user} ${market}`);
      else this.check(!isTooMuch, `orders close more than the ${lots} lots of position ${id}`);
      this.check(this.around.remaining(hold) > 0n, `position ${id} has no collateral`);
      closing.delete(key);
    }
    for (const key of closing.keys()) {
      const own = key.slice(0, key.lastIndexOf(' '));
      this.check(this.oneWay.has(own), `orders close what is not there: ${key}`);
      this.uncut.add(own);
    }
    for (const { user, market, side } of this.positions.values()) {
      const isDouble = side === 'long' && this.standsOn(user, market, 'short');
      this.check(!isDouble || !this.oneWay.has(`${user} ${market}`), `${user} stands on both sides`);
    }
  }

  /** Whether the user has a position or an order in the market. */
  private isUsed(user: number, market: string): boolean {
    const isTheirs = (one: AuditedPosition): boolean => one.user === user && one.market === market;
    return [...this.positions.values()].some(isTheirs) || this.booked.of(user, market).length > 0;
  }

  private standsOn(user: number, market: string, side: 'long' | 'short'): boolean {
    return [...this.positions.values()].some((one) => one.user === user && one.market === market && one.side === side);
  }

  compare(state: CoreState): void {
    this.liquidations.compare(state);
    const owed = [...state.perpetual.uncut.keys()].sort().join();
    this.check(owed === [...this.uncut].sort().join(), `owes cuts to ${owed}`);
    let count = 0;
    for (const own of state.perpetual.holdings.values()) {
      for (const { long, short } of own.values()) {
        for (const real of [long, short]) {
          if (!real) continue;
          count++;
          const { openedAt: _, funded: __, ...told } = real;
          const known = this.position(real.id);
          const same = (Object.keys(told) as (keyof typeof told)[]).every((field) => told[field] === known[field]);
          this.check(same, `position ${real.id} is not the same`);
        }
      }
    }
    this.check(count === this.positions.size, `${count} positions, not ${this.positions.size}`);
    this.markets.compare(state);
    this.booked.compare(state);
  }

  private position(id: number): AuditedPosition {
    return this.positions.get(id) ?? this.around.fail(`position ${id} is unknown`);
  }
  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}

/** A user, or a house account. */
function ownerOf(name: string): string {
  const [first, second] = name.split('/');
  return first === 'house' ? `house/${second}` : first;
}
