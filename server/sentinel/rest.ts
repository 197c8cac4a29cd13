/** Waiting that ends at once when whoever waits is to end. */
export class Rest {
  private isOver = false;
  private readonly waiting = new Set<() => void>();

  end(): void {
    this.isOver = true;
    for (const end of [...this.waiting]) end();
  }

  /** Keeps no process that wants to end. */
  async for(ms: number): Promise<void> {
    if (this.isOver || ms === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await this.unlessEnded(
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
        timer.unref();
      }),
    );
    clearTimeout(timer);
  }

  /** Null as soon as it ends: nobody waits then for who is behind or away. */
  async unlessEnded<T>(work: Promise<T>): Promise<T | null> {
    if (this.isOver) {
      work.catch(() => undefined);
      return null;
    }
    let end: () => void = () => undefined;
    const ended = new Promise<null>((resolve) => {
      end = () => resolve(null);
      this.waiting.add(end);
    });
    try {
      return await Promise.race([work, ended]);
    } finally {
      this.waiting.delete(end);
    }
  }
}
