/**
 * The clock of the machine, with doubt. The journal's time never runs backwards, so one reading far in the future would stay
 * for ever: orders, limits and debts would all be of that time. The wall clock is compared with one that cannot be set. Where
 * the two part by more than a bound, time goes on as the steady one says, and it is told of; the wall clock is followed
 * once it has stayed where it is for a while.
 */
import type { Clock, Monotonic } from '../tokens';

export interface ClockAlarm {
  /** `back`: it is where it was expected again; `followed`: it stayed, and is believed now. */
  kind: 'jumped_forward' | 'jumped_backward' | 'back' | 'followed';
  /** The wall clock minus the time that was used until now. */
  offsetMs: number;
}

export interface SystemClock {
  now: Clock;
  /** What of the wall clock is not believed: its reading minus the time in use, 0 when it is followed. */
  offsetMs(): number;
  watch(listener: (alarm: ClockAlarm) => void): void;
}

export interface SystemClockOptions {
  /** A step of more than this is doubted. */
  jumpMsMax: number;
  /** How long it has to stay to be believed. */
  confirmMs: number;
  wall?: Clock;
  /** Milliseconds since any moment; never set. */
  steady?: Monotonic;
}

/** A jump that is not believed yet. */
interface Doubt {
  /** The wall clock minus the steady one, as first seen. */
  apart: number;
  since: number;
}

export function createSystemClock({
  jumpMsMax,
  confirmMs,
  wall = Date.now,
  steady = () => performance.now(),
}: SystemClockOptions): SystemClock {
  /** The wall clock minus the steady one, as it is believed. */
  let apart = wall() - steady();
  let doubt: Doubt | null = null;
  let listener: (alarm: ClockAlarm) => void = () => undefined;

  function now(): number {
    const [read, passed] = [wall(), steady()];
    const seen = read - passed;
    if (Math.abs(seen - apart) <= jumpMsMax) {
      if (doubt) tell('back', seen);
      doubt = null;
      // Small steps and slow drift are what keeps a clock right.
      apart = seen;
      return read;
    }
    if (doubt === null || Math.abs(seen - doubt.apart) > jumpMsMax) {
      doubt = { apart: seen, since: passed };
      tell(seen > apart ? 'jumped_forward' : 'jumped_backward', seen);
    }
    if (passed - doubt.since < confirmMs) return Math.round(passed + apart);
    tell('followed', seen);
    doubt = null;
    apart = seen;
    return read;
  }

  function tell(kind: ClockAlarm['kind'], seen: number): void {
    listener({ kind, offsetMs: Math.round(seen - apart) });
  }

  return {
    now,
    offsetMs: () => (doubt ? Math.round(doubt.apart - apart) : 0),
    watch: (given) => {
      listener = given;
    },
  };
}
