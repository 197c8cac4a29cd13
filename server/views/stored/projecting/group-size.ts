/** How many events a transaction takes: bounded, by how long the last ones took, and by what went wrong. */

/**
 * The larger a transaction is the less each event costs: a third less at 20,000 than at 3,000. It only becomes that large when so many
 * wait, and then it matters more to catch up than to show a part of them sooner.
 */
export const GROUP_EVENTS_MAX = 20_000;
/** A batch is never taken apart. */
const GROUP_EVENTS_MIN = 50;
/** Whoever waits for what is written waits as long, and a fault costs as much work again. */
export const GROUP_MS_MAX = 2_000;

export class GroupSize {
  private max = GROUP_EVENTS_MAX;

  get eventsMax(): number {
    return this.max;
  }

  /** Sizes follow a slow store at once, and a quick one by doubling. */
  wrote(events: number, ms: number): void {
    if (ms > GROUP_MS_MAX) this.bound((events * GROUP_MS_MAX) / ms);
    else if (events >= this.max) this.bound(this.max * 2);
  }

  /** A fault may come of the size: a store that ends long transactions, or has little memory. */
  failed(events: number): void {
    this.bound(Math.min(events, this.max) / 2);
  }

  private bound(events: number): void {
    this.max = Math.round(Math.min(Math.max(events, GROUP_EVENTS_MIN), GROUP_EVENTS_MAX));
  }
}
