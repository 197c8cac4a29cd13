/** Volume traded in each market in the last day, by the hour; same calculation as in the core. */
import type { Batch } from '../../core/event';
import { addTrade, tradedUntil, type TradedWindow } from '../../core/market/rolling-volume';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';

export class TradedView implements LiveView {
  position = -1;
  private readonly traded = new Map<string, TradedWindow>();

  private readonly folds: Folds = {
    TradeExecuted: ({ market, quantity, notional }, { at }) => {
      let traded = this.traded.get(market);
      if (!traded) {
        traded = [];
        this.traded.set(market, traded);
      }
      addTrade(traded, at, quantity, notional);
    },
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed(state: CoreState): void {
    for (const [market, { product, traded }] of state.markets) {
      if (product !== 'spot') continue;
      this.traded.set(
        market,
        traded.map((hour) => ({ ...hour })),
      );
    }
    this.position = state.position;
  }

  /** Lots and quote units of the day up to `at`; null without trades. */
  volumeUntil(market: string, at: number): { lots: bigint; notional: bigint } | null {
    return tradedUntil(this.traded.get(market) ?? [], at);
  }
}
