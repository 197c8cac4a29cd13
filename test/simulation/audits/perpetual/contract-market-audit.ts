/** Contract markets as the auditor follows them: terms, states, marks and end. Uses events only. */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../../server/core/event';
import { forEachOrder } from '../../../../server/core/market/book';
import type { OrderSide } from '../../../../server/core/market/order';
import type { CoreState } from '../../../../server/core/state';
import { add, isByStaff, type AuditedPosition, type Deltas } from '../audited';
import { NaiveBook } from '../../naive-book';
import { feeAt, type AuditedContract } from './audited-contract';

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

/** Commands that become due by time. */
const TIMED: readonly string[] = ['ApplyPerpetualTerms', 'FixFunding', 'SettleFunding', 'CloseFeeDay', 'FixSettlement'];

interface Surroundings {
  fail(what: string): never;
  scaleOf(asset: string): number;
  balance(account: string): bigint;
  remaining(hold: number | null): bigint;
  accountOf(hold: number): string;
  /** The user's fee level for contract fills. */
  levelAt(user: number, at: number): number;
  positions(): Iterable<AuditedPosition>;
  position(id: number): AuditedPosition;
  hasOrders(market: string): boolean;
  /** Whether the account covers the user's position in the market. */
  isCovered(user: number, market: string): boolean;
  /** The position's margin requirement has changed with the terms. */
  judge(position: AuditedPosition): void;
}

export class ContractMarketAudit {
  readonly contracts = new Map<string, AuditedContract>();
  /** Coins under maintenance. */
  private readonly resting = new Set<string>();

  constructor(private readonly around: Surroundings) {}

  list(event: EventOf<'PerpetualMarketListed'>): void {
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
  }

  /** Changes are announced ahead and take effect exactly at their time. */
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
    for (const position of this.around.positions()) if (position.market === event.market) this.around.judge(position);
  }

  /** Payouts at a market's end: profit through `clearing`, less a fee; the house covers shortfalls. */
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
      const left = [...this.around.positions()].some(({ market }) => market === event.market);
      this.check(!left && !this.around.hasOrders(event.market), 'leaves something open');
      this.check(this.around.balance(`house/clearing:${event.market}/${quote}`) === 0n, 'leaves something in clearing');
      ending.isOver = true;
      return;
    }
    const position = this.around.position(event.position);
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
    const free = this.around.isCovered(user, event.market)
      ? this.around.balance(`${user}/contract/${quote}/available`)
      : 0n;
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

  /** Due terms and a due market end come before any other command of their time; feeds are exempt. */
  checkTurn({ at, actor, command }: Batch): void {
    for (const { announced, ordersGoAhead, ending } of this.contracts.values()) {
      const isEnded = ending !== null && ending.price === 0 && ending.endsAt <= at;
      this.check(!isEnded || TIMED.includes(command.type) || actor.startsWith('feed/'), 'comes after the end');
      const due = ordersGoAhead ? announced?.positionsFrom : announced?.from;
      const isOwed = due !== undefined && due <= at;
      const isOurs = TIMED.includes(command.type);
      this.check(!isOwed || isOurs || actor.startsWith('feed/'), 'comes before the terms of its time');
    }
  }

  marked({ market, mark, index, halted }: EventOf<'MarkPublished'>): void {
    const contract = this.contract(market);
    Object.assign(contract, { mark, index });
    const isHalted = contract.state === 'closed' || contract.state === 'maintenance' || contract.halted.size > 0;
    this.check((halted === 1) === isHalted, 'stands still, or does not');
  }

  /** Whether a mark triggers the orders waiting in the market. */
  reachesBy(market: string): boolean {
    const { state, halted } = this.contract(market);
    return (state === 'open' || state === 'close_only') && halted.size === 0;
  }

  /** Maintenance of a coin halts all of its markets. */
  coinChanged(coin: string, trading: string): void {
    if (trading === 'maintenance') this.resting.add(coin);
    else this.resting.delete(coin);
    for (const { listed, halted } of this.contracts.values()) {
      if (listed.base !== coin && listed.quote !== coin) continue;
      if (trading === 'maintenance') halted.add(coin);
      else halted.delete(coin);
    }
  }

  /** Compares the books and the open lots. */
  compare(state: CoreState): void {
    for (const [name, { book }] of this.contracts) {
      const market = state.markets.get(name);
      if (!market) this.around.fail(`market ${name} is not there`);
      const long = [...this.around.positions()].filter((one) => one.market === name && one.side === 'long');
      const lots = long.reduce((sum, one) => sum + one.lots, 0);
      this.check(state.perpetual.contracts.get(name)?.openLots === lots, `${name} has not ${lots} lots open`);
      for (const side of ['buy', 'sell'] as const) this.compareSide(name, market.book, book, side);
    }
  }

  private compareSide(name: string, view: Parameters<typeof forEachOrder>[0], book: NaiveBook, side: OrderSide): void {
    const real: string[] = [];
    forEachOrder(view, side, (id, owner, ticks, lots) => real.push(`${id} ${owner} ${ticks} ${lots}`));
    const naive = book[side].map(({ order, owner, ticks, lots }) => `${order} ${owner} ${ticks} ${lots}`);
    this.check(real.join() === naive.join(), `the ${side} side of ${name} is ${real.join()}, not ${naive.join()}`);
  }

  contract(name: string): AuditedContract {
    return this.contracts.get(name) ?? this.around.fail(`contract ${name} is unknown`);
  }
  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}
