/**
 * An auditor: reads journalled batches and nothing else, adds the entries up, lets a part for each product follow them and complains
 * about the first event that breaks a rule. It shares no arithmetic with the core.
 */
import { FROZEN_ORDERS_ENDED_MAX } from '../../../server/core/bounds';
import type { Batch, CoreEvent, EventOf, EventType } from '../../../server/core/event';
import { reachedInOrder } from '../../../server/core/market/reached';
import type { CoreState } from '../../../server/core/state';
import {
  assetOf,
  freeze,
  kindOf,
  latest,
  move,
  termsOf,
  text,
  type AuditedAsset,
  type Deltas,
  isByStaff,
} from './audited';
import { EntryAudit } from './entry-audit';
import { FundingAudit, isOfFunding } from './funding-audit';
import { IndexAudit, isOfIndex } from './index-audit';
import { FeesAudit, isOfFees } from './fees-audit';
import { isOfLiquidations } from './liquidation-audit';
import { isOfLocks, LockAudit } from './lock-audit';
import { MarkAudit } from './mark-audit';
import { isOfCrossLiquidations } from './cross-audit';
import { isOfOptions, OptionAudit } from './option-audit';
import { isOfMarketEnds, isOfPerpetuals, PerpetualAudit } from './perpetual-audit';
import { CloseOutAudit, isOfCloseOuts } from './close-out-audit';
import { isOfFinancial, FinancialAudit } from './financial-audit';
import { isOfMining, MiningAudit } from './mining-audit';
import { isOfRobots, RobotAudit } from './robot-audit';
import { isOfReferral, ReferralAudit } from './referral-audit';
import { isOfStops, StopAudit } from './stop-audit';
import { SpotAudit } from './spot-audit';
import { isOfWallet, WalletAudit } from './wallet-audit';

/** Thrown for the first broken rule; the text says which event broke it. */
class AuditError extends Error {}

export class Auditor {
  position = -1;
  at = 0;
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
      const market = this.spot.markets.get(name);
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
    freshIndex: (symbol, at) => this.index.freshFor(symbol, at),
    isHeld: (hold) => this.entries.holds.has(hold),
  });

  readonly spot: SpotAudit = new SpotAudit({
    fail: (what) => this.fail(what),
    asset: (name) => this.asset(name),
    trading: (name) => this.assets.get(name)?.trading,
    member: (user) => this.member(user),
    remaining: (hold) => this.entries.remaining(hold),
    isHeld: (hold) => this.entries.holds.has(hold),
    nextTrade: () => ++this.trades,
    owe: (order, cause) => this.owe(order, cause),
    isNext: (order) => this.owed[0]?.order === order,
    fired: () => this.owed.shift(),
    fees: () => this.fees,
    robots: () => this.robots,
    traded: (event, received, at) => {
      this.fees.trade(event, at);
      this.referral.trade(event, received, at);
    },
    closed: (user) => this.endFreeze(user),
  });

  readonly index: IndexAudit = new IndexAudit((what) => this.fail(what));
  readonly fees: FeesAudit = new FeesAudit({
    fail: (what) => this.fail(what),
    scaleOf: (name) => this.asset(name).scale,
    market: (name) => this.spot.markets.get(name) ?? null,
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
    rested: (market, order) => this.marks.rested(market, order),
    gone: (market, order) => this.marks.gone(market, order),
  });

  private readonly marks: MarkAudit = new MarkAudit({
    fail: (what) => this.fail(what),
    contract: (name) => this.perpetual.contracts.get(name) ?? this.fail(`contract ${name} is unknown`),
    decimals: (symbol) => this.index.decimalsOf(symbol),
    areOne: (one, other) => this.fees.isOneHouse(one, other),
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
    sourcesMin: (symbol) => this.index.sourcesMinOf(symbol),
    pace: (symbol) => this.index.paceOf(symbol),
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
    market: (name) => this.spot.market(name),
    index: (symbol, at) => this.index.freshFor(symbol, at),
    mayTrade: (user) => this.member(user).verified && !this.member(user).frozen,
    remaining: (hold) => this.entries.remaining(hold),
    orders: (robot) => [...this.spot.orders.values()].filter((order) => order.robot === robot),
  });

  readonly referral: ReferralAudit = new ReferralAudit({
    fail: (what) => this.fail(what),
    above: (user) => this.fees.above(user),
    documentOf: (user) => this.fees.documentOf(user),
    isErased: (user) => this.fees.isErased(user),
    areOne: (one, other) => this.fees.isOneHouse(one, other),
  });

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
    this.spot.beginBatch(batch.at);
    this.marks.checkBatch(batch, isWaiting ? [] : this.perpetual.contracts);
    for (const event of batch.events) {
      this.position++;
      this.current = `${event.type} at ${this.position}: ${text(event)}`;
      this.followEvent(event, batch);
      this.spot.checkQuote(event, batch);
    }
    this.endBatch();
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
        this.spot.place(event, expected, batch);
        return;
      case 'TradeExecuted':
        this.spot.expectTrade(event, expected, batch);
        return;
      case 'OrderAmended':
        this.spot.amend(event, expected, batch);
        return;
      case 'OrderCancelled':
        this.spot.expectCancel(event, expected, batch);
        return;
      case 'OrderTriggered':
        this.spot.trigger(event);
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
      case 'StaffRestored':
      case 'StaffApplied':
      case 'StaffActed':
      case 'StaffActKept':
      case 'StaffActUndone':
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
        this.spot.list(event);
        return;
      case 'MarketStateChanged':
        this.spot.market(event.market).state = event.state;
        return;
      case 'MarketTermsChanged':
        this.spot.market(event.market).changes.push(event);
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
      case 'StaffRestored':
      case 'StaffApplied':
      case 'StaffActed':
      case 'StaffActKept':
      case 'StaffActUndone':
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
      case 'OrderRested':
      case 'TradeExecuted':
      case 'OrderCancelled':
      case 'OrderTriggered':
      case 'OrderAmended':
        this.spot.settle(event, batch);
        return;
      case 'HouseFunded':
      case 'FundsFrozen':
      case 'FundsUnfrozen':
        return;
    }
  }

  private endFreeze(user: number): void {
    if (this.ending.has(user) && this.endingOf(user).length === 0) this.ending.delete(user);
  }

  /** What the freeze of an account ends: all but what closes a position. */
  private endingOf(user: number): number[] {
    const own = [...this.spot.orders.values()].filter((order) => order.user === user).map(({ id }) => id);
    return [...own, ...this.perpetual.opening(user)];
  }

  /* Invariant 4, and that open orders hold what they need */

  private endBatch(): void {
    this.current = `batch up to ${this.position}`;
    this.wallet.endBatch();
    this.perpetual.endBatch();
    this.funding.endBatch();
    this.robots.endBatch();
    this.spot.endBatch();
  }

  /** The core's own state says the same as the entries and the naive book. */
  compare(state: CoreState): void {
    this.current = `state at ${state.position}`;
    this.check(state.position === this.position && state.at === this.at, `is not at ${this.position}`);
    this.entries.compare(state);
    const open = this.spot.orders.size + this.perpetual.orders.size;
    this.check(state.orders.size === open, `${state.orders.size} open orders, not ${open}`);
    this.spot.compare(state);
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

  private member(user: number): { verified: boolean; frozen: boolean } {
    return this.members.get(user) ?? this.unknown('member', user);
  }
  /** With the terms of the batch that is followed. */
  private asset(name: string): EventOf<'AssetListed'> {
    const { listed, changes } = this.assets.get(name) ?? this.unknown('asset', name);
    return termsOf(listed, changes, this.at);
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
