/**
 * Attributes the main thread's time to requesters. It measures stretches of the thread, not requests: a request that
 * waits for a disk or for others costs nothing meanwhile. A stretch begins where work for a requester is taken up (a
 * request arrives, its body is complete, its rows are there, its answer is written). It ends with that callback of the
 * event loop, including promises.
 *
 * It uses wall-clock time, because what delays orders is elapsed time, not processor time. `AsyncLocalStorage` would
 * find every stretch, but below Node 24 it slows down every promise, including those of orders.
 */
export interface CostAccount {
  /** Milliseconds of work for this payer. */
  charge(ms: number): void;
}

export class WorkTime {
  private current: CostAccount | null = null;
  private since = 0;
  private isEnding = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Null: the exchange's own work. */
  get payer(): CostAccount | null {
    return this.current;
  }

  /** Charges the thread's time to `payer` until the callback ends or the next call. */
  begin(payer: CostAccount | null): void {
    const now = this.now();
    this.current?.charge(now - this.since);
    this.current = payer;
    this.since = now;
    if (payer === null || this.isEnding) return;
    this.isEnding = true;
    process.nextTick(this.afterCallback);
  }

  /**
   * Ticks run before promises. This tick waits for the promises and is the last of the callback, except for ticks that
   * they create.
   */
  private readonly afterCallback = (): void => queueMicrotask(() => process.nextTick(this.end));

  private readonly end = (): void => {
    this.isEnding = false;
    this.begin(null);
  };
}

/** One per process, like the main thread. */
export const workTime = new WorkTime();
