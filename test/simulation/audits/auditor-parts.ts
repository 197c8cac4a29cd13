/** The auditor's parts, one per product or cross-product rule, and their references to each other. */
import type { EventOf } from '../../../server/core/event';
import { latest, termsOf, type AuditedAsset } from './audited';
import { EntryAudit } from './entry-audit';
import { FundingAudit } from './perpetual/funding-audit';
import { IndexAudit } from './index-audit';
import { FeesAudit } from './fees-audit';
import { LockAudit } from './perpetual/lock-audit';
import { MarkAudit } from './perpetual/mark-audit';
import { OptionAudit } from './option-audit';
import { PerpetualAudit } from './perpetual/perpetual-audit';
import { CloseOutAudit } from './perpetual/close-out-audit';
import { ConvertAudit } from './convert-audit';
import { FinancialAudit } from './financial-audit';
import { MiningAudit } from './mining-audit';
import { RobotAudit } from './robot-audit';
import { ReferralAudit } from './referral-audit';
import { StopAudit } from './perpetual/stop-audit';
import { SpotAudit } from './spot-audit';
import { WalletAudit } from './wallet/wallet-audit';

/** Thrown at the first broken rule; the text names the event. */
class AuditError extends Error {}

export class AuditorParts {
  position = -1;
  at = 0;
  readonly assets = new Map<string, AuditedAsset>();
  readonly members = new Map<number, { verified: boolean; frozen: boolean }>();
  /** Triggered orders, in the order in which they must fire. */
  owed: { order: number; cause: number }[] = [];
  /** Frozen members with open orders; these orders must end before anything else happens. */
  readonly ending = new Set<number>();
  trades = 0;
  /** Open differences between the ledger and outside records; any of them blocks new withdrawals. */
  readonly differences = new Set<number>();
  readonly named = new Map<number, string[]>();
  /** Rights by staff member; null until the journal first mentions staff rights. */
  rights: Map<number, string[]> | null = null;

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

  readonly marks: MarkAudit = new MarkAudit({
    fail: (what) => this.fail(what),
    contract: (name) => this.perpetual.contracts.get(name) ?? this.fail(`contract ${name} is unknown`),
    decimals: (symbol) => this.index.decimalsOf(symbol),
    areOne: (one, other) => this.fees.isOneHouse(one, other),
  });

  readonly stops: StopAudit = new StopAudit({
    fail: (what) => this.fail(what),
    isOpen: (order) => this.perpetual.orders.has(order),
    position: (id) => this.perpetual.positions.get(id),
    price: (name, by) => this.perpetual.contracts.get(name)?.[by] ?? 0,
    owe: (stop, cause) => this.owe(stop, cause),
  });

  readonly closeOuts: CloseOutAudit = new CloseOutAudit({
    fail: (what) => this.fail(what),
    position: (id) => this.perpetual.positions.get(id),
    orders: () => [...this.perpetual.orders.values()],
  });

  readonly funding: FundingAudit = new FundingAudit({
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

  readonly locks: LockAudit = new LockAudit({
    fail: (what) => this.fail(what),
    position: (id) => this.perpetual.positions.get(id),
    quote: (market) => this.perpetual.contracts.get(market)?.listed.quote ?? this.fail(`contract ${market} is unknown`),
    remaining: (hold) => this.entries.remaining(hold),
  });

  readonly options: OptionAudit = new OptionAudit({
    fail: (what) => this.fail(what),
    balance: (name) => this.entries.balances.get(name) ?? 0n,
    staleMs: (symbol) => this.index.staleMsOf(symbol),
    sourcesMin: (symbol) => this.index.sourcesMinOf(symbol),
    pace: (symbol) => this.index.paceOf(symbol),
  });

  readonly financial: FinancialAudit = new FinancialAudit({
    fail: (what) => this.fail(what),
    balance: (name) => this.entries.balances.get(name) ?? 0n,
    mined: (asset) => this.mining.promised(asset),
  });

  readonly mining: MiningAudit = new MiningAudit({
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

  readonly conversions: ConvertAudit = new ConvertAudit({
    fail: (what) => this.fail(what),
    balance: (name) => this.entries.balances.get(name) ?? 0n,
    scale: (name) => this.asset(name).scale,
    market: (name) => this.spot.market(name),
    index: (symbol, at) => this.index.freshFor(symbol, at),
    mayTrade: (user) => this.member(user).verified && !this.member(user).frozen,
    hasProvisional: (user, asset) => this.wallet.hasProvisional(user, asset),
  });

  readonly referral: ReferralAudit = new ReferralAudit({
    fail: (what) => this.fail(what),
    above: (user) => this.fees.above(user),
    documentOf: (user) => this.fees.documentOf(user),
    isErased: (user) => this.fees.isErased(user),
    areOne: (one, other) => this.fees.isOneHouse(one, other),
  });

  current = '';

  /** Queues the order that the batch ending at `cause` triggered; null removes an order that ended before it fired. */
  owe(order: number, cause: number | null): void {
    if (cause === null) this.owed = this.owed.filter((owed) => owed.order !== order);
    else this.owed.push({ order, cause });
  }

  endFreeze(user: number): void {
    if (this.ending.has(user) && this.endingOf(user).length === 0) this.ending.delete(user);
  }

  /** Orders that a freeze ends: all except those that close a position. */
  endingOf(user: number): number[] {
    const own = [...this.spot.orders.values()].filter((order) => order.user === user).map(({ id }) => id);
    return [...own, ...this.perpetual.booked.opening(user)];
  }

  member(user: number): { verified: boolean; frozen: boolean } {
    return this.members.get(user) ?? this.unknown('member', user);
  }
  /** The asset with the terms in effect at the current batch. */
  asset(name: string): EventOf<'AssetListed'> {
    const { listed, changes } = this.assets.get(name) ?? this.unknown('asset', name);
    return termsOf(listed, changes, this.at);
  }

  private unknown(what: string, which: string | number): never {
    this.fail(`${what} ${which} is unknown`);
  }
  check(holds: boolean, what: string): asserts holds {
    if (!holds) this.fail(what);
  }
  fail(what: string): never {
    throw new AuditError(`${what} — ${this.current}`);
  }
}

function hourOf(at: number): number {
  return Math.floor(at / 3_600_000);
}
