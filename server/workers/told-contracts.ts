/**
 * What users hear of their perpetuals when they were not there: margin calls, liquidations, deleveraging, stops that go on waiting,
 * orders that ended for want of margin, locks, and what is announced of a market in which they have a position.
 *
 * Positions are followed here by the live views' own rules, so that nothing is looked up. A start begins where the state of its snapshot
 * stands and follows all that was folded behind it, so what a mark called there is reckoned as it was then, whether it was told or not.
 * Whoever tells seldom lags behind the snapshot itself. Of that time levels of margin are not reckoned again: who has reached one and has
 * no message of it hears with the next mark. Orders that were over by then are named as unsure: whether their owner named them is looked up.
 */
import type { MessageFacts, MessageKey } from '../../shared/wire/messages-center';
import { positionOf, type Batch, type CoreEvent, type EventOf } from '../core/event';
import type { PositionSide } from '../core/market/order';
import type { CoreState } from '../core/state';
import { broken } from '../core/rejection';
import { MarketsView } from '../views/live/markets';
import { PositionsView, type LivePosition } from '../views/live/perpetual/positions';
import { CrossAccounts } from '../views/live/perpetual/cross-accounts';
import { AccountCalls } from './account-calls';
import { CALL_LEVELS, MarginCalls, type CallLevel } from './margin-calls';
import type { ToldOfOrder } from './told-orders';

type Message = { [K in MessageKey]: { user: number; key: K; facts: MessageFacts<K> } }[MessageKey];
/** With where it comes from, unique for ever. */
export type ToldOfContract = Message & { origin: string };

/** What is told of a batch: of orders as many an hour as of others. */
export interface ToldContracts {
  messages: readonly ToldOfContract[];
  orders: readonly ToldOfOrder[];
  /** The same of orders of which it is not known here whether they bear a client id. */
  unsure: readonly ToldOfOrder[];
}

interface Writing {
  messages: ToldOfContract[];
  orders: ToldOfOrder[];
  unsure: ToldOfOrder[];
}

/** Batches of a start of which something is told; more are those of a start without any snapshot, of which all but the last were told long ago. */
const KEPT_MAX = 20_000;

export class ContractTeller {
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
  /** Stops that went on waiting, and whose users heard of it: with each mark it may be so again. */
  private readonly stayed = new Set<number>();
  /** The last batch that was followed; it is asked for again when its messages could not be stored. */
  private last = -1;
  private told: ToldContracts = NOTHING;
  /** The same of batches up to the one that it began with. */
  private before = { position: -1, told: NOTHING };
  /** What was told of batches of a start, by position, until whoever tells has passed them. */
  private readonly kept = new Map<number, ToldContracts>();
  /** Whose margin was called in one of these. */
  private readonly called = new Set<string>();

  private readonly words: { readonly [T in CoreEvent['type']]?: (event: EventOf<T>) => Message } = {
    LiquidationStarted: ({ user, market, side, lots, mark }) => {
      const facts = { ...this.sized(market, side, lots), mark: this.wordsOf(market).price(mark) };
      return { user, key: 'liquidation.started', facts };
    },
    CrossLiquidationStarted: ({ user, asset, wallet, profit, requirement }) => {
      const amount = (units: bigint) => this.markets.amount(asset, units);
      const equity = amount(wallet + profit);
      return { user, key: 'liquidation.account', facts: { asset, equity, requirement: amount(requirement) } };
    },
    LiquidationFinished: ({ user, market, side, reason }) => {
      return { user, key: `liquidation.${reason}`, facts: { market, position: side } };
    },
    PositionDeleveraged: ({ otherUser: user, market, side, lots, price }) => {
      const other = side === 'long' ? 'short' : 'long';
      const facts = { ...this.sized(market, other, lots), price: this.wordsOf(market).price(price) };
      return { user, key: 'position.deleveraged', facts };
    },
    PositionSettled: ({ user, market, side, lots, price }) => {
      const facts = { ...this.sized(market, side, lots), price: this.wordsOf(market).price(price) };
      return { user, key: 'contract.ended', facts };
    },
    PositionLocked: ({ user, market, side, until, reason }) => {
      return { user, key: 'position.locked.for', facts: { market, position: side, time: until, reason } };
    },
    PositionUnlocked: ({ user, market, side }) => {
      return { user, key: 'position.unlocked', facts: { market, position: side } };
    },
  };

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
    // Whatever they have reached by now somebody else told, unless `untell` knows better.
    for (const calls of this.accountCalls.values()) calls.review();
  }

  /** Who has reached a level by now, of which they must have been told before this began. */
  standing(): number[] {
    const users = new Set<number>();
    for (const { user } of this.calls.standing()) users.add(user);
    for (const calls of this.accountCalls.values()) for (const user of calls.standing().keys()) users.add(user);
    return [...users];
  }

  /** Levels of which there is no message among the `origins` of theirs are told with the next mark. */
  untell(origins: Iterable<string>): void {
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

  /** Takes in what a start folds behind the state that this began with; what is told of it is kept until it is asked for. */
  recover(batches: readonly Batch[]): void {
    for (const batch of batches) {
      const told = this.take(batch);
      if (told === NOTHING) continue;
      this.kept.set(positionOf(batch), told);
      for (const { key, origin } of told.messages)
        if (key === 'margin.call' || key === 'margin.account') this.called.add(subjectOf(origin));
      if (this.kept.size > KEPT_MAX) this.kept.delete([...this.kept.keys()][0]);
    }
  }

  /** Takes in a batch, once however often it is delivered, and says what users hear of it. */
  follow(batch: Batch): ToldContracts {
    const position = positionOf(batch);
    if (position <= this.begun) return this.followBefore(batch, position);
    if (position < this.last) return this.keptOf(position);
    if (position === this.last) return this.told;
    this.kept.clear();
    return this.take(batch);
  }

  private take(batch: Batch): ToldContracts {
    this.last = positionOf(batch);
    const writing: Writing = { messages: [], orders: [], unsure: [] };
    // What an order was called is known until the batch that ends it is taken in.
    for (const [index, event] of batch.events.entries()) {
      if (event.type === 'PerpetualOrderCancelled') this.endOrder(event, batch, writing);
      this.word(event, `journal/${batch.first + index}`, writing);
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
    this.told = orNothing(writing);
    return this.told;
  }

  private keptOf(position: number): ToldContracts {
    for (const passed of this.kept.keys()) {
      if (passed >= position) break;
      this.kept.delete(passed);
    }
    return this.kept.get(position) ?? NOTHING;
  }

  /** The state has this batch already: what its events say by themselves is told. */
  private followBefore(batch: Batch, position: number): ToldContracts {
    if (position <= this.before.position) return position === this.before.position ? this.before.told : NOTHING;
    const writing: Writing = { messages: [], orders: [], unsure: [] };
    for (const [index, event] of batch.events.entries()) {
      if (event.type === 'PerpetualOrderCancelled') this.endOrder(event, batch, writing);
      this.word(event, `journal/${batch.first + index}`, writing);
    }
    this.before = { position, told: orNothing(writing) };
    return this.before.told;
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
      const { price, terms } = this.wordsOf(market);
      const facts = { market, position: side, level, mark: price(mark), quote: terms.quote };
      messages.push({ user, key: 'margin.call', facts, origin: `margin/${id}/${level}/${positionOf(batch)}` });
    }
  }

  /** Not of what its owner has just placed: the answer told. */
  private endOrder(event: EventOf<'PerpetualOrderCancelled'>, batch: Batch, { orders, unsure }: Writing): void {
    const { order, user, market, side, reason: why } = event;
    const isOwn = batch.events.some((other) => other.type === 'PerpetualOrderPlaced' && other.order === order);
    const isTold = why === 'margin_short' || why === 'beyond_bankruptcy';
    if (!isTold || isOwn) return;
    const isUnsure = positionOf(batch) <= this.begun;
    if (!isUnsure && !this.positions.orders.isNamed(order)) return;
    const told: ToldOfOrder = { user, key: 'order.margin', facts: { order: String(order), market, side, why }, order };
    (isUnsure ? unsure : orders).push(told);
  }

  private wordsOf(name: string) {
    const market = this.markets.get(name);
    const { terms } = market;
    return { terms, price: (ticks: number) => market.price(ticks), quantity: (lots: number) => market.quantity(lots) };
  }

  private word(event: CoreEvent, origin: string, { messages }: Writing): void {
    // Of one that has ended with all positions closed each of them tells.
    if (event.type === 'CrossLiquidationFinished' && event.reason === 'recovered')
      messages.push({ user: event.user, key: 'liquidation.healed', facts: { asset: event.asset }, origin });
    const word = this.words[event.type] as ((event: CoreEvent) => Message) | undefined;
    if (word) messages.push({ ...word(event), origin });
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

  /** Once, until it waits for something else; also for whoever tells again after a crash. */
  private stay({ user, market, stop, trigger, reason: why }: EventOf<'StopAmended'>, messages: ToldOfContract[]): void {
    if (why === undefined) this.stayed.delete(stop);
    const position = this.positions.sideOfStop(stop);
    if (why === undefined || position === undefined || this.stayed.has(stop)) return;
    this.stayed.add(stop);
    const { price, terms } = this.wordsOf(market);
    const facts = { market, position, trigger: price(trigger), quote: terms.quote, why };
    messages.push({ user, key: 'stop.stayed', facts, origin: `stop/${stop}/${trigger}` });
  }

  private sized(market: string, position: PositionSide, lots: number) {
    const { terms, quantity } = this.wordsOf(market);
    return { market, position, amount: quantity(lots), base: terms.base, quote: terms.quote };
  }
}

const NOTHING: ToldContracts = { messages: [], orders: [], unsure: [] };

function orNothing(writing: Writing): ToldContracts {
  return writing.messages.length + writing.orders.length + writing.unsure.length > 0 ? writing : NOTHING;
}

/** Whose margin a message is about: `margin/<position>` or `margin/<user>/<asset>`, ahead of level and place. */
function subjectOf(origin: string): string {
  return origin.split('/').slice(0, -2).join('/');
}
