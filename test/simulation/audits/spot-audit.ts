/**
 * Auditor part for spot trading: holds of orders, makers met in a naive book, amounts exchanged, and triggers reached.
 * Uses events only.
 */
import { CANCEL_REASONS, type CancelReason } from '../../../server/core/market/order';
import type { Batch, CoreEvent, EventOf, MarketListed } from '../../../server/core/event';
import type { OrderPlaced } from '../../../server/products/spot/core/events';
import { forEachOrder } from '../../../server/core/market/book';
import type { CoreState } from '../../../server/core/state';
import {
  account,
  freeze,
  isPatient,
  latest,
  move,
  termsOf,
  text,
  type AuditedMarket,
  type AuditedOrder,
  type Deltas,
  type Walk,
} from './audited';
import type { FeesAudit } from './fees-audit';
import { NaiveBook } from '../naive-book';
import { costOf, crosses, heldAsset, needs, planOf } from '../naive-walk';
import { NewestRule } from '../newest-rule';
import type { RobotAudit } from './robot-audit';

type SpotEvent = EventOf<
  'OrderPlaced' | 'OrderRested' | 'TradeExecuted' | 'OrderCancelled' | 'OrderTriggered' | 'OrderAmended'
>;

interface Surroundings {
  fail(what: string): never;
  /** With the terms in effect at the current batch. */
  asset(name: string): EventOf<'AssetListed'>;
  trading(asset: string): string | undefined;
  member(user: number): { verified: boolean; frozen: boolean };
  remaining(hold: number | null): bigint;
  isHeld(hold: number): boolean;
  nextTrade(): number;
  /** The batch ending at `cause` reached the order's trigger; null: the order ended before it fired. */
  owe(order: number, cause: number | null): void;
  /** Whether the order must fire before all others. */
  isNext(order: number): boolean;
  fired(): void;
  fees(): FeesAudit;
  robots(): RobotAudit;
  /** `received`: asset received by each side. */
  traded(event: EventOf<'TradeExecuted'>, received: { maker: string; taker: string }, at: number): void;
  /** An order of the user ended. */
  closed(user: number): void;
}

export class SpotAudit {
  readonly orders = new Map<number, AuditedOrder>();
  readonly markets = new Map<string, AuditedMarket>();
  readonly cancelReasons = new Set<CancelReason>();
  private walk: Walk | null = null;
  private touched = new Set<number>();
  /** Rules of fixed fees. */
  private readonly rules = new NewestRule();

  constructor(private readonly around: Surroundings) {}

  /** Applies the terms in effect at the time. */
  beginBatch(at: number): void {
    for (const market of this.markets.values()) market.terms = termsOf(market.listed, market.changes, at);
  }

  list(terms: MarketListed): void {
    const decimals = (value: string): number => (value.split('.')[1] ?? '').length;
    const digits = (value: string): bigint => BigInt(value.replace('.', ''));
    const { tick, lot } = terms;
    const spare = this.around.asset(terms.quote).scale - decimals(tick) - decimals(lot);
    this.check(spare >= 0, 'has ticks and lots too fine for its quote');
    this.markets.set(terms.market, {
      listed: terms,
      changes: [],
      terms,
      state: 'closed',
      unit: digits(tick) * digits(lot) * 10n ** BigInt(spare),
      lot: digits(lot) * 10n ** BigInt(this.around.asset(terms.base).scale - decimals(lot)),
      last: 0,
      trades: [],
      book: new NaiveBook(),
    });
  }

  /** Quotes of a market neither take nor cross the book on the way, and no other order is marked as a quote. */
  checkQuote(event: CoreEvent, { command }: Batch): void {
    const isPlaced = event.type === 'OrderPlaced';
    if (command.type === 'ConvertCoin') return this.check(!isPlaced || event.quoted === 1, 'has its client id');
    if (command.type !== 'QuoteMarket') return this.check(!isPlaced || event.quoted === undefined, 'is no quote');
    const isEnded = event.type === 'OrderCancelled';
    this.check(isPlaced || isEnded || event.type === 'OrderAmended', 'is no part of quotes');
    this.check(isEnded || event.disposition === 'rests' || event.disposition === 'keeps', 'takes or waits');
    this.check(!isPlaced || (event.quoted === 1 && event.timeInForce === 'post_only'), 'is not post-only');
    this.checkBook(event.market);
  }

  /* Expected moves of an event, from the state before it */

  /** New and amended orders must keep to the current terms, and both coins must be open for trading. */
  private checkTerms({ terms, unit }: AuditedMarket, price: number | undefined, quantity: number | undefined): void {
    for (const coin of [terms.base, terms.quote])
      this.check(this.around.trading(coin) === 'open', `in a market of ${coin}, which is under maintenance`);
    const isInside = price === undefined || (price >= terms.priceLowest && price <= terms.priceHighest);
    this.check(isInside, `at ${price}, which is beyond the range`);
    if (quantity === undefined) return;
    this.check(quantity >= terms.quantityMin && quantity <= terms.quantityMax, `of ${quantity} lots`);
    if (price === undefined) return;
    this.check(BigInt(price) * BigInt(quantity) * unit >= terms.notionalMin, 'is below the least notional');
  }

  place(event: OrderPlaced, expected: Deltas, batch: Batch): void {
    if (event.robot !== undefined) this.around.robots().place(event, batch);
    const market = this.market(event.market);
    const member = this.around.member(event.user);
    this.check(member.verified && !member.frozen, 'of someone who may not trade');
    this.check(market.state === 'open', `in a market that is ${market.state}`);
    this.check(!this.orders.has(event.order), 'repeats an id');
    this.checkTerms(market, event.price, event.quantity);
    if (event.trigger !== undefined || !['ioc', 'fok'].includes(event.timeInForce)) {
      const { user, market: name } = event;
      const open = [...this.orders.values()].filter((order) => order.user === user && order.market === name);
      this.check(open.length < market.terms.openOrdersMax, `is one more than ${market.terms.openOrdersMax}`);
    }
    const order: AuditedOrder = {
      id: event.order,
      user: event.user,
      market: event.market,
      side: event.side,
      kind: event.kind,
      timeInForce: event.timeInForce,
      selfTrade: event.selfTrade,
      phase: 'taking',
      price: event.price ?? 0,
      quantity: event.quantity ?? 0,
      filled: 0,
      quoteAmount: event.quoteAmount ?? 0n,
      filledQuote: 0n,
      trigger: event.trigger ?? 0,
      triggerAbove: (event.trigger ?? 0) > latest(market),
      // A robot's order moves funds from the stake's hold into its own; the entry names the stake first.
      hold: event.entries[0]?.into ?? event.entries[0]?.hold ?? null,
      fixed: event.rule === 2 ? { owed: 0n, paid: 0n } : null,
      robot: event.robot ?? null,
    };
    this.checkRule(event.rule, market, batch.at);
    const waits = order.trigger !== 0;
    const rests = !waits && order.kind === 'limit' && !crosses(market, order) && isPatient(order);
    this.check(event.disposition === (waits ? 'waits' : rests ? 'rests' : 'takes'), `${event.disposition}`);
    let held = needs(market, order);
    if (!waits && !rests) {
      this.walk = planOf(market, order);
      this.check(!this.walk.killed, 'is a fill-or-kill that cannot be filled');
      if (order.kind === 'market') held = costOf(market, order, this.walk.plan);
    }
    if (order.robot === null) freeze(expected, order.user, heldAsset(market, order), held);
    this.orders.set(order.id, order);
  }

  /** Fixed-fee rule, named only in markets with fixed fees, current or announced. */
  private checkRule(rule: number | undefined, market: AuditedMarket, at: number): void {
    const isNamed = this.hasFixedFees(market, at) ? this.rules.follows(rule) : rule === undefined;
    this.check(isNamed, `names rule ${rule} of fixed fees`);
  }

  /** Fixed fees are in effect, or announced. */
  private hasFixedFees({ listed, changes }: AuditedMarket, at: number): boolean {
    return [at, ...changes.map(({ from }) => from)]
      .filter((from) => from >= at)
      .map((from) => termsOf(listed, changes, from))
      .some(({ makerFeesFixed, takerFeesFixed }) =>
        [makerFeesFixed, takerFeesFixed].some((fees) => (fees?.[0] ?? 0n) > 0n),
      );
  }

  trigger({ order: id, disposition }: EventOf<'OrderTriggered'>): void {
    const order = this.order(id);
    this.check(order.phase === 'reached' && this.around.isNext(id), 'is not the next to fire');
    this.check(!this.around.member(order.user).frozen, 'fires for a frozen account');
    this.around.fired();
    const market = this.market(order.market);
    const rests = order.kind === 'stop_limit' && isPatient(order) && !crosses(market, order);
    this.check(disposition === (rests ? 'rests' : 'takes'), disposition);
    order.phase = 'taking';
    if (rests) this.rest(order);
    else this.walk = planOf(market, order);
  }

  amend(event: EventOf<'OrderAmended'>, expected: Deltas, { at }: Batch): void {
    const order = this.order(event.order);
    const { phase } = order;
    const market = this.market(order.market);
    this.check(!this.around.member(order.user).frozen, 'of a frozen account');
    this.check(event.openBefore === order.quantity - order.filled && event.priceBefore === order.price, 'misremembers');
    this.check(event.quantity > order.filled, 'leaves nothing open');
    this.checkTerms(market, event.price, event.quantity);
    const isAsBefore = event.price === order.price && event.quantity < order.quantity;
    if (isAsBefore) this.check(event.rule === undefined, 'names a rule and becomes smaller');
    else this.checkRule(event.rule, market, at);
    if (event.rule === 2) order.fixed ??= { owed: 0n, paid: 0n };
    const before = needs(market, order);
    const keeps = phase === 'resting' && isAsBefore;
    const { book } = market;
    if (keeps) book.reduce(order.id, order.quantity - event.quantity);
    else if (phase === 'resting') book.remove(order.id);
    order.price = event.price;
    order.quantity = event.quantity;
    const disposition = phase === 'waiting' ? 'waits' : keeps ? 'keeps' : crosses(market, order) ? 'takes' : 'rests';
    this.check(event.disposition === disposition, `${event.disposition}, not ${disposition}`);
    freeze(expected, order.user, heldAsset(market, order), needs(market, order) - before);
    if (disposition === 'rests') this.rest(order);
    if (disposition !== 'takes') return;
    order.phase = 'taking';
    this.walk = planOf(market, order);
  }

  expectTrade(event: EventOf<'TradeExecuted'>, expected: Deltas, { at }: Batch): void {
    const market = this.market(event.market);
    const maker = this.order(event.makerOrder);
    const taker = this.order(event.takerOrder);
    this.check(maker.user === event.maker && taker.user === event.taker, 'names the wrong users');
    this.check(maker.user !== taker.user, 'is a trade with oneself');
    for (const { user } of [maker, taker])
      this.check(!this.around.member(user).frozen, `is a trade of ${user}, who is frozen`);
    this.step(taker, maker.id, event.price, event.quantity);
    this.check(event.price === maker.price, 'is not at the price of the maker');
    const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
    const { base, quote } = market.terms;
    const received = BigInt(event.quantity) * market.lot;
    const paid = BigInt(event.price) * BigInt(event.quantity) * market.unit;
    const quoted = { price: event.price, paid };
    const buyerFee = this.fee(market, buyer, buyer === maker, received, quoted, at);
    const sellerFee = this.fee(market, seller, seller === maker, paid, quoted, at);
    const [ofMaker, ofTaker] = buyer === maker ? [buyerFee, sellerFee] : [sellerFee, buyerFee];
    this.check(event.makerFee === ofMaker.fee && event.makerOwes === ofMaker.owes, `maker fee ${event.makerFee}`);
    this.check(event.takerFee === ofTaker.fee && event.takerOwes === ofTaker.owes, `taker fee ${event.takerFee}`);
    // A robot's receipts stay in its stake.
    const baseTo = account(buyer.user, base, buyer.robot === null ? 'available' : 'frozen');
    const quoteTo = account(seller.user, quote, seller.robot === null ? 'available' : 'frozen');
    move(expected, account(seller.user, base, 'frozen'), baseTo, received);
    move(expected, baseTo, `house/fees/${base}`, buyerFee.fee);
    move(expected, account(buyer.user, quote, 'frozen'), quoteTo, paid);
    move(expected, quoteTo, `house/fees/${quote}`, sellerFee.fee);
    if (buyer.price > event.price && buyer.robot === null) {
      const better = BigInt(buyer.price - event.price) * BigInt(event.quantity) * market.unit;
      freeze(expected, buyer.user, quote, -better);
    }
  }

  private fee(
    market: AuditedMarket,
    { side, user, filled, fixed }: AuditedOrder,
    makes: boolean,
    amount: bigint,
    { price, paid }: { price: number; paid: bigint },
    at: number,
  ): { fee: bigint; owes: bigint | undefined } {
    const fill = { amount, price, paid, filledBefore: filled, fixed };
    const charge = this.around.fees().fee(market, side, makes, user, at, fill);
    this.check(charge.fee <= amount, `a fee of ${charge.fee} on ${amount}`);
    return charge;
  }

  expectCancel(event: EventOf<'OrderCancelled'>, expected: Deltas, { command }: Batch): void {
    const order = this.order(event.order);
    this.cancelReasons.add(event.reason);
    this.check(CANCEL_REASONS.includes(event.reason), `reason ${event.reason}`);
    this.check(event.rested === (order.phase === 'resting' ? 1 : 0), `rested ${event.rested}`);
    const open = order.quoteAmount > 0n ? 0 : order.quantity - order.filled;
    this.check(event.open === open, `open ${event.open}, not ${open}`);
    if (this.walk && event.order !== this.walk.order.id) {
      this.check(event.reason === 'self_trade', `reason ${event.reason}`);
      this.step(this.walk.order, order.id, order.price, 0);
    } else if (this.walk) {
      this.check(this.walk.end === event.reason, `${event.reason}, not ${this.walk.end}`);
      if (!this.walk.killed) this.check(this.walk.step === this.walk.plan.steps.length, 'ends before its walk');
      this.walk = null;
    } else {
      const reasons = command.type === 'EndFrozenOrders' ? ['account_frozen'] : ['requested', 'staff'];
      const isByRobot = command.type === 'RunRobot' || command.type === 'StopRobot';
      this.check((event.reason === 'robot') === isByRobot, `reason ${event.reason}`);
      if (isByRobot) reasons.push('robot');
      this.check(order.robot === null || isByRobot || command.type === 'EndFrozenOrders', 'ends what is of a robot');
      this.check(reasons.includes(event.reason), `reason ${event.reason}`);
    }
    const remaining = this.around.remaining(order.hold);
    if (order.robot === null) freeze(expected, order.user, heldAsset(this.market(order.market), order), -remaining);
  }

  /* State changes of an event other than money */

  settle(event: SpotEvent, batch: Batch): void {
    switch (event.type) {
      case 'OrderPlaced':
        this.settlePlaced(event);
        return;
      case 'OrderRested': {
        const order = this.order(event.order);
        this.check(this.walk?.order === order && this.walk.end === 'rests', 'does not rest');
        this.check(this.walk.step === this.walk.plan.steps.length, 'rests before its walk ends');
        this.check(
          event.quantity === order.quantity - order.filled && event.price === order.price,
          'rests with another',
        );
        this.walk = null;
        this.rest(order);
        return;
      }
      case 'TradeExecuted':
        this.settleTrade(event, batch);
        return;
      case 'OrderCancelled': {
        const order = this.order(event.order);
        if (order.phase === 'resting') this.market(order.market).book.remove(order.id);
        if (order.phase === 'reached') this.around.owe(order.id, null);
        this.close(order);
        return;
      }
      case 'OrderTriggered':
      case 'OrderAmended':
        this.touched.add(event.order);
        return;
    }
  }

  private settlePlaced({ order: id, disposition }: OrderPlaced): void {
    const order = this.order(id);
    this.touched.add(id);
    if (disposition === 'rests') this.rest(order);
    if (disposition === 'waits') order.phase = 'waiting';
  }

  private settleTrade(event: EventOf<'TradeExecuted'>, batch: Batch): void {
    const market = this.market(event.market);
    const trade = this.around.nextTrade();
    this.check(event.trade === trade, `is trade ${event.trade}, not ${trade}`);
    market.book.reduce(event.makerOrder, event.quantity);
    const paid = BigInt(event.price) * BigInt(event.quantity) * market.unit;
    for (const [id, fee, owes] of [
      [event.makerOrder, event.makerFee, event.makerOwes],
      [event.takerOrder, event.takerFee, event.takerOwes],
    ] as const) {
      const order = this.order(id);
      const { fixed } = order;
      if (fixed) {
        fixed.owed = owes ?? fixed.owed;
        fixed.paid = fixed.paid + paid < fixed.owed ? fixed.paid + paid : fixed.owed;
      }
      if (order.robot !== null) this.around.robots().trade(order.robot, order.side, event, fee, batch);
      order.filled += event.quantity;
      order.filledQuote += paid;
      this.touched.add(id);
      if (order.quoteAmount > 0n ? order.filledQuote === order.quoteAmount : order.filled === order.quantity)
        this.close(order);
    }
    market.last = event.price;
    const { base, quote } = market.terms;
    const [maker, taker] = event.takerSide === 'buy' ? [quote, base] : [base, quote];
    this.around.traded(event, { maker, taker }, batch.at);
    market.trades.push({ at: batch.at, quantity: event.quantity, paid });
    this.check(event.notional === paid, `names ${event.notional} for what changed hands`);
    this.reach(event.market, batch.first + batch.events.length - 1);
  }

  /** Triggers that the last price has reached, by trigger price from its former side, then by arrival. */
  private reach(name: string, cause: number): void {
    const { last } = this.market(name);
    const reached = [...this.orders.values()].filter(
      (order) =>
        order.market === name &&
        order.phase === 'waiting' &&
        (order.triggerAbove ? last >= order.trigger : last <= order.trigger),
    );
    reached.sort((a, b) => (a.triggerAbove ? a.trigger - b.trigger : b.trigger - a.trigger) || a.id - b.id);
    for (const order of reached) {
      order.phase = 'reached';
      this.around.owe(order.id, cause);
    }
  }

  private rest(order: AuditedOrder): void {
    order.phase = 'resting';
    this.touched.add(order.id);
    this.market(order.market).book.add(order.side, order.id, order.user, order.price, order.quantity - order.filled);
  }

  private close(order: AuditedOrder): void {
    this.orders.delete(order.id);
    this.check(order.hold === null || !this.around.isHeld(order.hold), `order ${order.id} leaves something held`);
    if (this.walk?.order === order) this.endWalk('filled');
    this.around.closed(order.user);
  }

  private endWalk(how: Walk['end']): void {
    this.check(this.walk?.end === how, `order ${this.walk?.order.id} ends ${how}, not ${this.walk?.end}`);
    this.check(this.walk.step === this.walk.plan.steps.length, 'ends before its walk');
    this.walk = null;
  }

  /** Open orders hold what they need. */
  endBatch(): void {
    if (this.walk) this.around.fail(`order ${this.walk.order.id} is left in the middle of its walk`);
    for (const id of this.touched) {
      const order = this.orders.get(id);
      if (!order) continue;
      const market = this.market(order.market);
      const open = order.quantity - order.filled;
      this.check(order.phase !== 'taking', `order ${id} is neither in the book nor waiting`);
      this.check(order.quoteAmount > 0n || open > 0, `order ${id} has ${open} open`);
      if (order.phase === 'resting')
        this.check(market.book.get(id).lots === open, `order ${id} rests with what is open`);
      const held = this.around.remaining(order.hold);
      const needed = needs(market, order);
      this.check(held === needed, `order ${id} holds ${held}, not ${needed}`);
    }
    this.touched = new Set();
    for (const name of this.markets.keys()) this.checkBook(name);
  }

  private checkBook(name: string): void {
    const { book } = this.market(name);
    const buy = book.bestTicks('buy');
    const sell = book.bestTicks('sell');
    this.check(buy === 0 || sell === 0 || buy < sell, `the book of ${name} is crossed`);
  }

  compare(state: CoreState): void {
    for (const order of this.orders.values()) this.compareOrder(state, order);
    for (const [name, { book, last }] of this.markets) {
      const market = state.markets.get(name);
      this.check(market?.lastPrice === last, `the last price of ${name} is not ${last}`);
      for (const side of ['buy', 'sell'] as const) {
        const real: string[] = [];
        forEachOrder(market.book, side, (id, owner, ticks, lots) => real.push(`${id} ${owner} ${ticks} ${lots}`));
        const naive = book[side].map(({ order, owner, ticks, lots }) => `${order} ${owner} ${ticks} ${lots}`);
        this.check(real.join() === naive.join(), `the ${side} side of ${name} is ${real.join()}, not ${naive.join()}`);
      }
    }
  }

  private compareOrder(state: CoreState, order: AuditedOrder): void {
    const real = state.orders.get(order.id);
    const phase = order.phase === 'reached' ? 'waiting' : order.phase;
    const same =
      real?.phase === phase &&
      real.price === order.price &&
      real.quantity === order.quantity &&
      real.filledQuantity === order.filled &&
      real.filledQuote === order.filledQuote &&
      (real.fixedFee === null) === (order.fixed === null) &&
      (real.fixedFee?.left ?? 0n) === (order.fixed ? order.fixed.owed - order.fixed.paid : 0n) &&
      (real.hold?.id ?? null) === order.hold;
    this.check(same, `order ${order.id} is ${text(real)}, not ${text(order)}`);
    const open = state.members.get(order.user)?.openOrders.get(order.market);
    this.check(open?.has(order.id) === true, `order ${order.id} is not among the open ones of its user`);
  }

  /** Each step must match the naive book's plan. */
  private step(taker: AuditedOrder, maker: number, ticks: number, lots: number): void {
    const walk = this.walk;
    this.check(walk !== null && walk.order === taker && !walk.killed, `order ${taker.id} is not taking`);
    const planned = walk.plan.steps[walk.step++];
    const same = planned?.order === maker && planned.ticks === ticks && planned.lots === lots;
    this.check(same, `the naive book meets ${text(planned)}`);
  }

  market(name: string): AuditedMarket {
    return this.markets.get(name) ?? this.around.fail(`market ${name} is unknown`);
  }
  private order(id: number): AuditedOrder {
    return this.orders.get(id) ?? this.around.fail(`order ${id} is unknown`);
  }
  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}
