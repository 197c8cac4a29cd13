/** Semaphore with a FIFO queue. */
export class Semaphore {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnceMax: number) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.taken >= this.atOnceMax) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.taken++;
    try {
      return await work();
    } finally {
      // The place passes directly to the next waiter, so that no other caller gets it in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.taken--;
    }
  }
}

/** Serialises work per key in FIFO order; different keys do not wait for each other. */
export class SerialByKey<Key> {
  /** The last running or waiting work of each key. */
  private readonly last = new Map<Key, Promise<unknown>>();

  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(key) ?? Promise.resolve();
    const turn = before.then(work);
    const ended = turn.catch(() => undefined);
    this.last.set(key, ended);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === ended) this.last.delete(key);
    }
  }
}
