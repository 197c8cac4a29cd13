/**
 * The auditor's part that knows perpetuals: after every event signed lots are zero, what passed through `clearing` and what
 * positions cost cancel out, nothing closes more than there is, and a fill moves of each side its profit and its fee, and nothing else.
 * Told from events alone; shares no arithmetic with the core.
 */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../server/core/event';
import { forEachOrder } from '../../../server/core/market/book';
import type { OrderSide } from '../../../server/core/market/order';
import type { CoreState } from '../../../server/core/state';
import { add, isByStaff, type AuditedPosition, type Deltas } from './audited';
import type { CrossLiquidationEvent } from './cross-audit';
import { LiquidationAudit, type LiquidationEvent } from './liquidation-audit';
import { NaiveBook } from '../naive-book';

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

/** What time makes due. */
const TIMED: readonly string[] = ['ApplyPerpetualTerms', 'FixFunding', 'SettleFunding', 'CloseFeeDay', 'FixSettlement'];

interface Surroundings {
  fail(what: string): never;
  scaleOf(asset: string): number;
  isFrozen(user: number): boolean;
  balance(account: string): bigint;
  remaining(hold: number | null): bigint;
  accountOf(hold: number): string;
  nextTrade(): number;
  /** By which their fills in contracts are charged. */
  levelAt(user: number, at: number): number;
  /** Its trigger was reached by the batch that ends there; null: it is over before it could fire. */
  owe(order: number, cause: number | null): void;
  /** It came to a place in the book, and: it is over. */
  rested(market: string, order: number): void;
  gone(market: string, order: number): void;
}

const END_EVENTS = [
  'PerpetualMarketEnding',
  'PerpetualEndCalledOff',
  'SettlementFixed',
  'PositionSettled',
  'PerpetualMarketEnded',
] as const satisfies EventType[];
type MarketEndEvent = EventOf<(typeof END_EVENTS)[number]>;

export function isOfMarketEnds(event: CoreEvent): event is MarketEndEvent {
  return END_EVENTS.some((type) => type === event.type);
}

interface AuditedContract {
  /** With the terms that are in effect. */
  listed: EventOf<'PerpetualMarketListed'>;
  announced: EventOf<'PerpetualTermsChanged'> | null;
  /** What positions need to be covered by does not change yet. */
  ordersGoAhead: boolean;
  ending: { endsAt: number; price: number; isOver: boolean } | null;
  state: string;
  /** Coins of it that are under maintenance. */
  halted: Set<string>;
  /** Units of quote of one lot at one tick. */
  unit: bigint;
  book: NaiveBook;
  last: number;
  mark: number;
  index: number;
}
interface AuditedOrder {
  placed: EventOf<'PerpetualOrderPlaced'>;
  quantity: number;
  filled: number;
  rests: boolean;
  /** Its trigger was not reached yet. */
  waits: boolean;
  /** Ticks; 0 without. */
  price: number;
  trigger: number;
  waiting: Waiting | null;
  hold: number | null;
  /** Open lots that hold nothing, because they close what stands on the other side. */
  against: number;
}
/** Where the price lay when it began to wait, and after how many others. */
interface Waiting {
  above: boolean;
  arrival: number;
}

export class PerpetualAudit {
  readonly contracts = new Map<string, AuditedContract>();
  readonly orders = new Map<number, AuditedOrder>();
  readonly positions = new Map<number, AuditedPosition>();
  trades = 0;
  private arrivals = 0;
  /** Coins under maintenance. */
  private readonly resting = new Set<string>();
  readonly reasons = new Set<string>();
  /** Users and markets whose positions stand for one another. */
  private readonly cross = new Set<string>();
  /** Users and markets with one position at a time, and those of them whose orders close more than there is. */
  private readonly oneWay = new Set<string>();
  private readonly uncut = new Set<string>();

  readonly liquidations: LiquidationAudit = new LiquidationAudit({
    fail: (what) => this.around.fail(what),
    positions: this.positions,
    markets: this.contracts,
    balance: (account) => this.around.balance(account),
    remaining: (hold) => this.around.remaining(hold),
    isCross: (user, market) => this.isCross(user, market),
    holdsOfOrders: (user, market) =>
      [...this.orders.values()].flatMap(({ placed, hold }) =>
        placed.user === user && placed.market === market && hold !== null ? [hold] : [],
      ),
    openOrders: (user, market) =>
      [...this.orders.values()].filter(({ placed }) => placed.user === user && placed.market === market).length,
  });

  constructor(private readonly around: Surroundings) {}

  heldByCross(user: number, quote: string): bigint {
    return [...this.orders.values()]
      .filter(({ placed }) => placed.user === user && this.isCross(user, placed.market))
      .filter(({ placed }) => this.contract(placed.market).listed.quote === quote)
      .reduce((sum, { hold }) => sum + this.around.remaining(hold), 0n);
  }

  /** Whether the account covers what its user has there. */
  isCross(user: number, market: string): boolean {
    return this.cross.has(`${user} ${market}`);
  }

  /** The same, but for a position that is being taken over. */
  isCovered(user: number, market: string): boolean {
    const apart = [...this.positions.values()].some(
      (one) => one.user === user && one.market === market && this.liquidations.isApart(one.id),
    );
    return this.isCross(user, market) && !apart;
  }

  /** Orders that a freeze of this account ends. */
  opening(user: number): number[] {
    return [...this.orders.values()]
      .filter(({ placed }) => placed.user === user && placed.closes === 0)
      .map(({ placed }) => placed.order);
  }

  /** Of what is moved everything stays with its owner, but for the profits and fees of a fill. */
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
    if (event.type === 'PerpetualTraded') this.expectTrade(event, due, batch);
    else if (event.type === 'ProfitSettled') this.expectProfit(event, due);
    else this.check(batch.events.length > 0, 'moves nothing');
    for (const owner of new Set([...moved.keys(), ...due.keys()])) {
      const [is, should] = [moved.get(owner) ?? 0n, due.get(owner) ?? 0n];
      this.check(is === should, `gives ${owner} ${is}, not ${should}`);
    }
  }

  /** What it has won at the worse of mark and index, neither more nor less. */
  private expectProfit({ position: id, market, price, profit }: EventOf<'ProfitSettled'>, due: Deltas): void {
    const { user, side, lots, cost } = this.position(id);
    const { mark, index, unit } = this.contract(market);
    const value = BigInt(price) * BigInt(lots) * unit;
    const worse = side === 'long' ? Math.min(mark, index) : Math.max(mark, index);
    this.check(price === worse, `settles at ${price}, not at ${worse}`);
    this.check(profit > 0n && profit === (side === 'long' ? value - cost : cost - value), `settles ${profit}`);
    add(due, `${user}`, profit);
    add(due, `house/clearing:${market}`, -profit);
  }

  private expectTrade(event: EventOf<'PerpetualTraded'>, due: Deltas, batch: Batch): void {
    const { listed, unit, ending } = this.contract(event.market);
    const isNearEnd = ending !== null && batch.at >= ending.endsAt - 1_800_000;
    const opens = event.makerReleased === undefined || event.takerReleased === undefined;
    this.check(!isNearEnd || !opens, 'opens in the last half hour');
    const value = BigInt(event.price) * BigInt(event.quantity) * unit;
    this.check(event.notional === value, `names ${event.notional} for what changed hands`);
    const sides = [
      [event.makerOrder, event.makerPosition, event.makerReleased, event.makerFee, listed.makerFeesPpb] as const,
      [event.takerOrder, event.takerPosition, event.takerReleased, event.takerFee, listed.takerFeesPpb] as const,
    ];
    for (const [id, positionId, released, fee, rates] of sides) {
      const { placed } = this.order(id);
      const user = `${placed.user}`;
      // The member's own rate of now, and never more than that of placing; the close-fee rate is the highest of all.
      const level = Math.max(placed.level, this.around.levelAt(placed.user, batch.at));
      const [owed, highest] = [feeAt(value, rates, level), feeAt(value, listed.takerFeesPpb, 0)];
      // A liquidation may waive some of it.
      const isWaived = id === event.takerOrder && event.takerMode === 'liquidation';
      this.check(isWaived ? fee >= 0n && fee <= owed : fee === owed, `charges ${fee}, not ${owed}`);
      this.check(fee <= feeAt(value, rates, placed.level), `charges ${fee}, more than at placing`);
      this.check(id !== event.takerOrder || fee <= highest, `charges ${fee}, more than ${highest}`);
      add(due, user, -fee);
      add(due, 'house/fees', fee);
      const isClosing = placed.closes === 1;
      const mayTurn = this.oneWay.has(`${placed.user} ${placed.market}`);
      this.check((released !== undefined) === isClosing || mayTurn, 'releases what it does not close');
      if (released === undefined) continue;
      const position = this.position(positionId);
      const share = position.cost * BigInt(event.quantity);
      const exact = share % BigInt(position.lots) === 0n ? 0n : 1n;
      const whole = share / BigInt(position.lots) + (position.side === 'long' ? exact : 0n);
      this.check(released === whole, `releases ${released}, not ${whole}`);
      const profit = position.side === 'long' ? value - released : released - value;
      add(due, user, profit);
      add(due, `house/clearing:${event.market}`, -profit);
      const isLiquidated = event.takerMode === 'liquidation';
      if (id !== event.takerOrder) continue;
      this.check(isLiquidated === (placed.liquidation !== undefined), 'is or is not of a liquidation');
      if (!isLiquidated) continue;
      const surplus = this.liquidations.surplusOf(event, batch, profit);
      add(due, user, -surplus);
      add(due, 'house/insurance', surplus);
    }
  }

  settle(event: PerpetualEvent, cause: number, at: number): void {
    switch (event.type) {
      case 'PerpetualMarketListed': {
        const decimals = (value: string): number => (value.split('.')[1] ?? '').length;
        const digits = (value: string): bigint => BigInt(value.replace('.', ''));
        const { tick, multiplier, base, quote } = event;
        const spare = this.around.scaleOf(quote) - decimals(tick) - decimals(multiplier);
        const unit = digits(tick) * digits(multiplier) * 10n ** BigInt(spare);
        this.contracts.set(event.market, {
          listed: event,
          announced: null,
          ordersGoAhead: false,
          ending: null,
          state: 'closed',
          halted: new Set([base, quote].filter((coin) => this.resting.has(coin))),
          unit,
          book: new NaiveBook(),
          last: event.referencePrice,
          mark: 0,
          index: 0,
        });
        return;
      }
      case 'PerpetualMarketStateChanged':
        this.contract(event.market).state = event.state;
        return;
      case 'PerpetualOrderPlaced':
        this.check(event.level === this.around.levelAt(event.user, at), `is placed at level ${event.level}`);
        this.place(event);
        return;
      case 'PerpetualOrderRested':
        this.order(event.order).against = event.against ?? 0;
        this.rest(this.order(event.order));
        return;
      case 'PerpetualOrderAmended':
        this.amend(event);
        return;
      case 'PerpetualOrderTriggered':
        this.trigger(event);
        return;
      case 'PerpetualOrderCut': {
        const order = this.order(event.order);
        const closes = order.placed.closes === 1 ? order.quantity - order.filled : order.against;
        this.check(closes >= event.cut && order.rests, 'cuts what does not close');
        if (order.placed.closes === 0) order.against -= event.cut;
        this.contract(event.market).book.reduce(event.order, event.cut);
        order.quantity -= event.cut;
        this.check(order.quantity > order.filled, 'leaves nothing open');
        return;
      }
      case 'PerpetualOrderCancelled':
        this.cancel(event);
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
        const isUsed = [...this.positions.values(), ...[...this.orders.values()].map(({ placed }) => placed)].some(
          (one) => one.user === user && one.market === market,
        );
        this.check(!isUsed, 'changes what covers a position or an order');
        this.check((mode === 'cross') !== this.cross.has(`${user} ${market}`), 'changes nothing');
        if (mode === 'cross') this.cross.add(`${user} ${market}`);
        else this.cross.delete(`${user} ${market}`);
        return;
      }
      case 'PositionModeSet': {
        const { user, market, mode } = event;
        const key = `${user} ${market}`;
        const isUsed = [...this.positions.values(), ...[...this.orders.values()].map(({ placed }) => placed)].some(
          (one) => one.user === user && one.market === market,
        );
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

  /** Announced ahead, and in effect at its time and not before. */
  changeTerms(event: EventOf<'PerpetualTermsChanged'> | EventOf<'PerpetualTermsApplied'>, batch: Batch): void {
    const { at } = batch;
    const contract = this.contract(event.market);
    if (event.type === 'PerpetualTermsChanged') {
      this.check(isByStaff(batch) && contract.announced === null, 'is announced out of turn');
      const later = event.positionsFrom - event.from;
      this.check(event.from >= at && (later === 0 || later === 86_400_000), `changes positions ${later} later`);
      this.check(later === 0 || event.tierCaps !== undefined, 'waits for no tiers');
      contract.announced = event;
      return;
    }
    const { announced, ordersGoAhead } = contract;
    this.check(announced !== null, 'applies what nobody announced');
    const { from, positionsFrom, openInterestMax, fundingCapPpb, impactNotional } = announced;
    this.check(event.dueAt === (ordersGoAhead ? positionsFrom : from) && event.dueAt <= at, `is due at ${event.dueAt}`);
    const scope = ordersGoAhead ? 'positions' : from === positionsFrom ? 'all' : 'orders';
    this.check(event.scope === scope, `is of ${event.scope}`);
    const { listed } = contract;
    contract.listed = {
      ...listed,
      openInterestMax: openInterestMax ?? listed.openInterestMax,
      fundingCapPpb: fundingCapPpb ?? listed.fundingCapPpb,
      impactNotional: impactNotional ?? listed.impactNotional,
    };
    contract.ordersGoAhead = scope === 'orders';
    if (scope === 'orders') return;
    contract.announced = null;
    const { tierCaps = listed.tierCaps, tierLeverages = listed.tierLeverages } = announced;
    const { tierRatesPpb = listed.tierRatesPpb } = announced;
    contract.listed = { ...contract.listed, tierCaps, tierLeverages, tierRatesPpb };
    for (const position of this.positions.values())
      if (position.market === event.market) this.liquidations.judge(position);
  }

  /** What an ended market gives to each: profit through `clearing`, less a fee, and what is not there from the house. */
  endMarket(event: MarketEndEvent, expected: Deltas, batch: Batch): void {
    const { at } = batch;
    const contract = this.contract(event.market);
    const { listed, ending, unit } = contract;
    if (event.type === 'PerpetualMarketEnding') {
      this.check(isByStaff(batch) && ending === null, 'is announced out of turn');
      this.check(event.endsAt >= at + 1_800_000, `ends at ${event.endsAt}`);
      contract.ending = { endsAt: event.endsAt, price: 0, isOver: false };
      return;
    }
    if (event.type === 'PerpetualEndCalledOff') {
      this.check(isByStaff(batch) && ending !== null && at <= ending.endsAt - 3_600_000, 'is called off out of turn');
      contract.ending = null;
      return;
    }
    this.check(ending !== null && !ending.isOver && at >= ending.endsAt, 'comes before the end');
    if (event.type === 'SettlementFixed') {
      this.check(ending.price === 0 && event.endsAt === ending.endsAt && event.price > 0, 'is fixed again');
      ending.price = event.price;
      contract.state = 'closed';
      return;
    }
    const { quote } = listed;
    if (event.type === 'PerpetualMarketEnded') {
      const left = [...this.positions.values(), ...[...this.orders.values()].map(({ placed }) => placed)];
      this.check(!left.some(({ market }) => market === event.market), 'leaves something open');
      this.check(this.around.balance(`house/clearing:${event.market}/${quote}`) === 0n, 'leaves something in clearing');
      ending.isOver = true;
      return;
    }
    const position = this.position(event.position);
    const { user, side, lots } = position;
    this.check(user === event.user && side === event.side && lots === event.lots, 'is of another position');
    this.check(event.price === ending.price, `settles at ${event.price}`);
    const value = BigInt(ending.price) * BigInt(lots) * unit;
    const profit = side === 'long' ? value - position.cost : position.cost - value;
    this.check(event.released === position.cost, `releases ${event.released}, not ${position.cost}`);
    const margin = this.around.remaining(position.hold);
    const rest = margin + profit;
    const owed = feeAt(value, listed.takerFeesPpb, this.around.levelAt(user, at));
    const there = rest > 0n ? rest : 0n;
    this.check(event.fee === (owed < there ? owed : there), `charges ${event.fee}, not ${owed} of ${there}`);
    const lacking = rest < 0n ? -rest : 0n;
    const free = this.isCovered(user, event.market) ? this.around.balance(`${user}/contract/${quote}/available`) : 0n;
    const missing = lacking > free ? lacking - free : 0n;
    const insurance = this.around.balance(`house/insurance/${quote}`);
    const insured = missing < insurance ? missing : insurance;
    const moves: [account: string, amount: bigint][] = [
      [this.around.accountOf(position.hold), -margin],
      [`${user}/contract/${quote}/available`, rest + missing - event.fee],
      [`house/clearing:${event.market}/${quote}`, -profit],
      ['house/fees/' + quote, event.fee],
      ['house/insurance/' + quote, -insured],
      ['house/treasury/' + quote, insured - missing],
    ];
    for (const [account, amount] of moves) if (amount !== 0n) add(expected, account, amount);
  }

  /** After what it moves has moved. */
  forgetSettled({ position }: EventOf<'PositionSettled'>): void {
    this.check(this.around.remaining(this.position(position).hold) === 0n, 'leaves something held');
    this.positions.delete(position);
  }

  /** What has come true comes before anything of its time; feeds are heard. */
  checkTurn({ at, actor, command }: Batch): void {
    const [first] = this.uncut;
    if (command.type === 'CutOrders') this.check(first !== undefined && actor === 'clock', 'cuts what nothing needs');
    else if (first !== undefined) this.check(actor === 'clock' || actor.startsWith('feed/'), `comes before ${first}`);
    for (const { announced, ordersGoAhead, ending } of this.contracts.values()) {
      const isEnded = ending !== null && ending.price === 0 && ending.endsAt <= at;
      this.check(!isEnded || TIMED.includes(command.type) || actor.startsWith('feed/'), 'comes after the end');
      const due = ordersGoAhead ? announced?.positionsFrom : announced?.from;
      const isOwed = due !== undefined && due <= at;
      const isOurs = TIMED.includes(command.type);
      this.check(!isOwed || isOurs || actor.startsWith('feed/'), 'comes before the terms of its time');
    }
  }

  private place(event: EventOf<'PerpetualOrderPlaced'>): void {
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

  private amend(event: EventOf<'PerpetualOrderAmended'>): void {
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

  private trigger(event: EventOf<'PerpetualOrderTriggered'>): void {
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

  /** Triggers that a price has reached, by trigger price from where it came, then by arrival. */
  private reach(name: string, by: 'last' | 'mark', price: number, cause: number): void {
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

  marked({ market, mark, index, halted }: EventOf<'MarkPublished'>, cause: number): void {
    const contract = this.contract(market);
    Object.assign(contract, { mark, index });
    const isHalted = contract.state === 'closed' || contract.state === 'maintenance' || contract.halted.size > 0;
    this.check((halted === 1) === isHalted, 'stands still, or does not');
    if (this.reachesBy(market)) this.reach(market, 'mark', mark, cause);
  }

  /** Whether a mark reaches what waits there. */
  reachesBy(market: string): boolean {
    const { state, halted } = this.contract(market);
    return (state === 'open' || state === 'close_only') && halted.size === 0;
  }

  /** A coin's maintenance halts all of its markets. */
  coinChanged(coin: string, trading: string): void {
    if (trading === 'maintenance') this.resting.add(coin);
    else this.resting.delete(coin);
    for (const { listed, halted } of this.contracts.values()) {
      if (listed.base !== coin && listed.quote !== coin) continue;
      if (trading === 'maintenance') halted.add(coin);
      else halted.delete(coin);
    }
  }

  private rest(order: AuditedOrder): void {
    const { placed } = order;
    order.rests = true;
    const { book } = this.contract(placed.market);
    book.add(placed.side, placed.order, placed.user, order.price, order.quantity - order.filled);
    this.around.rested(placed.market, placed.order);
    const [buy, sell] = [book.bestTicks('buy'), book.bestTicks('sell')];
    this.check(buy === 0 || sell === 0 || buy < sell, 'crosses the book');
  }

  private cancel(event: EventOf<'PerpetualOrderCancelled'>): void {
    const order = this.order(event.order);
    this.reasons.add(event.reason);
    this.check(event.rested === (order.rests ? 1 : 0), `rested ${event.rested}`);
    this.check(event.open === order.quantity - order.filled && event.open > 0, `open ${event.open}`);
    if (order.rests) this.contract(event.market).book.remove(event.order);
    this.around.owe(event.order, null);
    this.close(order);
  }

  private trade(event: EventOf<'PerpetualTraded'>, cause: number): void {
    this.trades++;
    const number = this.around.nextTrade();
    this.check(event.trade === number, `is trade ${event.trade}, not ${number}`);
    const { book } = this.contract(event.market);
    const maker = this.order(event.makerOrder);
    this.check(event.maker !== event.taker, 'is a trade with oneself');
    const [first] = book[maker.placed.side];
    this.check(first?.order === event.makerOrder && first.ticks === event.price, 'does not meet the best order');
    book.reduce(event.makerOrder, event.quantity);
    this.move(event, event.takerOrder, event.takerPosition, event.takerReleased);
    this.move(event, event.makerOrder, event.makerPosition, event.makerReleased);
    for (const id of [event.makerOrder, event.takerOrder]) {
      const order = this.order(id);
      order.filled += event.quantity;
      const released = id === event.takerOrder ? event.takerReleased : event.makerReleased;
      if (released !== undefined) order.against = Math.max(0, order.against - event.quantity);
      if (order.filled === order.quantity) this.close(order);
    }
    this.checkSums(event.market);
    for (const id of [event.takerPosition, event.makerPosition]) this.rejudge(id);
    this.contract(event.market).last = event.price;
    this.reach(event.market, 'last', event.price, cause);
  }

  /** Also of one that is gone. */
  rejudge(id: number): void {
    const position = this.positions.get(id) ?? this.gone;
    if (position?.id === id) this.liquidations.judge(position);
  }
  private gone: AuditedPosition | null = null;

  /** What is liquidated by no trade closes on both sides. */
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

  /** What a liquidation of a whole account does to its positions. */
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
    const { user, market, position: ordered, closes } = this.order(id).placed;
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

  private close(order: AuditedOrder): void {
    this.check(this.around.remaining(order.hold) === 0n, `order ${order.placed.order} leaves something held`);
    this.orders.delete(order.placed.order);
    this.around.gone(order.placed.market, order.placed.order);
  }

  /** As many lots are long as are short, and `clearing` is what positions have won together. */
  private checkSums(market: string): void {
    let lots = 0;
    let cost = 0n;
    for (const position of this.positions.values()) {
      if (position.market !== market) continue;
      lots += position.side === 'long' ? position.lots : -position.lots;
      cost += position.side === 'long' ? position.cost : -position.cost;
    }
    this.check(lots === 0, `${lots} more lots are long than short`);
    const clearing = this.around.balance(`house/clearing:${market}/${this.contract(market).listed.quote}`);
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

  private standsOn(user: number, market: string, side: 'long' | 'short'): boolean {
    return [...this.positions.values()].some((one) => one.user === user && one.market === market && one.side === side);
  }

  /** What is kept of a user's open orders together is the sum over them. */
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

  compare(state: CoreState): void {
    this.liquidations.compare(state);
    this.compareOrdered(state);
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
    for (const [name, { book }] of this.contracts) {
      const market = state.markets.get(name);
      if (!market) this.around.fail(`market ${name} is not there`);
      const long = [...this.positions.values()].filter((one) => one.market === name && one.side === 'long');
      const lots = long.reduce((sum, one) => sum + one.lots, 0);
      this.check(state.perpetual.contracts.get(name)?.openLots === lots, `${name} has not ${lots} lots open`);
      for (const side of ['buy', 'sell'] as const) this.compareSide(name, market.book, book, side);
    }
    for (const [id, { quantity, filled, hold }] of this.orders) {
      const real = state.orders.get(id);
      const held = this.around.remaining(hold) > 0n ? hold : null;
      const same = real?.quantity === quantity && real.filledQuantity === filled && (real.hold?.id ?? null) === held;
      this.check(same, `order ${id} is not the same`);
    }
  }

  private compareSide(name: string, view: Parameters<typeof forEachOrder>[0], book: NaiveBook, side: OrderSide): void {
    const real: string[] = [];
    forEachOrder(view, side, (id, owner, ticks, lots) => real.push(`${id} ${owner} ${ticks} ${lots}`));
    const naive = book[side].map(({ order, owner, ticks, lots }) => `${order} ${owner} ${ticks} ${lots}`);
    this.check(real.join() === naive.join(), `the ${side} side of ${name} is ${real.join()}, not ${naive.join()}`);
  }

  private contract(name: string): AuditedContract {
    return this.contracts.get(name) ?? this.around.fail(`contract ${name} is unknown`);
  }
  private order(id: number): AuditedOrder {
    return this.orders.get(id) ?? this.around.fail(`order ${id} is unknown`);
  }
  private position(id: number): AuditedPosition {
    return this.positions.get(id) ?? this.around.fail(`position ${id} is unknown`);
  }
  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}

/** One that held nothing may come to hold something. */
function adopt(order: AuditedOrder, entries: EventOf<'PerpetualOrderAmended'>['entries']): void {
  order.hold = entries.find(({ kind }) => kind === 'hold_long' || kind === 'hold_short')?.hold ?? order.hold;
}

/** A user, or an account of the house. */
function ownerOf(name: string): string {
  const [first, second] = name.split('/');
  return first === 'house' ? `house/${second}` : first;
}

/** Up to a unit; the last rate serves every higher level. */
function feeAt(value: bigint, rates: readonly number[], level: number): bigint {
  return (value * BigInt(rates[Math.min(level, rates.length - 1)]) + 999_999_999n) / 1_000_000_000n;
}
