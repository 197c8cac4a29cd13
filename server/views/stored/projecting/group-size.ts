/** Events per transaction: bounded by the duration of the last transactions, and by failures. */

/**
 * Larger transactions cost less per event: a third less at 20,000 than at 3,000. They only become that large when that many events wait;
 * catching up then matters more than showing a part of them sooner.
 */
export const GROUP_EVENTS_MAX = 20_000;
/** Minimum; a batch is never split. */
const GROUP_EVENTS_MIN = 50;
/** Upper bound of the delay of readers who wait for a write, and of the work repeated after a fault. */
export const GROUP_MS_MAX = 2_000;

export class GroupSize {
  private max = GROUP_EVENTS_MAX;

  get eventsMax(): number {
    return this.max;
  }

  /** The size follows a slow store at once, and a fast one by doubling. */
  wrote(events: number, ms: number): void {
    if (ms > GROUP_MS_MAX) this.setMax((events * GROUP_MS_MAX) / ms);
    else if (events >= this.max) this.setMax(this.max * 2);
  }

  /** The fault may be caused by the size: a store with a transaction timeout or little memory. */
  failed(events: number): void {
    this.setMax(Math.min(events, this.max) / 2);
  }

  private setMax(events: number): void {
    this.max = Math.round(Math.min(Math.max(events, GROUP_EVENTS_MIN), GROUP_EVENTS_MAX));
  }
}
