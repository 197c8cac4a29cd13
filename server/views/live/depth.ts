/**
 * Price levels of every market, and their changes since the last difference. Folding an event touches one level;
 * sorting and formatting happen on request.
 */
import { CHECKSUM_LEVELS, DEPTH_LEVELS_MAX, depthChecksum } from '../../../shared/wire/market-data';
import type { DepthDifference, DepthSnapshot, Level } from '../../../shared/wire/market-data';
import type { Batch, EventOf } from '../../core/event';
import type { OrderSide } from '../../core/market/order';
import { broken } from '../../core/rejection';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';
import type { LiveMarket, MarketsView } from './markets';

/** Decimal texts are cached per level: most levels are shown many times between two changes. */
interface PriceLevel {
  ticks: number;
  lots: number;
  price: string;
  /** Text of `quantityLots`; formatted again when `lots` has changed. */
  quantity: string;
  quantityLots: number;
}

interface SideDepth {
  levels: Map<number, PriceLevel>;
  /** Levels changed since the last difference. An emptied level stays until the next difference reports it. */
  changed: Map<number, PriceLevel>;
}

interface MarketDepth {
  buy: SideDepth;
  sell: SideDepth;
  /** Position at which the last difference ended. */
  sentPosition: number;
}

/** Fields of a limit order that the levels need: an amendment gives new totals, but not the filled quantity. */
interface LimitOrder {
  side: OrderSide;
  price: number;
  quantity: number;
  filled: number;
  rests: boolean;
}

type PlacedEvent = EventOf<'OrderPlaced' | 'PerpetualOrderPlaced'>;
type TradedEvent = EventOf<'TradeExecuted' | 'PerpetualTraded'>;
type CancelledEvent = EventOf<'OrderCancelled' | 'PerpetualOrderCancelled'>;

export class DepthView implements LiveView {
  position = -1;
  private readonly books = new Map<string, MarketDepth>();
  private readonly orders = new Map<number, LimitOrder>();

  constructor(private readonly markets: MarketsView) {}

  private readonly folds: Folds = {
    OrderPlaced: (event) => this.place(event),
    OrderTriggered: ({ order: id, market, disposition }) => {
      const order = this.orders.get(id);
      if (!order || disposition !== 'rests') return;
      order.rests = true;
      this.move(market, order.side, order.price, order.quantity - order.filled);
    },
    OrderRested: ({ order: id, market, side, price, quantity }) => {
      this.requireOrder(id).rests = true;
      this.move(market, side, price, quantity);
    },
    TradeExecuted: (event) => this.trade(event),
    OrderAmended: (event) => this.amend(event),
    OrderCancelled: (event) => this.cancel(event),
    PerpetualOrderPlaced: (event) => this.place(event),
    PerpetualOrderRested: ({ order: id, market, side, price, quantity }) => {
      this.requireOrder(id).rests = true;
      this.move(market, side, price, quantity);
    },
    PerpetualOrderTriggered: ({ order: id, market, disposition, quantity }) => {
      const order = this.orders.get(id);
      if (!order) return;
      // The quantity of a closing order may have been cut while it waited.
      order.quantity = quantity;
      if (disposition !== 'rests') return;
      order.rests = true;
      this.move(market, order.side, order.price, quantity - order.filled);
    },
    PerpetualOrderAmended: (event) => this.amend(event),
    PerpetualTraded: (event) => this.trade(event),
    PerpetualOrderCut: ({ order: id, market, side, price, cut }) => {
      this.requireOrder(id).quantity -= cut;
      this.move(market, side, price, -cut);
    },
    PerpetualOrderCancelled: (event) => this.cancel(event),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed(state: CoreState): void {
    for (const { id, market, side, price, quantity, filledQuantity: filled, phase } of state.orders.values()) {
      if (price === 0) continue;
      const rests = phase === 'resting';
      this.orders.set(id, { side, price, quantity, filled, rests });
      if (rests) this.move(market, side, price, quantity - filled);
    }
    this.position = state.position;
    for (const book of this.books.values()) forgetChanges(book, state.position);
  }

  /** The best levels per side, as of `position`. */
  snapshot(market: string, levelsMax = DEPTH_LEVELS_MAX): DepthSnapshot {
    const terms = this.markets.get(market);
    const book = this.bookOf(market);
    const bids = sortedLevels(book.buy, 'buy', levelsMax).map((level) => toLevel(level, terms));
    const asks = sortedLevels(book.sell, 'sell', levelsMax).map((level) => toLevel(level, terms));
    return { market, seq: this.position, bids, asks, checksum: depthChecksum(bids, asks) };
  }

  hasChanged(market: string): boolean {
    const { buy, sell } = this.bookOf(market);
    return buy.changed.size > 0 || sell.changed.size > 0;
  }

  /** Changes since the last difference or `forget`; the next difference begins here. One consumer only. */
  takeDifference(market: string): DepthDifference {
    const terms = this.markets.get(market);
    const book = this.bookOf(market);
    const bids = [...book.buy.changed.values()].map((level) => toLevel(level, terms));
    const asks = [...book.sell.changed.values()].map((level) => toLevel(level, terms));
    const difference = { market, from: book.sentPosition, to: this.position, bids, asks };
    forgetChanges(book, this.position);
    return difference;
  }

  /** Drops pending changes when the last subscriber leaves; the next difference begins here. */
  forget(market: string): void {
    const book = this.books.get(market);
    if (book) forgetChanges(book, this.position);
  }

  checksum(market: string): number {
    const terms = this.markets.get(market);
    const book = this.bookOf(market);
    const bids = bestLevels(book.buy, 'buy').map((level) => toLevel(level, terms));
    return depthChecksum(
      bids,
      bestLevels(book.sell, 'sell').map((level) => toLevel(level, terms)),
    );
  }

  private place({ order, market, side, price, quantity, disposition }: PlacedEvent): void {
    // Orders without a limit never rest.
    if (price === undefined || quantity === undefined) return;
    const rests = disposition === 'rests';
    this.orders.set(order, { side, price, quantity, filled: 0, rests });
    if (rests) this.move(market, side, price, quantity);
  }

  /** The maker's lots leave the book; the taker's were not in it. */
  private trade({ market, price, quantity, takerSide, makerOrder, takerOrder }: TradedEvent): void {
    this.requireOrder(makerOrder);
    this.move(market, takerSide === 'buy' ? 'sell' : 'buy', price, -quantity);
    this.fill(makerOrder, quantity);
    this.fill(takerOrder, quantity);
  }

  private fill(id: number, quantity: number): void {
    const order = this.orders.get(id);
    if (!order) return;
    order.filled += quantity;
    if (order.filled === order.quantity) this.orders.delete(id);
  }

  private amend(event: EventOf<'OrderAmended' | 'PerpetualOrderAmended'>): void {
    const { market, side, price, quantity, priceBefore, openBefore, disposition } = event;
    const order = this.orders.get(event.order);
    // Orders without a limit never rest.
    if (!order) return;
    if (order.rests) this.move(market, side, priceBefore, -openBefore);
    order.price = price;
    order.quantity = quantity;
    order.rests = disposition === 'keeps' || disposition === 'rests';
    if (order.rests) this.move(market, side, price, quantity - order.filled);
  }

  private cancel({ order: id, market, side, price, open, rested }: CancelledEvent): void {
    if (rested === 1) this.move(market, side, price, -open);
    this.orders.delete(id);
  }

  private move(market: string, side: OrderSide, ticks: number, lots: number): void {
    const { levels, changed } = this.bookOf(market)[side];
    let level = levels.get(ticks);
    if (!level) {
      level = changed.get(ticks) ?? { ticks, lots: 0, price: '', quantity: '', quantityLots: -1 };
      levels.set(ticks, level);
    }
    level.lots += lots;
    if (level.lots < 0) broken(`level ${ticks} of ${market} has ${level.lots} lots`);
    if (level.lots === 0) levels.delete(ticks);
    changed.set(ticks, level);
  }

  private bookOf(market: string): MarketDepth {
    let book = this.books.get(market);
    if (!book) {
      const side = (): SideDepth => ({ levels: new Map(), changed: new Map() });
      book = { buy: side(), sell: side(), sentPosition: this.position };
      this.books.set(market, book);
    }
    return book;
  }

  private requireOrder(id: number): LimitOrder {
    return this.orders.get(id) ?? broken(`order ${id} is not open`);
  }
}

function forgetChanges(book: MarketDepth, position: number): void {
  book.buy.changed.clear();
  book.sell.changed.clear();
  book.sentPosition = position;
}

function toLevel(level: PriceLevel, market: LiveMarket): Level {
  if (level.price === '') level.price = market.price(level.ticks);
  if (level.quantityLots !== level.lots) {
    level.quantity = market.quantity(level.lots);
    level.quantityLots = level.lots;
  }
  return [level.price, level.quantity];
}

function sortedLevels({ levels }: SideDepth, side: OrderSide, count: number): PriceLevel[] {
  const direction = side === 'buy' ? -1 : 1;
  return [...levels.values()].sort((a, b) => direction * (a.ticks - b.ticks)).slice(0, count);
}

/** The levels of the checksum in one pass, without sorting the whole side. */
function bestLevels({ levels }: SideDepth, side: OrderSide): PriceLevel[] {
  const direction = side === 'buy' ? -1 : 1;
  const top: PriceLevel[] = [];
  for (const level of levels.values()) {
    const worstLevel = top[CHECKSUM_LEVELS - 1];
    if (worstLevel && direction * (level.ticks - worstLevel.ticks) > 0) continue;
    let place = Math.min(top.length, CHECKSUM_LEVELS - 1);
    while (place > 0 && direction * (level.ticks - top[place - 1].ticks) < 0) {
      top[place] = top[place - 1];
      place -= 1;
    }
    top[place] = level;
  }
  return top;
}
