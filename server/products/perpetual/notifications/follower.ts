/**
 * Follows positions for notifications that no single event states: margin calls, stops that keep waiting, orders that ended for want of
 * margin, and announcements for a market's holders. The live views' own rules apply, so nothing is looked up.
 *
 * A start begins at the snapshot's state and follows every batch folded behind it, so calls made there are computed as they were then.
 * The notifier seldom lags behind the snapshot itself. For that time levels of margin are not computed again: a user at a level without a
 * message hears with the next mark. Orders that were over by then are unsure: whether they bear a client id is looked up.
 */
import { positionOf, type Batch, type CoreEvent, type EventOf } from '../../../core/event';
import type { CoreState } from '../../../core/state';
import { broken } from '../../../core/rejection';
import { MarketsView } from '../../../views/live/markets';
import { PositionsView, type LivePosition } from '../live/positions';
import { CrossAccounts } from '../live/cross-accounts';
import { AccountCalls } from './account-calls';
import { CALL_LEVELS, MarginCalls, type CallLevel } from './margin-calls';
import type { Notice } from '../../../workers/notifications/notification';
import type { OrderNotice } from '../../spot/notifications/follower';

/** The origin is unique for ever. */
export type PerpetualNotice = Notice & { origin: string };

/** Notices of a batch. Those of orders share the hourly limit of spot orders. */
export interface PerpetualNotices {
  messages: readonly PerpetualNotice[];
  orders: readonly OrderNotice[];
  /** Orders that may lack a client id. */
  unsure: readonly OrderNotice[];
}

interface Writing {
  messages: PerpetualNotice[];
  orders: OrderNotice[];
  unsure: OrderNotice[];
}

/** Batches of a start with notices. A start without a snapshot has more, whose messages were stored long ago. */
const KEPT_MAX = 20_000;

export class PerpetualFollower {
  private readonly markets = new MarketsView();
  private readonly positions: PositionsView;
  private readonly calls: MarginCalls;
  /** By asset, of those whose positions stand for one another. */
  private readonly accountCalls = new Map<string, AccountCalls>();
  private readonly cross: CrossAccounts;
  private readonly marks = new Map<string, number>();
  /** Of contract accounts, by the name of their bucket. */
  private readonly available = new Map<string, bigint>();
  /** Position of the state that it began with. */
  readonly begun: number;
  /** Stops that keep waiting and have their message: each mark may repeat the event. */
  private readonly stayed = new Set<number>();
  /** The last batch that was followed; it comes again after a fault. */
  private last = -1;
  private notices: PerpetualNotices = NOTHING;
  /** The same of batches up to the one that it began with. */
  private before = { position: -1, notices: NOTHING };
  /** Notices of a start's batches by position, until the notifier has passed them. */
  private readonly kept = new Map<number, PerpetualNotices>();
  /** Whose margin was called in one of these. */
  private readonly called = new Set<string>();

  constructor(state: CoreState) {
    this.calls = new MarginCalls((market) => this.contractOf(market).terms);
    this.positions = new PositionsView(this.markets, (position) => this.touch(position));
    const availableIn = (user: number, account: string, asset: string) =>
      this.available.get(`${user}/${account}/${asset}/available`) ?? 0n;
    const markOf = (market: string) => this.marks.get(market) ?? 0;
    this.cross = new CrossAccounts(this.positions, { availableIn }, { markOf }, this.markets);
    this.markets.seed(state);
    this.positions.seed(state);
    for (const own of state.ledger.wallets.contract.values())
      for (const { available } of own.values()) this.available.set(available.name, available.balance);
    this.begun = state.position;
    for (const position of this.positions.all()) this.touch(position);
    for (const [market, { mark }] of state.perpetual.contracts) {
      if (mark.mark === 0) continue;
      this.calls.settle(market, mark.mark);
      this.marks.set(market, mark.mark);
    }
    // Levels reached by now have their messages unless `forgetCalls` knows better.
    for (const calls of this.accountCalls.values()) calls.review();
  }

  /** Users at a level by now; they had their messages before this began. */
  standing(): number[] {
    const users = new Set<number>();
    for (const { user } of this.calls.standing()) users.add(user);
    for (const calls of this.accountCalls.values()) for (const user of calls.standing().keys()) users.add(user);
    return [...users];
  }

  /** A level without a message among their `origins` calls again with the next mark. */
  forgetCalls(origins: Iterable<string>): void {
    const highest = new Map<string, CallLevel>();
    for (const origin of origins) {
      const found = /^(margin\/.+)\/(\d+)\/\d+$/.exec(origin);
      const level = CALL_LEVELS.find((one) => String(one) === found?.[2]);
      if (found && level && level > (highest.get(found[1]) ?? 0)) highest.set(found[1], level);
    }
    for (const { id, level } of [...this.calls.standing()]) {
      const told = highest.get(`margin/${id}`) ?? 0;
      if (told < level && !this.called.has(`margin/${id}`)) this.calls.untell(id, told);
    }
    for (const [asset, calls] of this.accountCalls) {
      for (const [user, level] of [...calls.standing()]) {
        const told = highest.get(`margin/${user}/${asset}`) ?? 0;
        if (told < level && !this.called.has(`margin/${user}/${asset}`)) calls.untell(user, told);
      }
    }
  }

  /** Takes in batches that a start folds behind the first state; their notices are kept until the notifier asks for them. */
  recover(batches: readonly Batch[]): void {
    for (const batch of batches) {
      const notices = this.take(batch);
      if (notices === NOTHING) continue;
      this.kept.set(positionOf(batch), notices);
      for (const { key, origin } of notices.messages)
        if (key === 'margin.call' || key === 'margin.account') this.called.add(subjectOf(origin));
      if (this.kept.size > KEPT_MAX) this.kept.delete([...this.kept.keys()][0]);
    }
  }

  /** Takes in a batch once, even if it is delivered again, and returns its notices. */
  follow(batch: Batch): PerpetualNotices {
    const position = positionOf(batch);
    if (position <= this.begun) return this.followBefore(batch, position);
    if (position < this.last) return this.keptOf(position);
    if (position === this.last) return this.notices;
    this.kept.clear();
    return this.take(batch);
  }

  private take(batch: Batch): PerpetualNotices {
    this.last = positionOf(batch);
    const writing: Writing = { messages: [], orders: [], unsure: [] };
    // The order's client id is known until its last batch is folded.
    for (const [index, event] of batch.events.entries()) {
      if (event.type === 'PerpetualOrderCancelled') this.endOrder(event, batch, writing);
      this.announce(event, `journal/${batch.first + index}`, writing);
    }
    this.markets.fold(batch);
    this.positions.fold(batch);
    for (const event of batch.events) {
      for (const { debit, credit, amount } of 'entries' in event ? event.entries : []) {
        this.move(debit, -amount);
        this.move(credit, amount);
      }
      if (event.type === 'PerpetualTermsApplied') this.reconsider(event.market);
      if (event.type === 'MarkPublished') this.call(event, batch, writing);
    }
    if (batch.events.some(({ type }) => type === 'MarkPublished')) this.callAccounts(batch, writing);
    this.notices = orNothing(writing);
    return this.notices;
  }

  private keptOf(position: number): PerpetualNotices {
    for (const passed of this.kept.keys()) {
      if (passed >= position) break;
      this.kept.delete(passed);
    }
    return this.kept.get(position) ?? NOTHING;
  }

  /** The state has this batch already: only its events count. */
  private followBefore(batch: Batch, position: number): PerpetualNotices {
    if (position <= this.before.position) return position === this.before.position ? this.before.notices : NOTHING;
    const writing: Writing = { messages: [], orders: [], unsure: [] };
    for (const [index, event] of batch.events.entries()) {
      if (event.type === 'PerpetualOrderCancelled') this.endOrder(event, batch, writing);
      this.announce(event, `journal/${batch.first + index}`, writing);
    }
    this.before = { position, notices: orNothing(writing) };
    return this.before.notices;
  }

  private touch({ id, user, market, side, lots, cost, margin }: Readonly<LivePosition>): void {
    const isCross = this.positions.isCross({ id, user, market });
    if (isCross) this.accountCallsIn(this.markets.get(market).terms.quote).touch(user);
    // What covers one of these is the account.
    if (lots === 0 || isCross) {
      this.calls.remove({ id, market });
      return;
    }
    const perTick = BigInt(lots) * this.markets.get(market).units.quotePerTickLot;
    this.calls.put({ id, user, market, position: { side, perTick, cost }, margin });
  }

  /** What a user has available of an asset in the contract account. */
  private move(name: string, amount: bigint): void {
    if (!name.includes('/contract/') || !name.endsWith('/available')) return;
    const [user, , asset] = name.split('/');
    this.available.set(name, (this.available.get(name) ?? 0n) + amount);
    this.accountCalls.get(asset)?.touch(Number(user));
  }

  private reconsider(market: string): void {
    this.calls.reconsider(market);
    for (const position of this.positions.all()) if (position.market === market) this.touch(position);
  }

  private accountCallsIn(asset: string): AccountCalls {
    let calls = this.accountCalls.get(asset);
    if (!calls) {
      calls = new AccountCalls(asset, (user) => this.cross.accountOf(user, asset));
      this.accountCalls.set(asset, calls);
    }
    return calls;
  }

  private callAccounts(batch: Batch, { messages }: Writing): void {
    for (const calls of this.accountCalls.values()) {
      for (const { user, asset, level, equity, requirement } of calls.review()) {
        const amount = (units: bigint) => this.markets.amount(asset, units);
        const facts = { asset, level, equity: amount(equity), requirement: amount(requirement) };
        messages.push({
          user,
          key: 'margin.account',
          facts,
          origin: `margin/${user}/${asset}/${level}/${positionOf(batch)}`,
        });
      }
    }
  }

  private contractOf(market: string) {
    return this.markets.get(market).contract ?? broken(`${market} is no perpetual`);
  }

  private call({ market, mark }: EventOf<'MarkPublished'>, batch: Batch, { messages }: Writing): void {
    this.marks.set(market, mark);
    for (const calls of this.accountCalls.values()) calls.marked(market, mark);
    for (const { id, user, side, level } of this.calls.at(market, mark)) {
      const live = this.markets.get(market);
      const facts = { market, position: side, level, mark: live.price(mark), quote: live.terms.quote };
      messages.push({ user, key: 'margin.call', facts, origin: `margin/${id}/${level}/${positionOf(batch)}` });
    }
  }

  /** The answer to an order covers its end in the same batch. */
  private endOrder(event: EventOf<'PerpetualOrderCancelled'>, batch: Batch, { orders, unsure }: Writing): void {
    const { order, user, market, side, reason: why } = event;
    const isOwn = batch.events.some((other) => other.type === 'PerpetualOrderPlaced' && other.order === order);
    const isForMargin = why === 'margin_short' || why === 'beyond_bankruptcy';
    if (!isForMargin || isOwn) return;
    const isUnsure = positionOf(batch) <= this.begun;
    if (!isUnsure && !this.positions.orders.isNamed(order)) return;
    const notice: OrderNotice = {
      user,
      key: 'order.margin',
      facts: { order: String(order), market, side, why },
      order,
    };
    (isUnsure ? unsure : orders).push(notice);
  }

  private announce(event: CoreEvent, origin: string, { messages }: Writing): void {
    if (event.type === 'StopEnded') this.stayed.delete(event.stop);
    if (event.type === 'StopAmended') this.stay(event, messages);
    if (event.type !== 'PerpetualTermsChanged' && event.type !== 'PerpetualMarketEnding') return;
    const { market } = event;
    const holders = new Set([...this.positions.all()].filter((one) => one.market === market).map(({ user }) => user));
    for (const user of holders) {
      const place = `${origin}/${user}`;
      if (event.type === 'PerpetualMarketEnding') {
        messages.push({ user, key: 'contract.ending', facts: { market, time: event.endsAt }, origin: place });
      } else if (event.tierCaps) {
        messages.push({ user, key: 'contract.terms', facts: { market, time: event.positionsFrom }, origin: place });
      }
    }
  }

  /** Once until its trigger changes, also after a crash. */
  private stay(
    { user, market, stop, trigger, reason: why }: EventOf<'StopAmended'>,
    messages: PerpetualNotice[],
  ): void {
    if (why === undefined) this.stayed.delete(stop);
    const position = this.positions.sideOfStop(stop);
    if (why === undefined || position === undefined || this.stayed.has(stop)) return;
    this.stayed.add(stop);
    const live = this.markets.get(market);
    const facts = { market, position, trigger: live.price(trigger), quote: live.terms.quote, why };
    messages.push({ user, key: 'stop.stayed', facts, origin: `stop/${stop}/${trigger}` });
  }
}

const NOTHING: PerpetualNotices = { messages: [], orders: [], unsure: [] };

function orNothing(writing: Writing): PerpetualNotices {
  return writing.messages.length + writing.orders.length + writing.unsure.length > 0 ? writing : NOTHING;
}

/** Whose margin a message is about: `margin/<position>` or `margin/<user>/<asset>`, ahead of level and place. */
function subjectOf(origin: string): string {
  return origin.split('/').slice(0, -2).join('/');
}
