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
