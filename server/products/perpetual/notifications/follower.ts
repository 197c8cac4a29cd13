/**
 * Follows positions for notifications that no single event states: margin calls, stops that keep waiting, orders cancelled for lack of
 * margin, and announcements to a market's holders. It uses the live views' rules, so it needs no queries. A start begins at the snapshot's
 * state and follows every batch folded behind it, so that its calls equal the earlier ones. The notifier seldom lags behind the snapshot
 * itself. For such a lag, margin levels are not computed again: a user at a level without a message gets it with the next mark. For orders
 * that had ended by then, a query checks whether they have a client id.
 */
import { positionOf, type Batch, type CoreEvent, type EventOf } from '../../../core/event';
import type { CoreState } from '../../../core/state';
import { broken } from '../../../core/rejection';
import { MarketsView } from '../../../views/live/markets';
import { PositionsView, type LivePosition } from '../live/positions';
import { CrossAccounts } from '../live/cross-accounts';
import { AccountMarginCalls } from './account-margin-calls';
import { CALL_LEVELS, MarginCalls, type CallLevel } from './margin-calls';
import type { Notice } from '../../../workers/notifications/notification';
import type { OrderNotice } from '../../spot/notifications/follower';

/** The origin is permanently unique. */
export type PerpetualNotice = Notice & { origin: string };

/** Notices of a batch. Those of orders share the hourly limit of spot orders. */
export interface PerpetualNotices {
  messages: readonly PerpetualNotice[];
  orders: readonly OrderNotice[];
  /** Orders that may lack a client id. */
  unsure: readonly OrderNotice[];
}

interface NoticesBuilder {
  messages: PerpetualNotice[];
  orders: OrderNotice[];
  unsure: OrderNotice[];
}

/** Maximum number of batches with notices at a start. A start without a snapshot has more, whose messages were stored long ago. */
const CACHED_MAX = 20_000;

export class PerpetualFollower {
  private readonly markets = new MarketsView();
  private readonly positions: PositionsView;
  private readonly calls: MarginCalls;
  /** By asset, for accounts with cross positions. */
  private readonly accountCalls = new Map<string, AccountMarginCalls>();
  private readonly cross: CrossAccounts;
  private readonly marks = new Map<string, number>();
  /** Available balances of contract accounts, by bucket name. */
  private readonly available = new Map<string, bigint>();
  /** Position of the initial state. */
  readonly startPosition: number;
  /** Stops with a sent message that keep waiting: each mark may repeat the event. */
  private readonly stayed = new Set<number>();
  /** The last followed batch; a fault may deliver it again. */
  private last = -1;
  private notices: PerpetualNotices = NOTHING;
  /** The same for batches up to the initial state. */
  private before = { position: -1, notices: NOTHING };
  /** Notices of a start's batches by position, until the notifier has passed them. */
  private readonly cache = new Map<number, PerpetualNotices>();
  /** Subjects with a margin call in one of these notices. */
  private readonly called = new Set<string>();

  constructor(state: CoreState) {
    this.calls = new MarginCalls((market) => this.contractOf(market).terms);
    this.positions = new PositionsView(this.markets, (position) => this.updatePosition(position));
    const availableIn = (user: number, account: string, asset: string) =>
      this.available.get(`${user}/${account}/${asset}/available`) ?? 0n;
    const markOf = (market: string) => this.marks.get(market) ?? 0;
    this.cross = new CrossAccounts(this.positions, { availableIn }, { markOf }, this.markets);
    this.markets.seed(state);
    this.positions.seed(state);
    for (const userBuckets of state.ledger.wallets.contract.values())
      for (const { available } of userBuckets.values()) this.available.set(available.name, available.balance);
    this.startPosition = state.position;
    for (const position of this.positions.all()) this.updatePosition(position);
    for (const [market, { mark }] of state.perpetual.contracts) {
      if (mark.mark === 0) continue;
      this.calls.checkAll(market, mark.mark);
      this.marks.set(market, mark.mark);
    }
    // Levels already reached count as notified, unless `resetUndeliveredCalls` resets them.
    for (const calls of this.accountCalls.values()) calls.review();
  }

  /** Users at a level already; an earlier process sent their messages. */
  usersAtLevel(): number[] {
    const users = new Set<number>();
    for (const { user } of this.calls.notifiedLevels()) users.add(user);
    for (const calls of this.accountCalls.values()) for (const user of calls.notifiedLevels().keys()) users.add(user);
    return [...users];
  }

  /** A level without a message among their `origins` calls again with the next mark. */
  resetUndeliveredCalls(origins: Iterable<string>): void {
    const highestLevels = new Map<string, CallLevel>();
    for (const origin of origins) {
      const found = /^(margin\/.+)\/(\d+)\/\d+$/.exec(origin);
      const level = CALL_LEVELS.find((one) => String(one) === found?.[2]);
      if (found && level && level > (highestLevels.get(found[1]) ?? 0)) highestLevels.set(found[1], level);
    }
    for (const { id, level } of [...this.calls.notifiedLevels()]) {
      const notifiedLevel = highestLevels.get(`margin/${id}`) ?? 0;
      if (notifiedLevel < level && !this.called.has(`margin/${id}`)) this.calls.resetLevel(id, notifiedLevel);
    }
    for (const [asset, calls] of this.accountCalls) {
      for (const [user, level] of [...calls.notifiedLevels()]) {
        const told = highestLevels.get(`margin/${user}/${asset}`) ?? 0;
        if (told < level && !this.called.has(`margin/${user}/${asset}`)) calls.resetLevel(user, told);
      }
    }
  }

  /** Folds the batches that a start applies behind the first state, and keeps their notices until the notifier reads them. */
  recover(batches: readonly Batch[]): void {
    for (const batch of batches) {
      const notices = this.foldBatch(batch);
      if (notices === NOTHING) continue;
      this.cache.set(positionOf(batch), notices);
      for (const { key, origin } of notices.messages)
        if (key === 'margin.call' || key === 'margin.account') this.called.add(subjectOf(origin));
      if (this.cache.size > CACHED_MAX) this.cache.delete([...this.cache.keys()][0]);
    }
  }

  /** Takes in a batch once, even if it is delivered again, and returns its notices. */
  follow(batch: Batch): PerpetualNotices {
    const position = positionOf(batch);
    if (position <= this.startPosition) return this.noticesBeforeStart(batch, position);
    if (position < this.last) return this.cachedNotices(position);
    if (position === this.last) return this.notices;
    this.cache.clear();
    return this.foldBatch(batch);
  }

  private foldBatch(batch: Batch): PerpetualNotices {
    this.last = positionOf(batch);
    const writing: NoticesBuilder = { messages: [], orders: [], unsure: [] };
    // The order's client id is known until its last batch is folded.
    for (const [index, event] of batch.events.entries()) {
      if (event.type === 'PerpetualOrderCancelled') this.announceOrderEnd(event, batch, writing);
      this.announce(event, `journal/${batch.first + index}`, writing);
    }
    this.markets.fold(batch);
    this.positions.fold(batch);
    for (const event of batch.events) {
      for (const { debit, credit, amount } of 'entries' in event ? event.entries : []) {
        this.addAvailable(debit, -amount);
        this.addAvailable(credit, amount);
      }
      if (event.type === 'PerpetualTermsApplied') this.reviewMarket(event.market);
      if (event.type === 'MarkPublished') this.addMarginCalls(event, batch, writing);
    }
    if (batch.events.some(({ type }) => type === 'MarkPublished')) this.addAccountCalls(batch, writing);
    this.notices = nothingIfEmpty(writing);
    return this.notices;
  }

  private cachedNotices(position: number): PerpetualNotices {
    for (const passed of this.cache.keys()) {
      if (passed >= position) break;
      this.cache.delete(passed);
    }
    return this.cache.get(position) ?? NOTHING;
  }

  /** The state contains this batch already, so only its events count. */
  private noticesBeforeStart(batch: Batch, position: number): PerpetualNotices {
    if (position <= this.before.position) return position === this.before.position ? this.before.notices : NOTHING;
    const writing: NoticesBuilder = { messages: [], orders: [], unsure: [] };
    for (const [index, event] of batch.events.entries()) {
      if (event.type === 'PerpetualOrderCancelled') this.announceOrderEnd(event, batch, writing);
      this.announce(event, `journal/${batch.first + index}`, writing);
    }
    this.before = { position, notices: nothingIfEmpty(writing) };
    return this.before.notices;
  }

  private updatePosition({ id, user, market, side, lots, cost, margin }: Readonly<LivePosition>): void {
    const isCross = this.positions.isCross({ id, user, market });
    if (isCross) this.accountCallsIn(this.markets.get(market).terms.quote).markForReview(user);
    // The account covers a cross position.
    if (lots === 0 || isCross) {
      this.calls.remove({ id, market });
      return;
    }
    const perTick = BigInt(lots) * this.markets.get(market).units.quotePerTickLot;
    this.calls.put({ id, user, market, position: { side, perTick, cost }, margin });
  }

  /** Updates a user's available balance of an asset in the contract account. */
  private addAvailable(name: string, amount: bigint): void {
    if (!name.includes('/contract/') || !name.endsWith('/available')) return;
    const [user, , asset] = name.split('/');
    this.available.set(name, (this.available.get(name) ?? 0n) + amount);
    this.accountCalls.get(asset)?.markForReview(Number(user));
  }

  private reviewMarket(market: string): void {
    this.calls.reviewMarket(market);
    for (const position of this.positions.all()) if (position.market === market) this.updatePosition(position);
  }

  private accountCallsIn(asset: string): AccountMarginCalls {
    let calls = this.accountCalls.get(asset);
    if (!calls) {
      calls = new AccountMarginCalls(asset, (user) => this.cross.accountOf(user, asset));
      this.accountCalls.set(asset, calls);
    }
    return calls;
  }

  private addAccountCalls(batch: Batch, { messages }: NoticesBuilder): void {
    for (const calls of this.accountCalls.values()) {
      for (const { user, asset, level, equity, requirement } of calls.review()) {
        const amount = (units: bigint) => this.markets.amount(asset, units);
        const params = { asset, level, equity: amount(equity), requirement: amount(requirement) };
        messages.push({
          user,
          key: 'margin.account',
          facts: params,
          origin: `margin/${user}/${asset}/${level}/${positionOf(batch)}`,
        });
      }
    }
  }

  private contractOf(market: string) {
    return this.markets.get(market).contract ?? broken(`${market} is no perpetual`);
  }

  private addMarginCalls({ market, mark }: EventOf<'MarkPublished'>, batch: Batch, { messages }: NoticesBuilder): void {
    this.marks.set(market, mark);
    for (const calls of this.accountCalls.values()) calls.onMark(market, mark);
    for (const { id, user, side, level } of this.calls.callsAtMark(market, mark)) {
      const live = this.markets.get(market);
      const params = { market, position: side, level, mark: live.price(mark), quote: live.terms.quote };
      messages.push({ user, key: 'margin.call', facts: params, origin: `margin/${id}/${level}/${positionOf(batch)}` });
    }
  }

  /** The answer to an order covers its end in the same batch. */
  private announceOrderEnd(
    event: EventOf<'PerpetualOrderCancelled'>,
    batch: Batch,
    { orders, unsure }: NoticesBuilder,
  ): void {
    const { order, user, market, side, reason } = event;
    const isOwn = batch.events.some((other) => other.type === 'PerpetualOrderPlaced' && other.order === order);
    const isForMargin = reason === 'margin_short' || reason === 'beyond_bankruptcy';
    if (!isForMargin || isOwn) return;
    const isUnsure = positionOf(batch) <= this.startPosition;
    if (!isUnsure && !this.positions.orders.hasClientId(order)) return;
    const notice: OrderNotice = {
      user,
      key: 'order.margin',
      facts: { order: String(order), market, side, why: reason },
      order,
    };
    (isUnsure ? unsure : orders).push(notice);
  }

  private announce(event: CoreEvent, origin: string, { messages }: NoticesBuilder): void {
    if (event.type === 'StopEnded') this.stayed.delete(event.stop);
    if (event.type === 'StopAmended') this.announceStopStayed(event, messages);
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

  /** Sent once until its trigger changes, also after a crash. */
  private announceStopStayed(
    { user, market, stop, trigger, reason }: EventOf<'StopAmended'>,
    messages: PerpetualNotice[],
  ): void {
    if (reason === undefined) this.stayed.delete(stop);
    const position = this.positions.stops.sideOf(stop);
    if (reason === undefined || position === undefined || this.stayed.has(stop)) return;
    this.stayed.add(stop);
    const live = this.markets.get(market);
    const params = { market, position, trigger: live.price(trigger), quote: live.terms.quote, why: reason };
    messages.push({ user, key: 'stop.stayed', facts: params, origin: `stop/${stop}/${trigger}` });
  }
}

const NOTHING: PerpetualNotices = { messages: [], orders: [], unsure: [] };

function nothingIfEmpty(writing: NoticesBuilder): PerpetualNotices {
  return writing.messages.length + writing.orders.length + writing.unsure.length > 0 ? writing : NOTHING;
}

/** Subject of a message's margin call: `margin/<position>` or `margin/<user>/<asset>`, the part before level and place. */
function subjectOf(origin: string): string {
  return origin.split('/').slice(0, -2).join('/');
}
