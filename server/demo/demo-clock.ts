/** The exchange's clock in the demo: the real one, except while the first start creates its history. */
import type { Clock } from '../platform/tokens';

export interface DemoClock {
  /** The exchange's time. Never runs backwards because of the history. */
  now: Clock;
  real: Clock;
  /** Until the next call the exchange's time is `at`, or the real time if that is earlier. */
  setTime(at: number): void;
  /** Returns to the real time. */
  release(): void;
}

export function createDemoClock(realClock: Clock = Date.now): DemoClock {
  let pretended: number | null = null;
  return {
    now: () => pretended ?? realClock(),
    real: realClock,
    setTime(at) {
      pretended = Math.min(Math.max(at, pretended ?? at), realClock());
    },
    release() {
      pretended = null;
    },
  };
}
