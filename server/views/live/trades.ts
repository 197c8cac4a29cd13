/** Recent trades of every market, and those since the last push. */
import type { Trade, TradePush, TradeSnapshot } from '../../../shared/wire/market-data';
import type { Batch } from '../../core/event';
import { positionOf } from '../../core/event';
import type { CoreState } from '../../core/state';
import type { StoredAt, StoredTrade } from './history-port';
import { foldEvents, type Folds, type LiveView } from './live-view';
import type { MarketsView } from './markets';
import { Ring } from './ring';

export const TRADES_MAX = 1_000;
/**
 * Maximum trades between two pushes. Beyond it the oldest are dropped, and the next push has a gap that a client
 * detects.
 */
export const TRADES_UNSENT_MAX = 20_000;

type MarketTrade = Omit<StoredTrade, 'market'>;

interface MarketTrades {
  recent: Ring<MarketTrade>;
  unsent: Ring<MarketTrade & { position: number }>;
  /** Position at which the next push begins. */
  sentPosition: number;
}

export class TradesView implements LiveView {
  position = -1;
  private readonly byMarket = new Map<string, MarketTrades>();

  constructor(private readonly markets: MarketsView) {}

  private readonly folds: Folds = {
    TradeExecuted: (event, batch) => this.add(event, batch),
    PerpetualTraded: (event, batch) => this.add(event, batch),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  /** The core has no trades: without a history the list begins here. */
  seed(state: CoreState): void {
    this.position = state.position;
  }

  seedHistory({ position, rows }: StoredAt<StoredTrade>): void {
    this.position = position;
    for (const { market, ...trade } of rows) this.tradesOf(market).recent.push(trade);
  }

  /** The newest trades of a market, oldest first. */
  snapshot(market: string, count: number): TradeSnapshot {
    // Creates the market's entry even without a trade, because the next push must continue from here.
    const recent = this.tradesOf(market).recent.newestValues(count);
    return { market, seq: this.position, trades: recent.map((trade) => this.toTrade(market, trade)) };
  }

  hasNew(market: string): boolean {
    return (this.byMarket.get(market)?.unsent.size ?? 0) > 0;
  }

  /** Every trade since the last push or `forget`; clears them. One consumer only. */
  takePush(market: string): TradePush {
    const trades = this.tradesOf(market);
    const untold = trades.unsent.newestValues(TRADES_UNSENT_MAX);
    const push = {
      market,
      from: trades.sentPosition,
      to: this.position,
      trades: untold.map((one) => this.toTrade(market, one)),
    };
    this.forget(market);
    return push;
  }

  /** Drops pending trades when the last subscriber leaves; the next push begins here. */
  forget(market: string): void {
    const trades = this.byMarket.get(market);
    if (!trades) return;
    trades.unsent.clear();
    trades.sentPosition = this.position;
  }

  private add({ market, trade, price, quantity, takerSide }: Omit<StoredTrade, 'at'>, batch: Batch): void {
    const trades = this.tradesOf(market);
    const { at } = batch;
    trades.recent.push({ trade, price, quantity, takerSide, at });
    const dropped = trades.unsent.push({ trade, price, quantity, takerSide, at, position: positionOf(batch) });
    if (dropped) trades.sentPosition = dropped.position;
  }

  private toTrade(market: string, { trade, price, quantity, takerSide, at }: MarketTrade): Trade {
    const terms = this.markets.get(market);
    return { id: String(trade), price: terms.price(price), quantity: terms.quantity(quantity), takerSide, at };
  }

  private tradesOf(market: string): MarketTrades {
    let trades = this.byMarket.get(market);
    if (!trades) {
      trades = { recent: new Ring(TRADES_MAX), unsent: new Ring(TRADES_UNSENT_MAX), sentPosition: this.position };
      this.byMarket.set(market, trades);
    }
    return trades;
  }
}
