/**
 * Open positions by user, what each chose of a market, and for those who watch, what each batch did to them. What moves with the mark
 * is for the reader: it follows from this by shared/products/perpetual/rules.
 */
import { bankruptcyPrice } from '../../../../shared/products/perpetual/rules/bankruptcy';
import { isolatedLiquidationPrice } from '../../../../shared/products/perpetual/rules/requirement';
import type { Around } from '../../../../shared/products/perpetual/rules/cross';
import type {
  ContractOrderState,
  ContractPositions,
  ContractSetting,
  ContractUpdate,
  PositionState,
  StopState,
} from '../../../../shared/products/perpetual/stream';
import type { Batch, CoreEvent, EventOf } from '../../../core/event';
import { positionOf } from '../../../core/event';
import { known } from '../../../core/folding';
import { parseAccount, type AccountName, type Entry } from '../../../core/ledger/entry';
import type { PositionSide, PriceKind } from '../../../core/market/order';
import { leverageOf } from '../core/orders/holding';
import { callbackOf, trailsIn } from '../core/stops/evolve';
import { extremeOf, follow, trail, unfollow } from '../core/stops/trailing';
import type { Holding, MarginMode } from '../core/state';
import type { Stop, StopsState } from '../core/stops/state';
import { broken } from '../../../core/rejection';
import type { CoreState } from '../../../core/state';
import { foldEvents, type Folds, type LiveView } from '../../../views/live/live-view';
import type { LiveMarket, MarketsView } from '../../../views/live/markets';
import { UpdateLog } from '../../../views/live/update-log';
import { OpenContractOrders } from './open-orders';
import { opens, rateText } from './words';

/** A position of the core with what its hold has. */
export interface LivePosition {
  id: number;
  user: number;
  market: string;
  side: PositionSide;
  lots: number;
  cost: bigint;
  hold: number;
  margin: bigint;
  isLocked: boolean;
  openedAt: number;
}

/** Parts of 10^9 that a hundredth of a percent is. */
const PPB_OF_BP = 100_000;

interface Touched {
  positions: Map<number, PositionState>;
  stops: Map<number, StopState>;
  orders: Map<string, ContractOrderState>;
  settings: Map<string, ContractSetting>;
}

type Choice = Pick<Holding, 'leverage' | 'mode' | 'isOneWay'>;

export class PositionsView implements LiveView {
  position = -1;
  readonly updates = new UpdateLog<ContractUpdate>();
  private readonly positions = new Map<number, LivePosition>();
  private readonly byUser = new Map<number, Set<LivePosition>>();
  private readonly byHold = new Map<number, LivePosition>();
  private readonly stops = new Map<number, Stop>();
  private readonly stopsByUser = new Map<number, Set<Stop>>();
  private readonly trailing: Pick<StopsState, 'trails'> = { trails: new Map() };
  /** By user, then by market: of those who chose one. */
  /** What each has chosen, by market; a leverage of 0 is none. */
  private readonly choices = new Map<number, Map<string, Choice>>();
  /** By market: each position of a side is another account's. */
  private readonly byMarket = new Map<string, Record<PositionSide, Set<LivePosition>>>();
  /** By market, the position that is being taken over: it stands apart from its account. */
  private readonly apart = new Map<string, number>();
  /** What the batch being folded did to watched users. */
  private touched = new Map<number, Touched>();

  readonly orders: OpenContractOrders;

  constructor(
    private readonly markets: MarketsView,
    /** Hears of every change of a position; of one that is over it has no lots. */
    private readonly onTouch: (position: Readonly<LivePosition>) => void = () => undefined,
    /** Of a position that its account covers: the marks next to now's at which that is liquidated. */
    private readonly aroundOf: (position: Readonly<LivePosition>) => Around | null = () => null,
  ) {
    this.orders = new OpenContractOrders(
      markets,
      (user, market) => this.leverageIn(user, market),
      (user, market) => this.modeIn(user, market),
      (user, told) => {
        if (!this.updates.isWatched(user)) return;
        const order = told();
        this.touchedOf(user).orders.set(order.id, order);
      },
    );
  }

  private readonly folds: Folds = {
    PerpetualTraded: (event) => {
      this.trade(event, 'taker');
      this.trade(event, 'maker');
      this.trail(event.market, 'last', event.price);
    },
    PositionDeleveraged: ({ position, other, lots, released, otherReleased }) => {
      this.lessen(position, lots, released);
      this.lessen(other, lots, otherReleased);
    },
    // It goes on as if it had been opened at that price.
    ProfitSettled: ({ position: id, side, profit }) => {
      const position = known(this.positions, id);
      position.cost += side === 'long' ? profit : -profit;
      this.touch(position);
    },
    PositionSettled: ({ position, lots, released }) => this.lessen(position, lots, released),
    LegsNetted: ({ long, longReleased, short, shortReleased, lots }) => {
      this.lessen(long, lots, longReleased);
      this.lessen(short, lots, shortReleased);
    },
    CrossShareSet: ({ position: id, side, profit }) => {
      const position = known(this.positions, id);
      position.cost += side === 'long' ? profit : -profit;
      this.touch(position);
    },
    LiquidationStarted: ({ market, position }) => void this.apart.set(market, position),
    LiquidationFinished: ({ market }) => void this.apart.delete(market),
    StopPlaced: (event) => {
      const {
        stop: id,
        user,
        market,
        position,
        contract,
        kind,
        trigger,
        triggerBy: by,
        price = 0,
        quantity = 0,
      } = event;
      const callback = callbackOf(event);
      const stop = { id, user, market, position, contract, kind, trigger, by, price, quantity, callback, extreme: 0 };
      this.arm(stop);
      if (callback && event.extreme !== undefined) follow(trailsIn(this.trailing, stop), id, callback, event.extreme);
      this.touchStop(stop, 'waiting', null);
    },
    MarkPublished: ({ market, mark }) => {
      const { state } = this.markets.get(market);
      if (state === 'open' || state === 'close_only') this.trail(market, 'mark', mark);
    },
    StopGrown: ({ stop: id, quantity }) => {
      const stop = known(this.stops, id);
      stop.quantity = quantity;
      this.touchStop(stop, 'waiting', null);
    },
    StopAmended: ({ stop: id, trigger, price = 0, quantity = 0, reason = null }) => {
      const stop = known(this.stops, id);
      Object.assign(stop, { trigger, price, quantity });
      this.touchStop(stop, 'waiting', reason);
    },
    StopEnded: ({ stop: id, reason }) => {
      const stop = known(this.stops, id);
      this.stops.delete(id);
      if (stop.callback) unfollow(trailsIn(this.trailing, stop), id);
      const own = this.stopsByUser.get(stop.user);
      own?.delete(stop);
      if (own?.size === 0) this.stopsByUser.delete(stop.user);
      this.touchStop(stop, 'closed', reason);
    },
    LeverageSet: ({ user, market, leverage }) => {
      this.choose(user, market, { leverage });
      if (this.updates.isWatched(user)) this.touchedOf(user).settings.set(market, this.settingOf(user, market));
      for (const position of this.of(user)) if (position.market === market) this.touch(position);
    },
    MarginModeSet: ({ user, market, mode }) => {
      this.choose(user, market, { mode });
      if (this.updates.isWatched(user)) this.touchedOf(user).settings.set(market, this.settingOf(user, market));
    },
    PositionModeSet: ({ user, market, mode }) => {
      this.choose(user, market, { isOneWay: mode === 'one_way' });
      if (this.updates.isWatched(user)) this.touchedOf(user).settings.set(market, this.settingOf(user, market));
    },
  };

  fold(batch: Batch): void {
    // Holds first: a trade that opens a position names the hold that its entries fill.
    this.orders.begin(batch);
    for (const event of batch.events) {
      if (event.type === 'PerpetualTraded') this.openNew(event, batch.at);
      for (const entry of entriesOf(event)) this.post(entry);
    }
    foldEvents(this.folds, batch);
    foldEvents(this.orders.folds, batch);
    this.position = positionOf(batch);
    if (this.touched.size === 0) return;
    for (const [user, { positions, stops, orders, settings }] of this.touched) {
      const lists = {
        positions: [...positions.values()],
        stops: [...stops.values()],
        orders: [...orders.values()],
        settings: [...settings.values()],
      };
      this.updates.append(user, { position: this.position, at: batch.at, ...lists });
    }
    this.touched = new Map();
  }

  seed(state: CoreState): void {
    const { perpetual, stops, holds, position, liquidations } = state;
    for (const [market, open] of liquidations.open) this.apart.set(market, open.position);
    this.orders.seed(state);
    for (const stop of stops.stops.values()) {
      this.arm({ ...stop });
      const extreme = stop.callback && extremeOf(trailsIn(stops, stop), stop.id);
      if (stop.callback && extreme !== null) follow(trailsIn(this.trailing, stop), stop.id, stop.callback, extreme);
    }
    for (const [user, own] of perpetual.holdings) {
      for (const [market, { leverage, mode, isOneWay, long, short }] of own) {
        if (leverage > 0 || mode === 'cross' || isOneWay) this.choose(user, market, { leverage, mode, isOneWay });
        for (const open of [long, short]) {
          if (!open) continue;
          const { id, side, lots, cost, hold, openedAt } = open;
          const { remaining: margin, account } = known(holds, hold);
          this.add({ id, user, market, side, lots, cost, hold, margin, isLocked: account.side !== 'locked', openedAt });
        }
      }
    }
    this.position = position;
  }

  /** In order of opening; settings of the markets in which anything was chosen. */
  snapshot(user: number): ContractPositions {
    const own = [...this.of(user)].sort((one, other) => one.id - other.id);
    const positions = own.map((position) => this.told(position));
    const chosen = [...(this.choices.get(user)?.keys() ?? [])];
    const waiting = [...(this.stopsByUser.get(user) ?? [])].sort((one, other) => one.id - other.id);
    return {
      position: this.position,
      positions,
      stops: waiting.map((stop) => this.toldStop(stop, 'waiting', null)),
      orders: this.orders.snapshot(user),
      settings: chosen.map((market) => this.settingOf(user, market)),
    };
  }

  /** From now on the user's updates are kept for `since`. */
  watch(user: number): void {
    this.updates.watch(user, this.position);
  }

  /** Whether its account covers it. */
  isCross({ id, user, market }: Readonly<Pick<LivePosition, 'id' | 'user' | 'market'>>): boolean {
    return this.modeIn(user, market) === 'cross' && this.apart.get(market) !== id;
  }

  /** How many positions are long, and how many short: each is another account's. */
  countOf(market: string): Readonly<{ long: number; short: number }> {
    const sides = this.byMarket.get(market);
    return { long: sides?.long.size ?? 0, short: sides?.short.size ?? 0 };
  }

  /** Those of one side of a market, in no order. */
  inMarket(market: string, side: PositionSide): Iterable<Readonly<LivePosition>> {
    return this.byMarket.get(market)?.[side] ?? [];
  }

  /** Undefined of one that is over or was never there. */
  positionOf(id: number): Readonly<LivePosition> | undefined {
    return this.positions.get(id);
  }

  /** The market of a user's stop that waits. */
  marketOfStop(user: number, stop: number): string | undefined {
    const found = this.stops.get(stop);
    return found?.user === user ? found.market : undefined;
  }

  /** Which position a stop that waits is of. */
  sideOfStop(stop: number): PositionSide | undefined {
    return this.stops.get(stop)?.position;
  }

  /** As the core does, which tells of those that are reached by events of their own. */
  private trail(market: string, by: PriceKind, price: number): void {
    const trails = this.trailing.trails.get(market);
    if (!trails) return;
    for (const direction of ['up', 'down'] as const)
      for (const { stop, trigger, extreme } of trail(trails[by][direction], price))
        Object.assign(known(this.stops, stop), { trigger, extreme });
  }

  private arm(stop: Stop): void {
    this.stops.set(stop.id, stop);
    const own = this.stopsByUser.get(stop.user);
    if (own) own.add(stop);
    else this.stopsByUser.set(stop.user, new Set([stop]));
  }

  private touchStop(stop: Stop, phase: StopState['phase'], reason: string | null): void {
    if (!this.updates.isWatched(stop.user)) return;
    this.touchedOf(stop.user).stops.set(stop.id, this.toldStop(stop, phase, reason));
  }

  private toldStop(stop: Stop, phase: StopState['phase'], reason: string | null): StopState {
    const market = this.markets.get(stop.market);
    return {
      id: String(stop.id),
      market: stop.market,
      position: stop.position,
      contract: String(stop.contract),
      kind: stop.kind,
      triggerBy: stop.by,
      trigger: stop.trigger === 0 ? null : market.price(stop.trigger),
      ...this.toldTrail(stop, market),
      price: stop.price === 0 ? null : market.price(stop.price),
      quantity: stop.quantity === 0 ? null : market.quantity(stop.quantity),
      phase,
      reason,
    };
  }

  private toldTrail(stop: Stop, market: LiveMarket): Pick<StopState, 'callback' | 'callbackRate' | 'extreme'> {
    const { callback } = stop;
    const extreme = callback && (extremeOf(trailsIn(this.trailing, stop), stop.id) ?? stop.extreme);
    return {
      callback: callback && 'ticks' in callback ? market.price(callback.ticks) : null,
      callbackRate: callback && 'bp' in callback ? rateText(callback.bp * PPB_OF_BP) : null,
      extreme: extreme ? market.price(extreme) : null,
    };
  }

  /** Every position, in no order. */
  all(): Iterable<Readonly<LivePosition>> {
    return this.positions.values();
  }

  /** Those of one user, in no order. */
  *of(user: number): Generator<Readonly<LivePosition>> {
    yield* this.byUser.get(user) ?? [];
  }

  private openNew(event: EventOf<'PerpetualTraded'>, openedAt: number): void {
    for (const role of ['taker', 'maker'] as const) {
      const [id, user] = role === 'taker' ? [event.takerPosition, event.taker] : [event.makerPosition, event.maker];
      if (!opens(event, role) || this.positions.has(id)) continue;
      const made = event.entries.find(({ into, debit }) => into !== undefined && debit.startsWith(`${user}/`));
      const hold = made?.into ?? broken(`a position of ${user} has no collateral`);
      const side = sideOf(event, role);
      this.add({
        id,
        user,
        market: event.market,
        side,
        lots: 0,
        cost: 0n,
        hold,
        margin: 0n,
        isLocked: false,
        openedAt,
      });
    }
  }

  private trade(event: EventOf<'PerpetualTraded'>, role: 'maker' | 'taker'): void {
    const isTaker = role === 'taker';
    const id = isTaker ? event.takerPosition : event.makerPosition;
    const released = isTaker ? event.takerReleased : event.makerReleased;
    if (released !== undefined) {
      this.lessen(id, event.quantity, released);
      return;
    }
    const position = known(this.positions, id);
    position.lots += event.quantity;
    position.cost += event.notional;
    this.touch(position);
  }

  private lessen(id: number, lots: number, released: bigint): void {
    const position = known(this.positions, id);
    position.lots -= lots;
    position.cost -= released;
    if (position.lots === 0) this.remove(position);
    this.touch(position);
  }

  /** Margin is what the hold of a position has; it changes with whatever names that hold. */
  private post(entry: Entry): void {
    const { debit, credit, amount, hold, into } = entry;
    if (hold === undefined) return;
    this.orders.post(entry);
    if (into === hold) {
      this.lock(hold, credit);
      return;
    }
    if (into !== undefined) this.move(into, amount);
    this.move(hold, isHeld(debit) ? -amount : amount);
  }

  private move(hold: number, amount: bigint): void {
    const position = this.byHold.get(hold);
    if (!position) return;
    position.margin += amount;
    this.touch(position);
  }

  /** The whole hold goes from one bucket to the other. */
  private lock(hold: number, credit: AccountName): void {
    const position = this.byHold.get(hold);
    if (!position) return;
    position.isLocked = credit.endsWith('/frozen');
    this.touch(position);
  }

  private add(position: LivePosition): void {
    this.positions.set(position.id, position);
    this.byHold.set(position.hold, position);
    const own = this.byUser.get(position.user);
    if (own) own.add(position);
    else this.byUser.set(position.user, new Set([position]));
    const sides = this.byMarket.get(position.market) ?? { long: new Set(), short: new Set() };
    sides[position.side].add(position);
    this.byMarket.set(position.market, sides);
  }

  private remove(position: LivePosition): void {
    this.positions.delete(position.id);
    this.byHold.delete(position.hold);
    const own = this.byUser.get(position.user);
    own?.delete(position);
    if (own?.size === 0) this.byUser.delete(position.user);
    this.byMarket.get(position.market)?.[position.side].delete(position);
  }

  private choose(user: number, market: string, chosen: Partial<Choice>): void {
    let own = this.choices.get(user);
    if (!own) this.choices.set(user, (own = new Map<string, Choice>()));
    own.set(market, { leverage: 0, mode: 'isolated', isOneWay: false, ...own.get(market), ...chosen });
  }

  private modeIn(user: number, market: string): MarginMode {
    return this.choices.get(user)?.get(market)?.mode ?? 'isolated';
  }

  private leverageIn(user: number, market: string): number {
    const { contract } = this.markets.get(market);
    if (!contract) broken(`${market} is no perpetual`);
    return leverageOf({ leverage: this.choices.get(user)?.get(market)?.leverage ?? 0 }, contract.terms);
  }

  private settingOf(user: number, market: string): ContractSetting {
    return {
      market,
      leverage: this.leverageIn(user, market),
      marginMode: this.modeIn(user, market),
      positionMode: this.choices.get(user)?.get(market)?.isOneWay ? 'one_way' : 'hedge',
    };
  }

  private touch(position: LivePosition): void {
    this.onTouch(position);
    if (!this.updates.isWatched(position.user)) return;
    this.touchedOf(position.user).positions.set(position.id, this.told(position));
  }

  private touchedOf(user: number): Touched {
    let touched = this.touched.get(user);
    if (!touched)
      this.touched.set(
        user,
        (touched = { positions: new Map(), stops: new Map(), orders: new Map(), settings: new Map() }),
      );
    return touched;
  }

  /** On the side on which it loses, where there is one. */
  private crossPrice(position: Readonly<LivePosition>): number | null {
    const around = this.aroundOf(position);
    if (!around) return null;
    const [first, second] = position.side === 'long' ? [around.below, around.above] : [around.above, around.below];
    return first ?? second;
  }

  /** As its owner is told of it. */
  told(live: Readonly<LivePosition>): PositionState {
    const { id, user, market: name, side, lots, cost, margin, isLocked, openedAt } = live;
    const market = this.markets.get(name);
    const { terms } = market.contract ?? broken(`${name} is no perpetual`);
    const position = { side, perTick: BigInt(lots) * market.units.quotePerTickLot, cost };
    const price = (ticks: number | null): string | null => (ticks === null ? null : market.price(ticks));
    return {
      id: String(id),
      market: name,
      side,
      mode: this.modeIn(user, name),
      leverage: this.leverageIn(user, name),
      quantity: market.quantity(lots),
      lots,
      cost: market.quoteAmount(cost),
      margin: market.quoteAmount(margin),
      ...(this.isCross(live)
        ? { liquidationPrice: lots === 0 ? null : price(this.crossPrice(live)), bankruptcyPrice: null }
        : {
            liquidationPrice: lots === 0 ? null : price(isolatedLiquidationPrice(terms, position, margin)),
            bankruptcyPrice: lots === 0 ? null : price(bankruptcyPrice(position, margin, terms.closePpb)),
          }),
      isLocked,
      openedAt,
    };
  }
}

function sideOf({ takerSide }: EventOf<'PerpetualTraded'>, role: 'maker' | 'taker'): PositionSide {
  return (takerSide === 'buy') === (role === 'taker') ? 'long' : 'short';
}

function isHeld(account: AccountName): boolean {
  const parsed = parseAccount(account);
  return parsed.owner === 'user' && parsed.bucket !== 'available';
}

const NO_ENTRIES: readonly Entry[] = [];
function entriesOf(event: CoreEvent): readonly Entry[] {
  return 'entries' in event ? event.entries : NO_ENTRIES;
}
