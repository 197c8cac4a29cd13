/**
 * An auditor: reads journalled batches and nothing else, adds the entries up, keeps a naive book beside them and complains
 * about the first event that breaks a rule. It shares no arithmetic with the core.
 */
import { CANCEL_REASONS, type CancelReason } from '../../server/core/market/order';
import type { Batch, CoreEvent, EventOf, EventType, MarketListed, OrderPlaced } from '../../server/core/event';
import { forEachOrder } from '../../server/core/market/book';
import type { CoreState } from '../../server/core/state';
import { ENTRY_KINDS, type EntryKind, type Side } from '../../shared/rules/entry-kinds';
import { NaiveBook, type NaivePlan } from './naive-book';
import { WalletAudit } from './wallet-audit';

const MAKERS_MAX = 500;
const BILLION = 10n ** 9n;
const AMOUNT_MAX = 2n ** 63n - 1n;

interface AuditedMarket {
  terms: MarketListed;
  state: string;
  /** Units of quote of one lot at one tick, and units of base of one lot. */
  unit: bigint;
  lot: bigint;
  last: number;
  book: NaiveBook;
}

export interface AuditedOrder {
  id: number;
  user: number;
  market: string;
  side: 'buy' | 'sell';
  kind: OrderPlaced['kind'];
  timeInForce: OrderPlaced['timeInForce'];
  selfTrade: OrderPlaced['selfTrade'];
  phase: 'resting' | 'waiting' | 'reached' | 'taking';
  price: number;
  quantity: number;
  filled: number;
  quoteAmount: bigint;
  filledQuote: bigint;
  trigger: number;
  /** The side of the trigger on which the last price lay when the order was placed. */
  triggerAbove: boolean;
  hold: number | null;
}

interface AuditedHold {
  account: string;
  remaining: bigint;
}

/** A taker on its way through the book: what the naive book says it must do. */
interface Walk {
  order: AuditedOrder;
  plan: NaivePlan;
  step: number;
  end: 'filled' | 'rests' | CancelReason;
  /** A fill-or-kill that cannot be filled does nothing of its plan. */
  killed: boolean;
}

type Deltas = Map<string, bigint>;

/** Thrown for the first broken rule; the text says which event broke it. */
export class AuditError extends Error {}

export class Auditor {
  position = -1;
  at = 0;
  readonly balances = new Map<string, bigint>();
  readonly holds = new Map<number, AuditedHold>();
  /** What the holds of a frozen account add up to. */
  private readonly held = new Map<string, bigint>();
  readonly orders = new Map<number, AuditedOrder>();
  readonly markets = new Map<string, AuditedMarket>();
  readonly assets = new Map<string, EventOf<'AssetListed'>>();
  readonly members = new Map<number, { verified: boolean; frozen: boolean; tier: number }>();
  /** Orders whose trigger was reached, in the order in which they must fire. */
  owed: { order: number; cause: number }[] = [];
  trades = 0;
  readonly eventTypes = new Set<EventType>();
  readonly entryKinds = new Set<EntryKind>();
  readonly cancelReasons = new Set<CancelReason>();

  readonly wallet: WalletAudit = new WalletAudit({
    fail: (what) => {
      throw this.fault(what);
    },
    asset: (name) => this.asset(name),
    isFrozen: (user) => this.member(user).frozen,
    owed: (asset) => -(this.balances.get(`house/custody/${asset}`) ?? 0n),
    price: (name) => {
      const market = this.markets.get(name);
      return market ? { ticks: latest(market), unit: market.unit, lot: market.lot } : null;
    },
    isHeld: (hold) => this.holds.has(hold),
  });

  private walk: Walk | null = null;
  private touched = new Set<number>();
  private current = '';

  /** Folds a batch, event by event; every invariant is checked after each. */
  follow(batch: Batch): void {
    this.current = `batch at ${batch.first}`;
    this.check(batch.first === this.position + 1, `follows position ${this.position}`);
    this.check(batch.events.length > 0, 'is empty');
    this.check(batch.at >= this.at, 'goes back in time');
    this.checkTurn(batch);
    for (const event of batch.events) {
      this.position++;
      this.current = `${event.type} at ${this.position}: ${text(event)}`;
      this.followEvent(event, batch);
    }
    this.at = batch.at;
    this.endBatch();
  }

  /** What is owed comes before anything else. */
  private checkTurn({ command, events }: Batch): void {
    const next = this.owed[0];
    if (!next) {
      this.check(command.type !== 'TriggerOrder', 'fires a trigger that was not reached');
      return;
    }
    this.check(command.type === 'TriggerOrder' && command.cause === next.cause, `does not fire order ${next.order}`);
    const [first] = events;
    this.check(first.type === 'OrderTriggered' && first.order === next.order, `does not fire order ${next.order}`);
  }

  private followEvent(event: CoreEvent, batch: Batch): void {
    this.eventTypes.add(event.type);
    const expected: Deltas = new Map();
    this.expect(event, expected, batch);
    this.post('entries' in event ? event.entries : [], expected);
    this.settle(event, batch);
  }

  /* Entries */

  private post(entries: EventOf<'TradeExecuted'>['entries'], expected: Deltas): void {
    const deltas: Deltas = new Map();
    for (const { kind, debit, credit, amount, hold } of entries) {
      this.entryKinds.add(kind);
      const row = ENTRY_KINDS[kind];
      this.check(amount > 0n && amount <= AMOUNT_MAX, `moves ${amount}`);
      this.checkSide(debit, row.debit);
      this.checkSide(credit, row.credit);
      this.check(assetOf(debit) === assetOf(credit), 'moves between two assets');
      add(deltas, debit, -amount);
      add(deltas, credit, amount);
      add(this.balances, debit, -amount);
      add(this.balances, credit, amount);
      const frozenSides = [debit, credit].filter((account) => account.endsWith('/frozen'));
      this.check(frozenSides.length === (hold === undefined ? 0 : 1), 'names a hold exactly when a side is frozen');
      if (hold !== undefined) this.moveHold(hold, frozenSides[0], frozenSides[0] === credit ? amount : -amount);
    }
    for (const [account, amount] of expected) {
      this.check(
        (deltas.get(account) ?? 0n) === amount,
        `moves ${deltas.get(account) ?? 0n} on ${account}, not ${amount}`,
      );
    }
    for (const [account, amount] of deltas) {
      this.check(amount === 0n || expected.has(account), `moves ${amount} on ${account}`);
      this.checkAccount(account);
    }
  }

  private checkSide(account: string, side: Side): void {
    const parts = account.split('/');
    const fits =
      'user' in side
        ? parts.length === 4 && Number(parts[0]) > 0 && this.mayHold(parts[1], parts[2]) && parts[3] === side.user
        : parts.length === 3 && parts[0] === 'house' && parts[1] === side.house;
    this.check(fits && this.assets.has(assetOf(account)), `names ${account}`);
  }

  /** Coins lie in four accounts, legal currency in its own and, to be traded, in the spot account. */
  private mayHold(kind: string, asset: string): boolean {
    if (kind === 'spot') return true;
    return (this.asset(asset).fiat === 1) === (kind === 'legal');
  }

  private moveHold(id: number, account: string, amount: bigint): void {
    const hold = this.holds.get(id) ?? { account, remaining: 0n };
    this.check(hold.account === account, `moves hold ${id} of ${hold.account}`);
    hold.remaining += amount;
    this.check(hold.remaining >= 0n, `overdraws hold ${id}`);
    if (hold.remaining === 0n) this.holds.delete(id);
    else this.holds.set(id, hold);
    add(this.held, account, amount);
  }

  /** Invariant 2, and the signs of the house's accounts. */
  private checkAccount(account: string): void {
    const balance = this.balances.get(account) ?? 0n;
    if (account.startsWith('house/custody/'))
      this.check(balance <= 0n && -balance <= AMOUNT_MAX, `${account} ${balance}`);
    else this.check(balance >= 0n && balance <= AMOUNT_MAX, `${account} is ${balance}`);
    if (account.endsWith('/frozen'))
      this.check(balance === (this.held.get(account) ?? 0n), `${account} is not its holds`);
  }

  /* What an event must move, from the state before it */

  private expect(event: CoreEvent, expected: Deltas, batch: Batch): void {
    switch (event.type) {
      case 'HouseFunded':
        move(expected, `house/custody/${event.asset}`, `house/treasury/${event.asset}`, event.amount);
        return;
      case 'FundsTransferred':
      case 'RechargeTermsSet':
      case 'RechargeSeen':
      case 'RechargeConfirmed':
      case 'RechargeRetracted':
      case 'RechargeFailed':
      case 'RechargeCredited':
      case 'WithdrawalApplied':
      case 'WithdrawalReviewSet':
      case 'WithdrawalApproved':
      case 'PayoutStarted':
      case 'RejectionProposed':
      case 'WithdrawalPaid':
      case 'WithdrawalRejected':
      case 'WithdrawalCancelled':
        this.wallet.expect(event, (from, to, amount) => move(expected, from, to, amount), batch);
        return;
      case 'FundsFrozen':
        freeze(expected, event.user, event.asset, event.amount, event.account);
        return;
      case 'FundsUnfrozen': {
        const hold = this.holds.get(event.hold);
        this.check(hold !== undefined, 'of a hold that is gone');
        freeze(expected, event.user, assetOf(hold.account), -hold.remaining, kindOf(hold.account));
        return;
      }
      case 'OrderPlaced':
        this.place(event, expected);
        return;
      case 'TradeExecuted':
        this.expectTrade(event, expected);
        return;
      case 'OrderAmended':
        this.amend(event, expected);
        return;
      case 'OrderCancelled':
        this.expectCancel(event, expected);
        return;
      case 'OrderTriggered':
        this.trigger(event);
        return;
      case 'OrderRested':
      case 'AssetListed':
      case 'MarketListed':
      case 'MarketStateChanged':
      case 'MemberRegistered':
      case 'MemberVerified':
      case 'AccountFrozen':
      case 'AccountUnfrozen':
      case 'FeeTierAssigned':
        this.check(!('entries' in event) && batch.events.length > 0, 'moves money');
        return;
    }
  }

  private place(event: OrderPlaced, expected: Deltas): void {
    const market = this.market(event.market);
    const member = this.member(event.user);
    this.check(member.verified && !member.frozen, 'of someone who may not trade');
    this.check(market.state === 'open', `in a market that is ${market.state}`);
    this.check(!this.orders.has(event.order), 'repeats an id');
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
      hold: event.entries[0]?.hold ?? null,
    };
    const waits = order.trigger !== 0;
    const rests = !waits && order.kind === 'limit' && !this.crosses(order) && isPatient(order);
    this.check(event.disposition === (waits ? 'waits' : rests ? 'rests' : 'takes'), `${event.disposition}`);
    let held = this.needs(order);
    if (!waits && !rests) {
      this.walk = this.planOf(order);
      this.check(!this.walk.killed, 'is a fill-or-kill that cannot be filled');
      if (order.kind === 'market') held = this.costOf(order, this.walk.plan);
    }
    freeze(expected, order.user, this.heldAsset(order), held);
    this.orders.set(order.id, order);
  }

  private trigger({ order: id, disposition }: EventOf<'OrderTriggered'>): void {
    const order = this.order(id);
    this.check(order.phase === 'reached' && this.owed[0]?.order === id, 'is not the next to fire');
    this.owed.shift();
    const rests = order.kind === 'stop_limit' && isPatient(order) && !this.crosses(order);
    this.check(disposition === (rests ? 'rests' : 'takes'), disposition);
    order.phase = 'taking';
    if (rests) this.rest(order);
    else this.walk = this.planOf(order);
  }

  private amend(event: EventOf<'OrderAmended'>, expected: Deltas): void {
    const order = this.order(event.order);
    const { market, phase } = order;
    this.check(event.openBefore === order.quantity - order.filled && event.priceBefore === order.price, 'misremembers');
    this.check(event.quantity > order.filled, 'leaves nothing open');
    const before = this.needs(order);
    const keeps = phase === 'resting' && event.price === order.price && event.quantity < order.quantity;
    const { book } = this.market(market);
    if (keeps) book.reduce(order.id, order.quantity - event.quantity);
    else if (phase === 'resting') book.remove(order.id);
    order.price = event.price;
    order.quantity = event.quantity;
    const disposition = phase === 'waiting' ? 'waits' : keeps ? 'keeps' : this.crosses(order) ? 'takes' : 'rests';
    this.check(event.disposition === disposition, `${event.disposition}, not ${disposition}`);
    freeze(expected, order.user, this.heldAsset(order), this.needs(order) - before);
    if (disposition === 'rests') this.rest(order);
    if (disposition !== 'takes') return;
    order.phase = 'taking';
    this.walk = this.planOf(order);
  }

  private expectTrade(event: EventOf<'TradeExecuted'>, expected: Deltas): void {
    const market = this.market(event.market);
    const maker = this.order(event.makerOrder);
    const taker = this.order(event.takerOrder);
    this.check(maker.user === event.maker && taker.user === event.taker, 'names the wrong users');
    this.check(maker.user !== taker.user, 'is a trade with oneself');
    this.step(taker, maker.id, event.price, event.quantity);
    this.check(event.price === maker.price, 'is not at the price of the maker');
    const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
    const { base, quote } = market.terms;
    const received = BigInt(event.quantity) * market.lot;
    const paid = BigInt(event.price) * BigInt(event.quantity) * market.unit;
    const buyerFee = this.fee(market, buyer, buyer === maker, received);
    const sellerFee = this.fee(market, seller, seller === maker, paid);
    this.check(event.makerFee === (buyer === maker ? buyerFee : sellerFee), `maker fee ${event.makerFee}`);
    this.check(event.takerFee === (buyer === taker ? buyerFee : sellerFee), `taker fee ${event.takerFee}`);
    move(expected, account(seller.user, base, 'frozen'), account(buyer.user, base, 'available'), received);
    move(expected, account(buyer.user, base, 'available'), `house/fees/${base}`, buyerFee);
    move(expected, account(buyer.user, quote, 'frozen'), account(seller.user, quote, 'available'), paid);
    move(expected, account(seller.user, quote, 'available'), `house/fees/${quote}`, sellerFee);
    if (buyer.price > event.price) {
      const better = BigInt(buyer.price - event.price) * BigInt(event.quantity) * market.unit;
      freeze(expected, buyer.user, quote, -better);
    }
  }

  private fee(market: AuditedMarket, order: AuditedOrder, makes: boolean, amount: bigint): bigint {
    const rates = makes ? market.terms.makerFeesPpb : market.terms.takerFeesPpb;
    const rate = BigInt(rates[this.member(order.user).tier] ?? rates[rates.length - 1]);
    const exact = amount * rate;
    const fee = exact / BILLION + (exact % BILLION === 0n ? 0n : 1n);
    this.check(fee <= amount, `a fee of ${fee} on ${amount}`);
    return fee;
  }

  private expectCancel(event: EventOf<'OrderCancelled'>, expected: Deltas): void {
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
    } else this.check(event.reason === 'requested' || event.reason === 'staff', `reason ${event.reason}`);
    const remaining = order.hold === null ? 0n : (this.holds.get(order.hold)?.remaining ?? 0n);
    freeze(expected, order.user, this.heldAsset(order), -remaining);
  }

  /* What an event changes besides money */

  private settle(event: CoreEvent, batch: Batch): void {
    switch (event.type) {
      case 'AssetListed':
        this.assets.set(event.asset, event);
        return;
      case 'MarketListed':
        this.markets.set(event.market, this.listed(event));
        return;
      case 'MarketStateChanged':
        this.market(event.market).state = event.state;
        return;
      case 'MemberRegistered':
        this.members.set(event.user, { verified: false, frozen: false, tier: 0 });
        return;
      case 'MemberVerified':
        this.member(event.user).verified = true;
        return;
      case 'AccountFrozen':
        this.member(event.user).frozen = true;
        return;
      case 'AccountUnfrozen':
        this.member(event.user).frozen = false;
        return;
      case 'FeeTierAssigned':
        this.member(event.user).tier = event.tier;
        return;
      case 'FundsTransferred':
      case 'RechargeTermsSet':
      case 'RechargeSeen':
      case 'RechargeConfirmed':
      case 'RechargeRetracted':
      case 'RechargeFailed':
      case 'RechargeCredited':
      case 'WithdrawalApplied':
      case 'WithdrawalReviewSet':
      case 'WithdrawalApproved':
      case 'PayoutStarted':
      case 'RejectionProposed':
      case 'WithdrawalPaid':
      case 'WithdrawalRejected':
      case 'WithdrawalCancelled':
        this.wallet.settle(event);
        return;
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
        this.close(order);
        return;
      }
      case 'OrderTriggered':
      case 'OrderAmended':
        this.touched.add(event.order);
        return;
      case 'HouseFunded':
      case 'FundsFrozen':
      case 'FundsUnfrozen':
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
    this.trades++;
    this.check(event.trade === this.trades, `is trade ${event.trade}, not ${this.trades}`);
    market.book.reduce(event.makerOrder, event.quantity);
    const paid = BigInt(event.price) * BigInt(event.quantity) * market.unit;
    for (const id of [event.makerOrder, event.takerOrder]) {
      const order = this.order(id);
      order.filled += event.quantity;
      order.filledQuote += paid;
      this.touched.add(id);
      if (order.quoteAmount > 0n ? order.filledQuote === order.quoteAmount : order.filled === order.quantity)
        this.close(order);
    }
    market.last = event.price;
    this.reach(event.market, batch.first + batch.events.length - 1);
  }

  /** Triggers that the last price has reached, by trigger price from where it came, then by arrival. */
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
      this.owed.push({ order: order.id, cause });
    }
  }

  private rest(order: AuditedOrder): void {
    order.phase = 'resting';
    this.touched.add(order.id);
    this.market(order.market).book.add(order.side, order.id, order.user, order.price, order.quantity - order.filled);
  }

  private close(order: AuditedOrder): void {
    this.orders.delete(order.id);
    this.check(order.hold === null || !this.holds.has(order.hold), `order ${order.id} leaves something held`);
    if (this.walk?.order === order) this.endWalk('filled');
  }

  private endWalk(how: Walk['end']): void {
    this.check(this.walk?.end === how, `order ${this.walk?.order.id} ends ${how}, not ${this.walk?.end}`);
    this.check(this.walk.step === this.walk.plan.steps.length, 'ends before its walk');
    this.walk = null;
  }

  /* Invariant 4, and that open orders hold what they need */

  private endBatch(): void {
    this.current = `batch up to ${this.position}`;
    this.wallet.endBatch();
    if (this.walk) throw this.fault(`order ${this.walk.order.id} is left in the middle of its walk`);
    for (const id of this.touched) {
      const order = this.orders.get(id);
      if (!order) continue;
      const open = order.quantity - order.filled;
      this.check(order.phase !== 'taking', `order ${id} is neither in the book nor waiting`);
      this.check(order.quoteAmount > 0n || open > 0, `order ${id} has ${open} open`);
      if (order.phase === 'resting')
        this.check(this.market(order.market).book.get(id).lots === open, `order ${id} rests with what is open`);
      const held = order.hold === null ? 0n : (this.holds.get(order.hold)?.remaining ?? 0n);
      this.check(held === this.needs(order), `order ${id} holds ${held}, not ${this.needs(order)}`);
    }
    this.touched = new Set();
    for (const [name, { book }] of this.markets) {
      const buy = book.bestTicks('buy');
      const sell = book.bestTicks('sell');
      this.check(buy === 0 || sell === 0 || buy < sell, `the book of ${name} is crossed`);
    }
  }

  /** Invariant 1: each asset sums to zero over all accounts. */
  checkSums(): void {
    const sums: Deltas = new Map();
    for (const [name, balance] of this.balances) add(sums, assetOf(name), balance);
    for (const [asset, sum] of sums) this.check(sum === 0n, `${asset} sums to ${sum}`);
  }

  /** The core's own state says the same as the entries and the naive book. */
  compare(state: CoreState): void {
    this.current = `state at ${state.position}`;
    this.checkSums();
    this.check(state.position === this.position && state.at === this.at, `is not at ${this.position}`);
    for (const { name, balance } of state.ledger.accounts.values())
      this.check(balance === (this.balances.get(name) ?? 0n), `${name} is ${balance}, not ${this.balances.get(name)}`);
    for (const [name, balance] of this.balances)
      this.check(balance === (state.ledger.accounts.get(name as never)?.balance ?? 0n), `${name} is not ${balance}`);
    this.check(state.holds.size === this.holds.size, `${state.holds.size} holds, not ${this.holds.size}`);
    for (const [id, { remaining }] of this.holds)
      this.check(state.holds.get(id)?.remaining === remaining, `hold ${id} is not ${remaining}`);
    this.check(state.orders.size === this.orders.size, `${state.orders.size} open orders, not ${this.orders.size}`);
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
    const owed = state.reached.map(({ order, cause }) => `${order}/${cause}`).join();
    this.check(owed === this.owed.map(({ order, cause }) => `${order}/${cause}`).join(), `owes ${owed}`);
    this.wallet.compare(state);
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
      (real.hold?.id ?? null) === order.hold;
    this.check(same, `order ${order.id} is ${text(real)}, not ${text(order)}`);
    const open = state.members.get(order.user)?.openOrders.get(order.market);
    this.check(open?.has(order.id) === true, `order ${order.id} is not among the open ones of its user`);
  }

  /* The naive book as oracle */

  private planOf(order: AuditedOrder): Walk {
    const market = this.market(order.market);
    const limited = order.price !== 0;
    const plan = market.book.plan({
      side: order.side,
      owner: order.user,
      limitTicks: limited ? order.price : bandEdge(market, order.side),
      lots: order.quoteAmount > 0n ? null : order.quantity - order.filled,
      quoteBudget: order.quoteAmount > 0n ? order.quoteAmount : null,
      quotePerTickLot: market.unit,
      selfTrade: order.selfTrade,
      makersMax: MAKERS_MAX,
    });
    const end = this.endOf(order, plan);
    const killed = order.timeInForce === 'fok' && end !== 'filled' && end !== 'quote_remainder';
    if (!killed) return { order, plan, step: 0, end, killed };
    return { order, plan, step: 0, end: plan.stopped === 'makers_max' ? 'fills_too_many' : 'time_in_force', killed };
  }

  private endOf(order: AuditedOrder, plan: NaivePlan): Walk['end'] {
    const limited = order.price !== 0;
    if (order.quoteAmount > 0n) {
      const left = order.quoteAmount - this.costOf(order, plan);
      if (left === 0n) return 'filled';
      const last = [...plan.steps].reverse().find((step) => step.lots > 0);
      if (last && left < BigInt(last.ticks) * this.market(order.market).unit) return 'quote_remainder';
    } else if (plan.remainingLots === 0) return 'filled';
    switch (plan.stopped) {
      case 'self_trade':
        return 'self_trade';
      case 'makers_max':
        return 'fills_too_many';
      case 'budget':
      case 'filled':
        return 'quote_remainder';
      case 'price':
        return limited ? (isPatient(order) ? 'rests' : 'time_in_force') : 'band';
      case 'empty':
        return limited ? (isPatient(order) ? 'rests' : 'time_in_force') : 'no_liquidity';
    }
  }

  private costOf(order: AuditedOrder, plan: NaivePlan): bigint {
    const { unit, lot } = this.market(order.market);
    return plan.steps.reduce(
      (sum, { ticks, lots }) => sum + (order.side === 'buy' ? BigInt(ticks) * BigInt(lots) * unit : BigInt(lots) * lot),
      0n,
    );
  }

  /** One step of the walk must be what the naive book planned. */
  private step(taker: AuditedOrder, maker: number, ticks: number, lots: number): void {
    const walk = this.walk;
    this.check(walk !== null && walk.order === taker && !walk.killed, `order ${taker.id} is not taking`);
    const planned = walk.plan.steps[walk.step++];
    const same = planned?.order === maker && planned.ticks === ticks && planned.lots === lots;
    this.check(same, `the naive book meets ${text(planned)}`);
  }

  private crosses({ market, side, price }: AuditedOrder): boolean {
    const best = this.market(market).book.bestTicks(side === 'buy' ? 'sell' : 'buy');
    return best !== 0 && (side === 'buy' ? price >= best : price <= best);
  }

  /** What an open order must hold. */
  private needs(order: AuditedOrder): bigint {
    const { unit, lot } = this.market(order.market);
    if (order.quoteAmount > 0n) return order.quoteAmount;
    const open = BigInt(order.quantity - order.filled);
    return order.side === 'sell' ? open * lot : BigInt(order.price) * open * unit;
  }

  private heldAsset({ market, side }: AuditedOrder): string {
    const { base, quote } = this.market(market).terms;
    return side === 'buy' ? quote : base;
  }

  private listed(terms: MarketListed): AuditedMarket {
    const decimals = (value: string): number => (value.split('.')[1] ?? '').length;
    const digits = (value: string): bigint => BigInt(value.replace('.', ''));
    const { tick, lot } = terms;
    const spare = this.asset(terms.quote).scale - decimals(tick) - decimals(lot);
    this.check(spare >= 0, 'has ticks and lots too fine for its quote');
    return {
      terms,
      state: 'closed',
      unit: digits(tick) * digits(lot) * 10n ** BigInt(spare),
      lot: digits(lot) * 10n ** BigInt(this.asset(terms.base).scale - decimals(lot)),
      last: 0,
      book: new NaiveBook(),
    };
  }

  private market(name: string): AuditedMarket {
    return this.markets.get(name) ?? this.unknown('market', name);
  }
  private member(user: number): { verified: boolean; frozen: boolean; tier: number } {
    return this.members.get(user) ?? this.unknown('member', user);
  }
  private asset(name: string): EventOf<'AssetListed'> {
    return this.assets.get(name) ?? this.unknown('asset', name);
  }
  private order(id: number): AuditedOrder {
    return this.orders.get(id) ?? this.unknown('order', id);
  }

  private unknown(what: string, which: string | number): never {
    throw this.fault(`${what} ${which} is unknown`);
  }
  private check(holds: boolean, what: string): asserts holds {
    if (!holds) throw this.fault(what);
  }
  private fault(what: string): AuditError {
    return new AuditError(`${what} — ${this.current}`);
  }
}

function isPatient({ timeInForce }: AuditedOrder): boolean {
  return timeInForce === 'gtc' || timeInForce === 'post_only';
}

function latest({ last, terms }: AuditedMarket): number {
  return last === 0 ? terms.referencePrice : last;
}

/** ± band of the latest price, whole ticks inside it, within the lowest and highest price. */
function bandEdge(market: AuditedMarket, side: 'buy' | 'sell'): number {
  const reference = BigInt(latest(market));
  const away = (reference * BigInt(market.terms.bandPpb)) / BILLION;
  if (side === 'buy') return Math.min(Number(reference + away), market.terms.priceHighest);
  return Math.max(Number(reference - away), market.terms.priceLowest);
}

function account(user: number, asset: string, bucket: 'available' | 'frozen', kind = 'spot'): string {
  return `${user}/${kind}/${asset}/${bucket}`;
}

function kindOf(name: string): string {
  return name.split('/')[1] ?? '';
}

function assetOf(name: string): string {
  const parts = name.split('/');
  return parts[2] ?? '';
}

function add(map: Deltas, key: string, amount: bigint): void {
  map.set(key, (map.get(key) ?? 0n) + amount);
}

function move(map: Deltas, from: string, to: string, amount: bigint): void {
  add(map, from, -amount);
  add(map, to, amount);
}

function freeze(map: Deltas, user: number, asset: string, amount: bigint, kind = 'spot'): void {
  move(map, account(user, asset, 'available', kind), account(user, asset, 'frozen', kind), amount);
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? 'nothing';
}
