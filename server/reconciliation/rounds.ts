/** Repeats rounds with pauses, one at a time, until it is closed. */
import { AbortableDelay } from './abortable-delay';

interface RoundsDependencies {
  /** Delay in ms from the end of one round to the start of the next. */
  pauseMs: () => number;
  log: (message: string, details: Record<string, unknown>) => void;
}

export class Rounds {
  /** Aborts every wait of a round. */
  readonly delay = new AbortableDelay();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isOver = false;
  private lastError: string | null = null;

  constructor(
    private readonly dependencies: RoundsDependencies,
    private readonly round: () => Promise<void>,
  ) {}

  get isClosed(): boolean {
    return this.isOver;
  }

  start(delayMs = this.dependencies.pauseMs()): void {
    if (this.isOver) return;
    this.timer = setTimeout(() => void this.run().finally(() => this.start()), delayMs);
    this.timer.unref();
  }

  /** Joins a running round. Never rejects; a repeated fault is logged once. */
  run(): Promise<void> {
    this.running ??= this.round()
      .then(() => this.logError(null))
      .catch((error: Error) => this.logError(error.message))
      .finally(() => (this.running = null));
    return this.running;
  }

  async close(): Promise<void> {
    this.isOver = true;
    if (this.timer) clearTimeout(this.timer);
    this.delay.abort();
    await this.running;
  }

  private logError(error: string | null): void {
    if (error !== null && error !== this.lastError && !this.isOver)
      this.dependencies.log('reconciliation failed', { fault: error });
    this.lastError = error;
  }
}
