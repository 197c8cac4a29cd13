/** The exchange's clock in the demo: the real one, except while the history of the first start is made. */
import type { Clock } from '../platform/tokens';

export interface DemoClock {
  /** What the exchange is told. Never runs backwards on account of the history. */
  now: Clock;
  /** The clock on the wall. */
  real: Clock;
  /** From now on the exchange is told `at`, or the real time when that is earlier, until the next call. */
  pretend(at: number): void;
  /** The real time from now on. */
  release(): void;
}

export function createDemoClock(real: Clock = Date.now): DemoClock {
  let pretended: number | null = null;
  return {
    now: () => pretended ?? real(),
    real,
    pretend(at) {
      pretended = Math.min(Math.max(at, pretended ?? at), real());
    },
    release() {
      pretended = null;
    },
  };
}
