/** Abortable delay. */
export class AbortableDelay {
  private isOver = false;
  private readonly abortListeners = new Set<() => void>();

  abort(): void {
    this.isOver = true;
    for (const end of [...this.abortListeners]) end();
  }

  /** Does not keep the process alive. */
  async wait(ms: number): Promise<void> {
    if (this.isOver || ms === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await this.nullIfAborted(
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
        timer.unref();
      }),
    );
    clearTimeout(timer);
  }

  /** Null once aborted: no further wait for a side that lags or does not answer. */
  async nullIfAborted<T>(work: Promise<T>): Promise<T | null> {
    if (this.isOver) {
      work.catch(() => undefined);
      return null;
    }
    let end: () => void = () => undefined;
    const whenAborted = new Promise<null>((resolve) => {
      end = () => resolve(null);
      this.abortListeners.add(end);
    });
    try {
      return await Promise.race([work, whenAborted]);
    } finally {
      this.abortListeners.delete(end);
    }
  }
}
