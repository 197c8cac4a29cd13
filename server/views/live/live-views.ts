/** All live views behind one subscription: each gets every durable batch once, in order, from its own position on. */
import { positionOf, type Batch } from '../../core/event';
import { broken } from '../../core/rejection';
import type { CoreState } from '../../core/state';
import { PRODUCTS, type ProductViews } from '../../products/all';
import { CommonViews } from './common-views';
import type { HistoryReader } from './history-port';
import type { LiveView } from './live-view';
import { WINDOW_MINUTES } from './ticker';
import { TRADES_MAX } from './trades';

interface SeededView extends LiveView {
  seed(state: CoreState): void;
}

/** Called after a whole group, with the position all views have reached. */
export type GroupListener = (position: number) => void;

/** Product views beside the common ones, each under its name. */
const AllViews = CommonViews as new () => CommonViews & ProductViews;

export class LiveViews extends AllViews {
  private readonly views: readonly SeededView[];
  private readonly listeners = new Set<GroupListener>();

  constructor() {
    super();
    for (const { live } of PRODUCTS) if (live) Object.assign(this, live(this));
    this.views = Object.values(this).filter(isFolded);
  }

  /** Position of the slowest view; subscribe to the journal after it. */
  get position(): number {
    return Math.min(...this.views.map((view) => view.position));
  }

  /** Starts from a snapshot's state instead of the journal's beginning. Call once, before the first fold. */
  seed(state: CoreState): void {
    for (const view of this.views) view.seed(state);
  }

  /**
   * Adds the past that a snapshot lacks, up to the positions of the stored read models. Call after `seed`, before the
   * first fold.
   */
  async seedHistory(history: HistoryReader, now: number): Promise<void> {
    const [newestCandles, marks, minutes, trades] = await Promise.all([
      history.newestCandles(),
      history.newestMarkCandles(),
      history.minuteCandles(now - WINDOW_MINUTES * 60_000),
      history.newestTrades(TRADES_MAX),
    ]);
    this.candles.seedHistory(newestCandles);
    this.candles.seedMarks(marks);
    this.ticker.seedHistory(minutes);
    this.trades.seedHistory(trades);
  }

  /** Folds durable batches, then notifies the listeners once. */
  fold(batches: readonly Batch[]): void {
    for (const batch of batches) {
      const position = positionOf(batch);
      for (const view of this.views) {
        if (position <= view.position) continue;
        if (batch.first > view.position + 1) broken(`batch at ${batch.first} follows ${view.position} in a live view`);
        view.fold(batch);
      }
    }
    const { position } = this;
    for (const listener of this.listeners) listener(position);
  }

  /** Resolves to true when the views include `position`, or to false after `msMax` milliseconds. */
  waitFor(position: number, msMax: number): Promise<boolean> {
    if (this.position >= position) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (isReached: boolean): void => {
        clearTimeout(patience);
        stop();
        resolve(isReached);
      };
      const patience = setTimeout(() => end(false), msMax);
      const stop = this.onGroup((reachedPosition) => reachedPosition >= position && end(true));
    });
  }

  /** Returns the unsubscribe function. */
  onGroup(listener: GroupListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

/** Views derived from other views do not fold events. */
function isFolded(value: unknown): value is SeededView {
  return typeof value === 'object' && value !== null && 'fold' in value && 'seed' in value;
}
