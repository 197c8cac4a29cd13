/**
 * Whom the main thread works for, and for how long. Stretches of the thread are measured, not requests: a request that waits for a disk
 * or for others costs nothing meanwhile. A stretch begins where the work of somebody is taken up (a request comes, its body is there, rows
 * that it asked for are there, its answer is written) and ends with the callback of the event loop that it began in, promises included.
 *
 * The clock is that of the wall: what a stretch keeps from orders is the time that it takes, not that of the processor. `AsyncLocalStorage`
 * would find every stretch; below Node 24 it slows down every promise, those of orders too.
 */
export interface Payer {
  /** Milliseconds that were worked for them. */
  pay(ms: number): void;
}

export class WorkTime {
  private current: Payer | null = null;
  private since = 0;
  private isEnding = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Null where nobody pays: the exchange's own work. */
  get payer(): Payer | null {
    return this.current;
  }

  /** From here to the end of the callback, or to the next of these, the thread works for `payer`. */
  begin(payer: Payer | null): void {
    const now = this.now();
    this.current?.pay(now - this.since);
    this.current = payer;
    this.since = now;
    if (payer === null || this.isEnding) return;
    this.isEnding = true;
    process.nextTick(this.afterCallback);
  }

  /** Ticks come before promises: this one waits for the promises, and is the last of the callback but for ticks that they make. */
  private readonly afterCallback = (): void => queueMicrotask(() => process.nextTick(this.end));

  private readonly end = (): void => {
    this.isEnding = false;
    this.begin(null);
  };
}

/** There is one of it in a process, as of the thread. */
export const workTime = new WorkTime();
