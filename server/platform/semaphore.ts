/** Semaphore with a FIFO queue. */
export class Semaphore {
  private runningCount = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly atOnceMax: number) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.runningCount >= this.atOnceMax) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.runningCount++;
    try {
      return await work();
    } finally {
      // The place passes directly to the next waiter, so that no other caller gets it in between.
      const next = this.queue.shift();
      if (next) next();
      else this.runningCount--;
    }
  }
}

/** Serialises work per key in FIFO order; different keys do not wait for each other. */
export class SerialByKey<Key> {
  /** The last running or waiting work of each key. */
  private readonly last = new Map<Key, Promise<unknown>>();

  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const settled = result.catch(() => undefined);
    this.last.set(key, settled);
    try {
      return await result;
    } finally {
      if (this.last.get(key) === settled) this.last.delete(key);
    }
  }
}
