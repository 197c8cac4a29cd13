/** What is done again and again with pauses between, one round at a time, until it is closed. */
import { Rest } from './rest';

interface RoundsParts {
  /** From the end of one round to the next. */
  pauseMs: () => number;
  log: (message: string, facts: Record<string, unknown>) => void;
}

export class Rounds {
  /** Whatever is waited for in a round ends with it. */
  readonly rest = new Rest();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isOver = false;
  private fault: string | null = null;

  constructor(
    private readonly parts: RoundsParts,
    private readonly round: () => Promise<void>,
  ) {}

  get isClosed(): boolean {
    return this.isOver;
  }

  start(delayMs = this.parts.pauseMs()): void {
    if (this.isOver) return;
    this.timer = setTimeout(() => void this.run().finally(() => this.start()), delayMs);
    this.timer.unref();
  }

  /** The one under way included. Never rejects: a fault is logged once as long as it is the same. */
  run(): Promise<void> {
    this.running ??= this.round()
      .then(() => this.note(null))
      .catch((error: Error) => this.note(error.message))
      .finally(() => (this.running = null));
    return this.running;
  }

  async close(): Promise<void> {
    this.isOver = true;
    if (this.timer) clearTimeout(this.timer);
    this.rest.end();
    await this.running;
  }

  private note(fault: string | null): void {
    if (fault !== null && fault !== this.fault && !this.isOver) this.parts.log('sentinel failed', { fault });
    this.fault = fault;
  }
}
