/**
 * An auditor: reads journalled batches and nothing else, adds the entries up, keeps a naive book beside them and complains
 * about the first event that breaks a rule. It shares no arithmetic with the core.
 */
import { FROZEN_ORDERS_ENDED_MAX } from '../../server/core/bounds';
import { CANCEL_REASONS, type CancelReason } from '../../server/core/market/order';
import type { Batch, CoreEvent, EventOf, EventType, MarketListed, OrderPlaced } from '../../server/core/event';
import { forEachOrder } from '../../server/core/market/book';
import { reachedInOrder } from '../../server/core/market/reached';
import type { CoreState } from '../../server/core/state';
import {
  assetOf,
  account,
  freeze,
  isPatient,
  kindOf,
  latest,
  move,
  termsOf,
  text,
  type AuditedAsset,
  type AuditedMarket,
  type AuditedOrder,
  type Deltas,
  type Walk,
  isByStaff,
} from './audited';
import { EntryAudit } from './entry-audit';
import { FundingAudit, isOfFunding } from './funding-audit';
import { IndexAudit, isOfIndex } from './index-audit';
import { FeesAudit, isOfFees } from './fees-audit';
import { isOfLiquidations } from './liquidation-audit';
import { isOfLocks, LockAudit } from './lock-audit';
import { MarkAudit } from './mark-audit';
import { NaiveBook } from './naive-book';
import { isOfCrossLiquidations } from './cross-audit';
import { costOf, crosses, heldAsset, needs, planOf } from './naive-walk';
import { isOfOptions, OptionAudit } from './option-audit';
import { isOfMarketEnds, isOfPerpetuals, PerpetualAudit } from './perpetual-audit';
import { CloseOutAudit, isOfCloseOuts } from './close-out-audit';
import { isOfFinancial, FinancialAudit } from './financial-audit';
import { isOfMining, MiningAudit } from './mining-audit';
import { isOfRobots, RobotAudit } from './robot-audit';
import { isOfReferral, ReferralAudit } from './referral-audit';
import { isOfStops, StopAudit } from './stop-audit';
import { isOfWallet, WalletAudit } from './wallet-audit';

/** Thrown for the first broken rule; the text says which event broke it. */
class AuditError extends Error {}

export class Auditor {
  position = -1;
  at = 0;
  readonly orders = new Map<number, AuditedOrder>();
  readonly markets = new Map<string, AuditedMarket>();
  readonly assets = new Map<string, AuditedAsset>();
  readonly members = new Map<number, { verified: boolean; frozen: boolean }>();
  /** Orders whose trigger was reached, in the order in which they must fire. */
  owed: { order: number; cause: number }[] = [];
  /** Frozen members with open orders, which must end before anything else happens. */
  private readonly ending = new Set<number>();
  trades = 0;
  /** Between the ledger and what should agree with it: while there is one, nothing new leaves. */
  private readonly differences = new Set<number>();
  private readonly named = new Map<number, string[]>();
  /** Of each of staff; null before the journal says that it knows them. */
  private rights: Map<number, string[]> | null = null;
  readonly eventTypes = new Set<EventType>();
  readonly cancelReasons = new Set<CancelReason>();

  readonly entries: EntryAudit = new EntryAudit({
    fail: (what) => this.fail(what),
    asset: (name) => this.asset(name),
    isListed: (name) => this.assets.has(name),
  });
  readonly wallet: WalletAudit = new WalletAudit({
    isStopped: () => this.differences.size > 0,
    fail: (what) => this.fail(what),
    asset: (name) => this.asset(name),
    states: (name) => this.assets.get(name) ?? this.unknown('asset', name),
    isFrozen: (user) => this.member(user).frozen,
    mayOfStaff: (user, right) =>
      this.rights === null || (this.rights.get(user)?.includes(right) === true && !this.members.get(user)?.frozen),
    // Staff need not be members.
    documentOf: (user) => (this.members.has(user) ? this.fees.documentOf(user) : null),
    balance: (account) => this.entries.balances.get(account) ?? 0n,
    owed: (asset) => -(this.entries.balances.get(`house/custody/${asset}`) ?? 0n),
    prices: (name, at) => {
      const market = this.markets.get(name);
      if (!market) return null;
      const { terms, unit, lot } = market;
      const day = market.trades.filter((trade) => hourOf(trade.at) > hourOf(at) - 24);
      return [
        ...[terms.referencePrice, latest(market)].map((ticks) => ({ quote: BigInt(ticks) * unit, base: lot })),
        ...(day.length === 0
          ? []
          : [
              {
                quote: day.reduce((sum, { paid }) => sum + paid, 0n),
                base: day.reduce((sum, { quantity }) => sum + BigInt(quantity) * lot, 0n),
              },
            ]),
      ];
    },
    index: (symbol, at) => this.index.priceFor(symbol, at),
    isHeld: (hold) => this.entries.holds.has(hold),
  });

  readonly index: IndexAudit = new IndexAudit((what) => this.fail(what));
  readonly fees: FeesAudit = new FeesAudit({
    fail: (what) => this.fail(what),
    scaleOf: (name) => this.asset(name).scale,
    market: (name) => this.markets.get(name) ?? null,
  });

  readonly perpetual: PerpetualAudit = new PerpetualAudit({
    fail: (what) => this.fail(what),
    scaleOf: (name) => this.asset(name).scale,
    isFrozen: (user) => this.member(user).frozen,
    balance: (name) => this.entries.balances.get(name) ?? 0n,
    remaining: (hold) => this.entries.remaining(hold),
    accountOf: (hold) => this.entries.holds.get(hold)?.account ?? this.fail(`hold ${hold} is gone`),
    nextTrade: () => ++this.trades,
    levelAt: (user, at) => this.fees.levelAt('perpetual', user, at),
    owe: (order, cause) => this.owe(order, cause),
  });

  private readonly marks: MarkAudit = new MarkAudit({
    fail: (what) => this.fail(what),
    contract: (name) => this.perpetual.contracts.get(name) ?? this.fail(`contract ${name} is unknown`),
    decimals: (symbol) => this.index.decimalsOf(symbol),
  });

  private readonly stops: StopAudit = new StopAudit({
    fail: (what) => this.fail(what),
    isOpen: (order) => this.perpetual.orders.has(order),
    position: (id) => this.perpetual.positions.get(id),
    price: (name, by) => this.perpetual.contracts.get(name)?.[by] ?? 0,
    owe: (stop, cause) => this.owe(stop, cause),
  });

  private readonly closeOuts: CloseOutAudit = new CloseOutAudit({
    fail: (what) => this.fail(what),
    position: (id) => this.perpetual.positions.get(id),
    orders: () => [...this.perpetual.orders.values()],
  });

  private readonly funding: FundingAudit = new FundingAudit({
    fail: (what) => this.fail(what),
    contract: (name) => this.perpetual.contracts.get(name) ?? this.fail(`contract ${name} is unknown`),
    positions: () => this.perpetual.positions.values(),
    markBefore: (market, time) => this.marks.markBefore(market, time),
    premiumUntil: (market, time, ms) => this.marks.premiumUntil(market, time, ms),
    accountOf: (hold) => this.entries.holds.get(hold)?.account ?? this.fail(`hold ${hold} is gone`),
    balance: (name) => this.entries.balances.get(name) ?? 0n,
    remaining: (hold) => this.entries.remaining(hold),
    isCross: (user, market) => this.perpetual.isCovered(user, market),
    heldByCross: (user, quote) => this.perpetual.heldByCross(user, quote),
  });

  private readonly locks: LockAudit = new LockAudit({
    fail: (what) => this.fail(what),
    position: (id) => this.perpetual.positions.get(id),
    quote: (market) => this.perpetual.contracts.get(market)?.listed.quote ?? this.fail(`contract ${market} is unknown`),
    remaining: (hold) => this.entries.remaining(hold),
  });

  private readonly options: OptionAudit = new OptionAudit({
    fail: (what) => this.fail(what),
    balance: (name) => this.entries.balances.get(name) ?? 0n,
    staleMs: (symbol) => this.index.staleMsOf(symbol),
  });

  private readonly financial: FinancialAudit = new FinancialAudit({
    fail: (what) => this.fail(what),
    balance: (name) => this.entries.balances.get(name) ?? 0n,
    mined: (asset) => this.mining.promised(asset),
  });

  private readonly mining: MiningAudit = new MiningAudit({
    fail: (what) => this.fail(what),
    balance: (name) => this.entries.balances.get(name) ?? 0n,
    scale: (name) => this.asset(name).scale,
    inviter: (user) => this.fees.inviterOf(user),
    promised: (asset) => this.financial.promised(asset),
  });

  readonly robots: RobotAudit = new RobotAudit({
    fail: (what) => this.fail(what),
    market: (name) => this.market(name),
    mayTrade: (user) => this.member(user).verified && !this.member(user).frozen,
    remaining: (hold) => this.entries.remaining(hold),
    orders: (robot) => [...this.orders.values()].filter((order) => order.robot === robot),
  });

  readonly referral: ReferralAudit = new ReferralAudit({
    fail: (what) => this.fail(what),
    above: (user) => this.fees.above(user),
    documentOf: (user) => this.fees.documentOf(user),
    isErased: (user) => this.fees.isErased(user),
    areOne: (one, other) => this.fees.isOneHouse(one, other),
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
    const isWaiting = this.perpetual.liquidations.isWaiting(batch.at, this.at);
    this.at = batch.at;
    for (const market of this.markets.values()) market.terms = termsOf(market.listed, market.changes, batch.at);
    this.marks.checkBatch(batch, isWaiting ? [] : this.perpetual.contracts);
    for (const event of batch.events) {
      this.position++;
      this.current = `${event.type} at ${this.position}: ${text(event)}`;
      this.followEvent(event, batch);
      this.checkQuote(event, batch);
    }
    this.endBatch();
  }

  /** Quotes of a market neither take nor cross the book on the way, and nothing else is a quote. */
  private checkQuote(event: CoreEvent, { command }: Batch): void {
    const isPlaced = event.type === 'OrderPlaced';
    if (command.type !== 'QuoteMarket') return this.check(!isPlaced || event.quoted === undefined, 'is no quote');
    const isEnded = event.type === 'OrderCancelled';
    this.check(isPlaced || isEnded || event.type === 'OrderAmended', 'is no part of quotes');
    this.check(isEnded || event.disposition === 'rests' || event.disposition === 'keeps', 'takes or waits');
    this.check(!isPlaced || (event.quoted === 1 && event.timeInForce === 'post_only'), 'is not post-only');
    this.checkBook(event.market);
  }

  /** A trigger was reached by the batch that ends there; null: what waited is over before it could fire. */
  private owe(order: number, cause: number | null): void {
    if (cause === null) this.owed = this.owed.filter((owed) => owed.order !== order);
    else this.owed.push({ order, cause });
  }

  /** What is owed comes before anything else, and the orders of who is frozen before all that is owed. */
  private checkTurn(batch: Batch): void {
    this.options.checkTurn(batch);
    this.fees.checkTurn(batch);
    this.funding.checkTurn(batch);
    this.perpetual.checkTurn(batch);
    // What time makes due comes even before that: the batch that is owed would carry a later time.
    if (
      [
        'CloseFeeDay',
        'FixFunding',
        'SettleFunding',
        // Ahead of whatever touches the account.
        'SettleAccountFunding',
        'ApplyPerpetualTerms',
        'FixSettlement',
        'EnterOptions',
        'SettleOptions',
      ].includes(batch.command.type)
    )
      return;
    if (this.stops.checkTurn(batch, this.position)) return;
    if (this.ending.size > 0) return this.checkEnding(Math.min(...this.ending), batch);
    if (this.perpetual.liquidations.checkTurn(batch, this.at)) return;
    if (this.closeOuts.checkTurn(batch, this.position)) return;
    if (batch.command.type === 'CutOrders') return;
    const { command, events } = batch;
    this.check(command.type !== 'EndFrozenOrders', 'ends the orders of nobody');
    const next = this.owed[0];
    if (!next) {
      const isFiring = command.type === 'TriggerOrder' || command.type === 'TriggerStop';
      this.check(!isFiring, 'fires a trigger that was not reached');
      return;
    }
    if (command.type === 'TriggerStop') {
      const [stop] = events.flatMap((event) => (isOfStops(event) ? [event.stop] : []));
      this.check(stop === next.order && command.cause === next.cause, `does not fire stop ${next.order}`);
      return;
    }
    this.check(command.type === 'TriggerOrder' && command.cause === next.cause, `does not fire order ${next.order}`);
    const fires = events.some(
      ({ type, ...fact }) =>
        (type === 'OrderTriggered' || type === 'PerpetualOrderTriggered') &&
        'order' in fact &&
        fact.order === next.order,
    );
    this.check(fires, `does not fire order ${next.order}`);
  }

  /** The oldest of them, as many as one batch ends; what made it due is the batch before. */
  private checkEnding(user: number, { command, events, actor }: Batch): void {
    const isDue = command.type === 'EndFrozenOrders' && actor === 'clock' && command.cause === this.position;
    this.check(isDue, `does not end the orders of ${user}`);
    const ended = events.map((event) =>
      event.type === 'OrderCancelled' || event.type === 'PerpetualOrderCancelled' ? event.order : 0,
    );
    const oldest = this.endingOf(user)
      .sort((a, b) => a - b)
      .slice(0, FROZEN_ORDERS_ENDED_MAX);
    this.check(ended.join() === oldest.join(), `ends ${ended.join()}, not ${oldest.join()}`);
  }

  private followEvent(event: CoreEvent, batch: Batch): void {
    this.eventTypes.add(event.type);
    const expected: Deltas = new Map();
    this.expect(event, expected, batch);
    this.entries.post('entries' in event ? event.entries : [], expected);
    this.settle(event, batch);
  }

  /* What an event must move, from the state before it */

  private expect(event: CoreEvent, expected: Deltas, batch: Batch): void {
    if (isOfWallet(event)) {
      this.wallet.expect(event, (from, to, amount) => move(expected, from, to, amount), batch);
      return;
    }
    if (isOfIndex(event)) {
      this.index.follow(event, batch);
      if (event.type === 'IndexPublished') this.options.publish(event, batch);
      this.fees.publish(event, batch.at);
      return;
    }
    if (isOfFees(event)) {
      this.check(!('entries' in event), 'moves money');
      return;
    }
    if (isOfOptions(event)) {
      this.options.expect(event, expected, batch);
      return;
    }
    if (isOfFinancial(event)) {
      this.financial.expect(event, expected, batch);
      return;
    }
    if (isOfMining(event)) {
      this.mining.expect(event, expected, batch);
      return;
    }
    if (isOfRobots(event)) {
      this.robots.expect(event, expected, batch);
      return;
    }
    if (isOfReferral(event)) {
      this.referral.expect(event, expected, batch);
      return;
    }
    if (event.type === 'MarkPublished') {
      this.marks.follow(event, batch);
      this.funding.marked(event, batch.at);
      this.perpetual.liquidations.marked(event, batch.at);
      return;
    }
    if (isOfLiquidations(event)) {
      this.perpetual.liquidations.expect(event, expected);
      return;
    }
    if (isOfCrossLiquidations(event)) {
      this.perpetual.liquidations.cross.expect(event, expected, batch.at);
      return;
    }
    if (isOfFunding(event)) {
      this.funding.expect(event, expected, batch);
      if (event.type === 'FundingFixed') this.marks.funded(event);
      return;
    }
    if (event.type === 'PerpetualTermsChanged' || event.type === 'PerpetualTermsApplied') {
      this.perpetual.changeTerms(event, batch);
      return;
    }
    if (isOfMarketEnds(event)) {
      this.perpetual.endMarket(event, expected, batch);
      if (event.type === 'SettlementFixed') this.funding.forget(event.market);
      return;
    }
    if (isOfLocks(event)) {
      this.locks.expect(event, expected, batch);
      return;
    }
    if (isOfStops(event) || isOfCloseOuts(event)) {
      this.check(!('entries' in event), 'moves money');
      return;
    }
    if (isOfPerpetuals(event)) {
      this.locks.checkAct(event, batch, (user, market, side) =>
        [...this.perpetual.positions.values()].some(
          (one) => one.user === user && one.market === market && one.side === side && this.locks.isLocked(one.id),
        ),
      );
      if (event.type === 'PerpetualTraded') this.funding.traded(event);
      this.perpetual.expect(event, expected, batch);
      return;
    }
    switch (event.type) {
      case 'HouseFunded':
        move(expected, `house/custody/${event.asset}`, `house/treasury/${event.asset}`, event.amount);
        return;
      case 'FundsFrozen':
        freeze(expected, event.user, event.asset, event.amount, event.account);
        return;
      case 'FundsUnfrozen': {
        const hold = this.entries.holds.get(event.hold);
        this.check(hold !== undefined, 'of a hold that is gone');
        freeze(expected, event.user, assetOf(hold.account), -hold.remaining, kindOf(hold.account));
        return;
      }
      case 'OrderPlaced':
        this.place(event, expected, batch);
        return;
      case 'TradeExecuted':
        this.expectTrade(event, expected, batch);
        return;
      case 'OrderAmended':
        this.amend(event, expected);
        return;
      case 'OrderCancelled':
        this.expectCancel(event, expected, batch);
        return;
      case 'OrderTriggered':
        this.trigger(event);
        return;
      case 'OrderRested':
      case 'AssetListed':
      case 'MarketListed':
      case 'MarketStateChanged':
      case 'AssetStateChanged':
      case 'MemberRegistered':
      case 'MemberVerified':
      case 'AccountFrozen':
      case 'AccountRecovered':
      case 'MemberErased':
      case 'AccountUnfrozen':
      case 'FeeTierAssigned':
      case 'InviterNamed':
      case 'DocumentNamed':
      case 'StaffTold':
      case 'StaffRulesSet':
      case 'StaffNamed':
      case 'StaffProposed':
      case 'StaffConfirmed':
      case 'StaffDeclined':
      case 'StaffLapsed':
      case 'StaffApplied':
      case 'DailyLimitSet':
      case 'OverdueHoursSet':
      case 'DeskSettingSet':
      case 'WithdrawalsStopped':
      case 'WithdrawalsLifted':
        this.check(!('entries' in event) && batch.events.length > 0, 'moves money');
        return;
      case 'MarketTermsChanged':
      case 'AssetTermsChanged':
        this.check(event.from >= batch.at && event.from <= batch.at + 90 * 86_400_000, `changes from ${event.from} on`);
        this.check(isByStaff(batch), 'changes terms by the word of another');
        return;
    }
  }

  /** What is sent or amended now keeps to the terms of now, in coins that are traded now. */
  private checkTerms({ terms, unit }: AuditedMarket, price: number | undefined, quantity: number | undefined): void {
    for (const coin of [terms.base, terms.quote])
      this.check(this.assets.get(coin)?.trading === 'open', `in a market of ${coin}, which is under maintenance`);
    const isInside = price === undefined || (price >= terms.priceLowest && price <= terms.priceHighest);
    this.check(isInside, `at ${price}, which is beyond the range`);
    if (quantity === undefined) return;
    this.check(quantity >= terms.quantityMin && quantity <= terms.quantityMax, `of ${quantity} lots`);
    if (price === undefined) return;
    this.check(BigInt(price) * BigInt(quantity) * unit >= terms.notionalMin, 'is below the least notional');
  }

  private place(event: OrderPlaced, expected: Deltas, batch: Batch): void {
    if (event.robot !== undefined) this.robots.place(event, batch);
    const market = this.market(event.market);
    const member = this.member(event.user);
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
      // Out of a stake into its own: it names the stake first.
      hold: event.entries[0]?.into ?? event.entries[0]?.hold ?? null,
      robot: event.robot ?? null,
    };
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

  private trigger({ order: id, disposition }: EventOf<'OrderTriggered'>): void {
    const order = this.order(id);
    this.check(order.phase === 'reached' && this.owed[0]?.order === id, 'is not the next to fire');
    this.check(!this.member(order.user).frozen, 'fires for a frozen account');
    this.owed.shift();
    const market = this.market(order.market);
    const rests = order.kind === 'stop_limit' && isPatient(order) && !crosses(market, order);
    this.check(disposition === (rests ? 'rests' : 'takes'), disposition);
    order.phase = 'taking';
    if (rests) this.rest(order);
    else this.walk = planOf(market, order);
  }

  private amend(event: EventOf<'OrderAmended'>, expected: Deltas): void {
    const order = this.order(event.order);
    const { phase } = order;
    const market = this.market(order.market);
    this.check(!this.member(order.user).frozen, 'of a frozen account');
    this.check(event.openBefore === order.quantity - order.filled && event.priceBefore === order.price, 'misremembers');
    this.check(event.quantity > order.filled, 'leaves nothing open');
    this.checkTerms(market, event.price, event.quantity);
    const before = needs(market, order);
    const keeps = phase === 'resting' && event.price === order.price && event.quantity < order.quantity;
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

  private expectTrade(event: EventOf<'TradeExecuted'>, expected: Deltas, { at }: Batch): void {
    const market = this.market(event.market);
    const maker = this.order(event.makerOrder);
    const taker = this.order(event.takerOrder);
    this.check(maker.user === event.maker && taker.user === event.taker, 'names the wrong users');
    this.check(maker.user !== taker.user, 'is a trade with oneself');
    for (const { user } of [maker, taker])
      this.check(!this.member(user).frozen, `is a trade of ${user}, who is frozen`);
    this.step(taker, maker.id, event.price, event.quantity);
    this.check(event.price === maker.price, 'is not at the price of the maker');
    const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
    const { base, quote } = market.terms;
    const received = BigInt(event.quantity) * market.lot;
    const paid = BigInt(event.price) * BigInt(event.quantity) * market.unit;
    const buyerFee = this.fee(market, buyer, buyer === maker, received, event.price, at);
    const sellerFee = this.fee(market, seller, seller === maker, paid, event.price, at);
    this.check(event.makerFee === (buyer === maker ? buyerFee : sellerFee), `maker fee ${event.makerFee}`);
    this.check(event.takerFee === (buyer === taker ? buyerFee : sellerFee), `taker fee ${event.takerFee}`);
    // What a robot receives stays with its stake.
    const baseTo = account(buyer.user, base, buyer.robot === null ? 'available' : 'frozen');
    const quoteTo = account(seller.user, quote, seller.robot === null ? 'available' : 'frozen');
    move(expected, account(seller.user, base, 'frozen'), baseTo, received);
    move(expected, baseTo, `house/fees/${base}`, buyerFee);
    move(expected, account(buyer.user, quote, 'frozen'), quoteTo, paid);
    move(expected, quoteTo, `house/fees/${quote}`, sellerFee);
    if (buyer.price > event.price && buyer.robot === null) {
      const better = BigInt(buyer.price - event.price) * BigInt(event.quantity) * market.unit;
      freeze(expected, buyer.user, quote, -better);
    }
  }

  private fee(
    market: AuditedMarket,
    { side, user, filled }: AuditedOrder,
    makes: boolean,
    amount: bigint,
    price: number,
    at: number,
  ): bigint {
    const fee = this.fees.fee(market, side, makes, user, at, { amount, price, filledBefore: filled });
    this.check(fee <= amount, `a fee of ${fee} on ${amount}`);
    return fee;
  }

  private expectCancel(event: EventOf<'OrderCancelled'>, expected: Deltas, { command }: Batch): void {
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
    const remaining = this.entries.remaining(order.hold);
    if (order.robot === null) freeze(expected, order.user, heldAsset(this.market(order.market), order), -remaining);
  }

  /* What an event changes besides money */

  private settle(event: CoreEvent, batch: Batch): void {
    if (isOfWallet(event)) {
      this.wallet.settle(event, batch.at);
      return;
    }
    if (event.type === 'FundingSettled') this.perpetual.rejudge(event.position);
    const last = batch.first + batch.events.length - 1;
    if (event.type === 'MarkPublished') {
      this.perpetual.marked(event, last);
      if (this.perpetual.reachesBy(event.market)) this.stops.reach(event.market, 'mark', event.mark, last);
    }
    if (isOfCloseOuts(event)) {
      this.closeOuts.settle(event, batch);
      return;
    }
    if (isOfStops(event)) {
      this.stops.settle(event, batch);
      return;
    }
    if (isOfOptions(event)) {
      this.options.settle(event);
      return;
    }
    if (isOfFinancial(event)) {
      this.financial.settle(event);
      return;
    }
    if (isOfMining(event)) {
      this.mining.settle(event);
      return;
    }
    if (isOfRobots(event)) {
      this.robots.settle(event, batch);
      return;
    }
    if (isOfReferral(event)) {
      this.referral.settle(event);
      return;
    }
    if (isOfIndex(event) || event.type === 'MarkPublished' || isOfFunding(event) || isOfLocks(event)) return;
    if (event.type === 'PerpetualTermsChanged' || event.type === 'PerpetualTermsApplied') return;
    if (isOfMarketEnds(event)) {
      if (event.type !== 'PositionSettled') return;
      this.perpetual.forgetSettled(event);
      this.locks.forget(event.position);
      return;
    }
    if (isOfFees(event)) {
      this.fees.settle(event, batch);
      return;
    }
    if (isOfCrossLiquidations(event)) {
      this.perpetual.settleCross(event);
      if (event.type === 'LegsNetted')
        for (const position of [event.long, event.short])
          if (!this.perpetual.positions.has(position)) this.locks.forget(position);
      return;
    }
    if (isOfLiquidations(event)) {
      this.perpetual.settleLiquidation(event);
      if (event.type === 'PositionDeleveraged')
        for (const position of [event.position, event.other])
          if (!this.perpetual.positions.has(position)) this.locks.forget(position);
      return;
    }
    if (isOfPerpetuals(event)) {
      this.perpetual.settle(event, last, batch.at);
      this.stops.attached.follow(event);
      if (event.type === 'PerpetualTraded') {
        this.stops.reach(event.market, 'last', event.price, last);
        this.marks.traded(event, batch.at);
        const { quote } = this.perpetual.contracts.get(event.market)?.listed ?? this.fail('trades nothing');
        if (event.takerMode !== 'liquidation') {
          this.referral.trade(event, { maker: quote, taker: quote }, batch.at);
        }
        this.fees.tradeContract(event, quote, batch.at);
        for (const position of [event.makerPosition, event.takerPosition])
          if (!this.perpetual.positions.has(position)) this.locks.forget(position);
      }
      if (event.type === 'PerpetualOrderCancelled') this.endFreeze(event.user);
      return;
    }
    switch (event.type) {
      case 'AssetListed':
        this.assets.set(event.asset, {
          listed: event,
          changes: [],
          trading: 'open',
          deposits: 'open',
          withdrawals: 'open',
        });
        return;
      case 'AssetTermsChanged':
        this.assets.get(event.asset)?.changes.push(event);
        return;
      case 'AssetStateChanged': {
        const { trading, deposits, withdrawals } = event;
        Object.assign(this.assets.get(event.asset) ?? {}, { trading, deposits, withdrawals });
        this.perpetual.coinChanged(event.asset, trading);
        return;
      }
      case 'MarketListed':
        this.markets.set(event.market, this.listed(event));
        return;
      case 'MarketStateChanged':
        this.market(event.market).state = event.state;
        return;
      case 'MarketTermsChanged':
        this.market(event.market).changes.push(event);
        return;
      case 'MemberRegistered':
        this.members.set(event.user, { verified: false, frozen: false });
        this.fees.register(event);
        return;
      case 'MemberVerified':
        this.member(event.user).verified = true;
        this.fees.identify(event.user, event.document);
        return;
      case 'InviterNamed':
        this.fees.invite(event);
        return;
      case 'MemberErased':
        this.fees.erase(event);
        return;
      case 'DocumentNamed':
        this.fees.identify(event.user, event.document);
        return;
      // What staff may loosen: `StaffAudit` judges it.
      case 'StaffNamed':
        this.named.set(event.user, event.role === 'admin' ? event.rights.split(' ') : []);
        return;
      case 'StaffTold':
        this.rights = this.named;
        return;
      case 'StaffRulesSet':
      case 'StaffProposed':
      case 'StaffConfirmed':
      case 'StaffDeclined':
      case 'StaffLapsed':
      case 'StaffApplied':
      case 'DailyLimitSet':
      case 'OverdueHoursSet':
      case 'DeskSettingSet':
      case 'AccountRecovered':
        return;
      case 'WithdrawalsStopped':
        this.differences.add(event.difference);
        return;
      case 'WithdrawalsLifted':
        for (const id of this.differences) if (id <= event.upTo) this.differences.delete(id);
        return;
      case 'AccountFrozen':
        this.member(event.user).frozen = true;
        if (this.endingOf(event.user).length > 0) this.ending.add(event.user);
        return;
      case 'AccountUnfrozen':
        this.member(event.user).frozen = false;
        return;
      case 'FeeTierAssigned':
        this.fees.assign(event);
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
        if (order.phase === 'reached') this.owed = this.owed.filter((owed) => owed.order !== order.id);
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
    for (const [id, fee] of [
      [event.makerOrder, event.makerFee],
      [event.takerOrder, event.takerFee],
    ] as const) {
      const order = this.order(id);
      if (order.robot !== null) this.robots.trade(order.robot, order.side, event, fee);
      order.filled += event.quantity;
      order.filledQuote += paid;
      this.touched.add(id);
      if (order.quoteAmount > 0n ? order.filledQuote === order.quoteAmount : order.filled === order.quantity)
        this.close(order);
    }
    market.last = event.price;
    this.fees.trade(event, batch.at);
    const { base, quote } = market.terms;
    const [maker, taker] = event.takerSide === 'buy' ? [quote, base] : [base, quote];
    this.referral.trade(event, { maker, taker }, batch.at);
    market.trades.push({ at: batch.at, quantity: event.quantity, paid });
    this.check(event.notional === paid, `names ${event.notional} for what changed hands`);
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
    this.check(order.hold === null || !this.entries.holds.has(order.hold), `order ${order.id} leaves something held`);
    if (this.walk?.order === order) this.endWalk('filled');
    this.endFreeze(order.user);
  }

  private endFreeze(user: number): void {
    if (this.ending.has(user) && this.endingOf(user).length === 0) this.ending.delete(user);
  }

  /** What the freeze of an account ends: all but what closes a position. */
  private endingOf(user: number): number[] {
    const own = [...this.orders.values()].filter((order) => order.user === user).map(({ id }) => id);
    return [...own, ...this.perpetual.opening(user)];
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
    this.perpetual.endBatch();
    this.funding.endBatch();
    this.robots.endBatch();
    if (this.walk) this.fail(`order ${this.walk.order.id} is left in the middle of its walk`);
    for (const id of this.touched) {
      const order = this.orders.get(id);
      if (!order) continue;
      const market = this.market(order.market);
      const open = order.quantity - order.filled;
      this.check(order.phase !== 'taking', `order ${id} is neither in the book nor waiting`);
      this.check(order.quoteAmount > 0n || open > 0, `order ${id} has ${open} open`);
      if (order.phase === 'resting')
        this.check(market.book.get(id).lots === open, `order ${id} rests with what is open`);
      const held = this.entries.remaining(order.hold);
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

  /** The core's own state says the same as the entries and the naive book. */
  compare(state: CoreState): void {
    this.current = `state at ${state.position}`;
    this.check(state.position === this.position && state.at === this.at, `is not at ${this.position}`);
    this.entries.compare(state);
    const open = this.orders.size + this.perpetual.orders.size;
    this.check(state.orders.size === open, `${state.orders.size} open orders, not ${open}`);
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
    const ending = [...this.ending].sort().join();
    this.check([...state.frozenTraders].sort().join() === ending, `does not owe the end of the orders of ${ending}`);
    const owed = reachedInOrder(state.reached)
      .map(({ order, cause }) => `${order}/${cause}`)
      .join();
    this.check(owed === this.owed.map(({ order, cause }) => `${order}/${cause}`).join(), `owes ${owed}`);
    this.wallet.compare(state);
    this.index.compare(state);
    this.fees.compare(state);
    this.perpetual.compare(state);
    this.stops.compare(state);
    this.closeOuts.compare(state);
    this.marks.compare(state);
    this.funding.compare(state);
    this.locks.compare(state);
    this.options.compare(state);
    this.referral.compare(state);
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

  /** One step of the walk must be what the naive book planned. */
  private step(taker: AuditedOrder, maker: number, ticks: number, lots: number): void {
    const walk = this.walk;
    this.check(walk !== null && walk.order === taker && !walk.killed, `order ${taker.id} is not taking`);
    const planned = walk.plan.steps[walk.step++];
    const same = planned?.order === maker && planned.ticks === ticks && planned.lots === lots;
    this.check(same, `the naive book meets ${text(planned)}`);
  }

  private listed(terms: MarketListed): AuditedMarket {
    const decimals = (value: string): number => (value.split('.')[1] ?? '').length;
    const digits = (value: string): bigint => BigInt(value.replace('.', ''));
    const { tick, lot } = terms;
    const spare = this.asset(terms.quote).scale - decimals(tick) - decimals(lot);
    this.check(spare >= 0, 'has ticks and lots too fine for its quote');
    return {
      listed: terms,
      changes: [],
      terms,
      state: 'closed',
      unit: digits(tick) * digits(lot) * 10n ** BigInt(spare),
      lot: digits(lot) * 10n ** BigInt(this.asset(terms.base).scale - decimals(lot)),
      last: 0,
      trades: [],
      book: new NaiveBook(),
    };
  }

  private market(name: string): AuditedMarket {
    return this.markets.get(name) ?? this.unknown('market', name);
  }
  private member(user: number): { verified: boolean; frozen: boolean } {
    return this.members.get(user) ?? this.unknown('member', user);
  }
  /** With the terms of the batch that is followed. */
  private asset(name: string): EventOf<'AssetListed'> {
    const { listed, changes } = this.assets.get(name) ?? this.unknown('asset', name);
    return termsOf(listed, changes, this.at);
  }
  private order(id: number): AuditedOrder {
    return this.orders.get(id) ?? this.unknown('order', id);
  }

  private unknown(what: string, which: string | number): never {
    this.fail(`${what} ${which} is unknown`);
  }
  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.fail(what);
  }
  private fail(what: string): never {
    throw new AuditError(`${what} — ${this.current}`);
  }
}

function hourOf(at: number): number {
  return Math.floor(at / 3_600_000);
}
