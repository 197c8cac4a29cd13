/** Running timers of every user and the price of a new one, folded by the core's own functions. */
import type { RunningTimers, Timer, TimerUpdate } from '../../../../shared/products/sample/wire';
import { TIMER_ASSET } from '../../../../shared/products/sample/rules';
import type { Batch } from '../../../core/event';
import type { CoreState } from '../../../core/state';
import type { IndexPricesView } from '../../../views/live/index-prices';
import { foldEvents, type Folds, type LiveView } from '../../../views/live/live-view';
import type { MarketsView } from '../../../views/live/markets';
import { UpdateLog } from '../../../views/live/update-log';
import { noteIndex, noteStarted, ring, setTerms } from '../core/evolve';
import { createTimersState, type Timer as StoredTimer } from '../core/state';
import { toldTimer } from './wire-records';

export class TimersView implements LiveView {
  position = -1;
  readonly updates = new UpdateLog<TimerUpdate>();
  private state: Pick<CoreState, 'timers'> = { timers: createTimersState() };
  /** Changes by the batch being folded, by watched user. */
  private touched = new Map<number, Map<number, Timer>>();

  constructor(
    readonly markets: Pick<MarketsView, 'amount'>,
    readonly index: Pick<IndexPricesView, 'decimalsOf'>,
  ) {}

  private readonly folds: Folds = {
    TimerTermsSet: (event) => setTerms(this.state, event),
    TimerStarted: (event, batch) => this.touch(noteStarted(this.state, event, batch)),
    TimerRung: (event) => this.touch(ring(this.state, event), event.dueAt),
    IndexPublished: (event) => {
      for (const timer of noteIndex(this.state, event)) this.touch(timer);
    },
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
    if (this.touched.size === 0) return;
    for (const [user, timers] of this.touched)
      this.updates.append(user, { position: this.position, at: batch.at, timers: [...timers.values()] });
    this.touched = new Map();
  }

  seed({ timers, position }: CoreState): void {
    // The core goes on changing its own.
    this.state = structuredClone({ timers });
    this.position = position;
  }

  /** Running timers of a user, in order of their starts. */
  snapshot(user: number): RunningTimers {
    const own = [...this.state.timers.running.values()].filter((timer) => timer.user === user);
    return { position: this.position, timers: own.map((timer) => this.told(timer)) };
  }

  /** From now on the user's updates are kept for `since`. */
  watch(user: number): void {
    this.updates.watch(user, this.position);
  }

  /** Null if no timer is offered. */
  price(): string | null {
    const { price } = this.state.timers;
    return price === 0n ? null : this.markets.amount(TIMER_ASSET, price);
  }

  running(): number {
    return this.state.timers.running.size;
  }

  private touch(timer: StoredTimer, rangAt: number | null = null): void {
    const { id, user } = timer;
    if (!this.updates.isWatched(user)) return;
    const touched = this.touched.get(user) ?? new Map<number, Timer>();
    this.touched.set(user, touched.set(id, this.told(timer, rangAt)));
  }

  private told(timer: StoredTimer, rangAt: number | null = null): Timer {
    return toldTimer({ ...timer, rangAt }, this);
  }
}
