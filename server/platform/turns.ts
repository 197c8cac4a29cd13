/** So many at once, the others in order of their coming. */
export class Turns {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnceMax: number) {}

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.taken >= this.atOnceMax) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.taken++;
    try {
      return await work();
    } finally {
      // The place goes to the next one as it is, so that nobody slips in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.taken--;
    }
  }
}

/** One at a time for each key, in order of their coming; those of different keys wait for nobody. */
export class TurnsByKey<Key> {
  /** The last work of each key that is under way or waits. */
  private readonly last = new Map<Key, Promise<unknown>>();

  async take<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
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
