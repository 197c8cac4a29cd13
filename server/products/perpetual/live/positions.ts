/**
 * Open positions by user, users' settings by market, and each batch's effects on watched users. The reader calculates figures that depend
 * on the mark with shared/products/perpetual/rules.
 */
import { bankruptcyPrice } from '../../../../shared/products/perpetual/rules/bankruptcy';
import { isolatedLiquidationPrice } from '../../../../shared/products/perpetual/rules/maintenance-margin';
import type { PricesAround } from '../../../../shared/products/perpetual/rules/cross';
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
import { getOrThrow } from '../../../core/evolve-helpers';
import { parseAccount, type AccountName, type Entry } from '../../../core/ledger/entry';
import type { PositionSide } from '../../../core/market/order';
import { leverageOf } from '../core/orders/open-orders';
import type { Holding, MarginMode } from '../core/state';
import { broken } from '../../../core/rejection';
import type { CoreState } from '../../../core/state';
import { foldEvents, type Folds, type LiveView } from '../../../views/live/live-view';
import type { MarketsView } from '../../../views/live/markets';
import { UpdateLog } from '../../../views/live/update-log';
import { OpenContractOrders } from './open-orders';
import { WaitingStops } from './waiting-stops';
import { opensPosition } from './trade-fields';

/** A position of the core, with the remaining amount of its hold. */
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

interface PushChanges {
  positions: Map<number, PositionState>;
  stops: Map<string, StopState>;
  orders: Map<string, ContractOrderState>;
  settings: Map<string, ContractSetting>;
}

type PositionSetting = Pick<Holding, 'leverage' | 'mode' | 'isOneWay'>;

export class PositionsView implements LiveView {
  position = -1;
  readonly updates = new UpdateLog<ContractUpdate>();
  private readonly positions = new Map<number, LivePosition>();
  private readonly byUser = new Map<number, Set<LivePosition>>();
  private readonly byHold = new Map<number, LivePosition>();
  /** By user, then by market, for users with settings; a leverage of 0 means none chosen. */
  private readonly choices = new Map<number, Map<string, PositionSetting>>();
  /** By market; each position of a side belongs to a different account. */
  private readonly byMarket = new Map<string, Record<PositionSide, Set<LivePosition>>>();
  /** By market: the position being taken over, which is separate from its account. */
  private readonly takeoverPositions = new Map<string, number>();
  /** Effects of the batch being folded on watched users. */
  private changes = new Map<number, PushChanges>();

  readonly orders: OpenContractOrders;
  readonly stops: WaitingStops;

  constructor(
    private readonly markets: MarketsView,
    /** Called for every change of a position; a closed one has no lots. */
    private readonly onTouch: (position: Readonly<LivePosition>) => void = () => undefined,
    /** Cross positions only: the marks nearest to the current one at which the position is liquidated. */
    private readonly pricesAroundOf: (position: Readonly<LivePosition>) => PricesAround | null = () => null,
  ) {
    this.orders = new OpenContractOrders(
      markets,
      (user, market) => this.leverageIn(user, market),
      (user, market) => this.modeIn(user, market),
      (user, makeOrder) => {
        if (!this.updates.isWatched(user)) return;
        const order = makeOrder();
        this.changesOf(user).orders.set(order.id, order);
      },
    );
    this.stops = new WaitingStops(markets, (user, makeStop) => {
      if (!this.updates.isWatched(user)) return;
      const stop = makeStop();
      this.changesOf(user).stops.set(stop.id, stop);
    });
  }

  private readonly folds: Folds = {
    PerpetualTraded: (event) => {
      this.trade(event, 'taker');
      this.trade(event, 'maker');
    },
    PositionDeleveraged: ({ position, other, lots, released, otherReleased }) => {
      this.reducePosition(position, lots, released);
      this.reducePosition(other, lots, otherReleased);
    },
    // The position continues as if opened at that price.
    ProfitSettled: ({ position: id, side, profit }) => {
      const position = getOrThrow(this.positions, id);
      position.cost += side === 'long' ? profit : -profit;
      this.markChanged(position);
    },
    PositionSettled: ({ position, lots, released }) => this.reducePosition(position, lots, released),
    LegsNetted: ({ long, longReleased, short, shortReleased, lots }) => {
      this.reducePosition(long, lots, longReleased);
      this.reducePosition(short, lots, shortReleased);
    },
    CrossShareSet: ({ position: id, side, profit }) => {
      const position = getOrThrow(this.positions, id);
      position.cost += side === 'long' ? profit : -profit;
      this.markChanged(position);
    },
    LiquidationStarted: ({ market, position }) => void this.takeoverPositions.set(market, position),
    LiquidationFinished: ({ market }) => void this.takeoverPositions.delete(market),
    LeverageSet: ({ user, market, leverage }) => {
      this.setSetting(user, market, { leverage });
      if (this.updates.isWatched(user)) this.changesOf(user).settings.set(market, this.settingOf(user, market));
      for (const position of this.of(user)) if (position.market === market) this.markChanged(position);
    },
    MarginModeSet: ({ user, market, mode }) => {
      this.setSetting(user, market, { mode });
      if (this.updates.isWatched(user)) this.changesOf(user).settings.set(market, this.settingOf(user, market));
    },
    PositionModeSet: ({ user, market, mode }) => {
      this.setSetting(user, market, { isOneWay: mode === 'one_way' });
      if (this.updates.isWatched(user)) this.changesOf(user).settings.set(market, this.settingOf(user, market));
    },
  };

  fold(batch: Batch): void {
    // Holds first: a trade that opens a position names the hold that its entries fill.
    this.orders.addNewOrders(batch);
    for (const event of batch.events) {
      if (event.type === 'PerpetualTraded') this.addOpenedPositions(event, batch.at);
      for (const entry of entriesOf(event)) this.applyEntry(entry);
    }
    foldEvents(this.folds, batch);
    foldEvents(this.orders.folds, batch);
    foldEvents(this.stops.folds, batch);
    this.position = positionOf(batch);
    if (this.changes.size === 0) return;
    for (const [user, { positions, stops, orders, settings }] of this.changes) {
      const lists = {
        positions: [...positions.values()],
        stops: [...stops.values()],
        orders: [...orders.values()],
        settings: [...settings.values()],
      };
      this.updates.append(user, { position: this.position, at: batch.at, ...lists });
    }
    this.changes = new Map();
  }

  seed(state: CoreState): void {
    const { perpetual, holds, position, liquidations } = state;
    for (const [market, open] of liquidations.open) this.takeoverPositions.set(market, open.position);
    this.orders.seed(state);
    this.stops.seed(state);
    for (const [user, userHoldings] of perpetual.holdings) {
      for (const [market, { leverage, mode, isOneWay, long, short }] of userHoldings) {
        if (leverage > 0 || mode === 'cross' || isOneWay) this.setSetting(user, market, { leverage, mode, isOneWay });
        for (const open of [long, short]) {
          if (!open) continue;
          const { id, side, lots, cost, hold, openedAt } = open;
          const { remaining: margin, account } = getOrThrow(holds, hold);
          this.add({ id, user, market, side, lots, cost, hold, margin, isLocked: account.side !== 'locked', openedAt });
        }
      }
    }
    this.position = position;
  }

  /** In order of opening, with the settings of markets in which any was chosen. */
  snapshot(user: number): ContractPositions {
    const userPositions = [...this.of(user)].sort((one, other) => one.id - other.id);
    const positions = userPositions.map((position) => this.toWire(position));
    const settingMarkets = [...(this.choices.get(user)?.keys() ?? [])];
    return {
      position: this.position,
      positions,
      stops: this.stops.snapshot(user),
      orders: this.orders.snapshot(user),
      settings: settingMarkets.map((market) => this.settingOf(user, market)),
    };
  }

  /** Starts logging the user's updates for `since`. */
  watch(user: number): void {
    this.updates.watch(user, this.position);
  }

  /** Whether the account covers it. */
  isCross({ id, user, market }: Readonly<Pick<LivePosition, 'id' | 'user' | 'market'>>): boolean {
    return this.modeIn(user, market) === 'cross' && this.takeoverPositions.get(market) !== id;
  }

  /** Number of long and of short positions; each belongs to a different account. */
  countOf(market: string): Readonly<{ long: number; short: number }> {
    const sides = this.byMarket.get(market);
    return { long: sides?.long.size ?? 0, short: sides?.short.size ?? 0 };
  }

  /** Positions of one side of a market, in no order. */
  inMarket(market: string, side: PositionSide): Iterable<Readonly<LivePosition>> {
    return this.byMarket.get(market)?.[side] ?? [];
  }

  /** Undefined for a closed or unknown position. */
  positionOf(id: number): Readonly<LivePosition> | undefined {
    return this.positions.get(id);
  }

  /** Every position, in no order. */
  all(): Iterable<Readonly<LivePosition>> {
    return this.positions.values();
  }

  /** Positions of one user, in no order. */
  *of(user: number): Generator<Readonly<LivePosition>> {
    yield* this.byUser.get(user) ?? [];
  }

  private addOpenedPositions(event: EventOf<'PerpetualTraded'>, openedAt: number): void {
    for (const role of ['taker', 'maker'] as const) {
      const [id, user] = role === 'taker' ? [event.takerPosition, event.taker] : [event.makerPosition, event.maker];
      if (!opensPosition(event, role) || this.positions.has(id)) continue;
      const collateralEntry = event.entries.find(
        ({ into, debit }) => into !== undefined && debit.startsWith(`${user}/`),
      );
      const hold = collateralEntry?.into ?? broken(`a position of ${user} has no collateral`);
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
      this.reducePosition(id, event.quantity, released);
      return;
    }
    const position = getOrThrow(this.positions, id);
    position.lots += event.quantity;
    position.cost += event.notional;
    this.markChanged(position);
  }

  private reducePosition(id: number, lots: number, released: bigint): void {
    const position = getOrThrow(this.positions, id);
    position.lots -= lots;
    position.cost -= released;
    if (position.lots === 0) this.remove(position);
    this.markChanged(position);
  }

  /** Margin is the amount of a position's hold; every entry that names the hold changes it. */
  private applyEntry(entry: Entry): void {
    const { debit, credit, amount, hold, into } = entry;
    if (hold === undefined) return;
    this.orders.applyEntry(entry);
    if (into === hold) {
      this.applyLock(hold, credit);
      return;
    }
    if (into !== undefined) this.addMargin(into, amount);
    this.addMargin(hold, isHeldAccount(debit) ? -amount : amount);
  }

  private addMargin(hold: number, amount: bigint): void {
    const position = this.byHold.get(hold);
    if (!position) return;
    position.margin += amount;
    this.markChanged(position);
  }

  /** Moves the whole hold to the other bucket. */
  private applyLock(hold: number, credit: AccountName): void {
    const position = this.byHold.get(hold);
    if (!position) return;
    position.isLocked = credit.endsWith('/frozen');
    this.markChanged(position);
  }

  private add(position: LivePosition): void {
    this.positions.set(position.id, position);
    this.byHold.set(position.hold, position);
    const userPositions = this.byUser.get(position.user);
    if (userPositions) userPositions.add(position);
    else this.byUser.set(position.user, new Set([position]));
    const sides = this.byMarket.get(position.market) ?? { long: new Set(), short: new Set() };
    sides[position.side].add(position);
    this.byMarket.set(position.market, sides);
  }

  private remove(position: LivePosition): void {
    this.positions.delete(position.id);
    this.byHold.delete(position.hold);
    const userPositions = this.byUser.get(position.user);
    userPositions?.delete(position);
    if (userPositions?.size === 0) this.byUser.delete(position.user);
    this.byMarket.get(position.market)?.[position.side].delete(position);
  }

  private setSetting(user: number, market: string, changedSettings: Partial<PositionSetting>): void {
    let userSettings = this.choices.get(user);
    if (!userSettings) this.choices.set(user, (userSettings = new Map<string, PositionSetting>()));
    userSettings.set(market, {
      leverage: 0,
      mode: 'isolated',
      isOneWay: false,
      ...userSettings.get(market),
      ...changedSettings,
    });
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

  private markChanged(position: LivePosition): void {
    this.onTouch(position);
    if (!this.updates.isWatched(position.user)) return;
    this.changesOf(position.user).positions.set(position.id, this.toWire(position));
  }

  private changesOf(user: number): PushChanges {
    let touched = this.changes.get(user);
    if (!touched)
      this.changes.set(
        user,
        (touched = { positions: new Map(), stops: new Map(), orders: new Map(), settings: new Map() }),
      );
    return touched;
  }

  /** Liquidation price on the losing side, if there is one. */
  private crossPrice(position: Readonly<LivePosition>): number | null {
    const pricesAround = this.pricesAroundOf(position);
    if (!pricesAround) return null;
    const [losingSidePrice, otherSidePrice] =
      position.side === 'long' ? [pricesAround.below, pricesAround.above] : [pricesAround.above, pricesAround.below];
    return losingSidePrice ?? otherSidePrice;
  }

  /** The position in the form sent to its owner. */
  toWire(live: Readonly<LivePosition>): PositionState {
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

function isHeldAccount(account: AccountName): boolean {
  const parsed = parseAccount(account);
  return parsed.owner === 'user' && parsed.bucket !== 'available';
}

const NO_ENTRIES: readonly Entry[] = [];
function entriesOf(event: CoreEvent): readonly Entry[] {
  return 'entries' in event ? event.entries : NO_ENTRIES;
}
