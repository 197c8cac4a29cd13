/**
 * The machine's clock, protected against jumps. The journal's time never runs backwards, so one reading far in the future would
 * permanently shift orders, limits and due work. The wall clock is compared with a monotonic one. If they diverge by more than a bound, time
 * follows the monotonic clock and an alarm is raised. The wall clock is followed again after it stays stable for a while.
 */
import type { Clock, Monotonic } from '../tokens';

export interface ClockAlarm {
  /** `back`: the wall clock returned to the expected time; `followed`: it stayed at the new time and is now used. */
  kind: 'jumped_forward' | 'jumped_backward' | 'back' | 'followed';
  /** The wall clock minus the time in use. */
  offsetMs: number;
}

export interface SystemClock {
  now: Clock;
  /** The wall clock minus the time in use; 0 while the wall clock is followed. */
  offsetMs(): number;
  watch(listener: (alarm: ClockAlarm) => void): void;
}

export interface SystemClockOptions {
  /** A step in ms above this is treated as a jump. */
  jumpMsMax: number;
  /** Time in ms for which the new wall time must stay stable before it is used. */
  confirmMs: number;
  wall?: Clock;
  /** Milliseconds since any moment; never set. */
  steady?: Monotonic;
}

/** A jump awaiting confirmation. */
interface SuspectedJump {
  /** The wall clock minus the monotonic one at the first sight of the jump. */
  apart: number;
  since: number;
}

export function createSystemClock({
  jumpMsMax,
  confirmMs,
  wall = Date.now,
  steady = () => performance.now(),
}: SystemClockOptions): SystemClock {
  /** The accepted difference of the wall clock and the monotonic clock. */
  let apart = wall() - steady();
  let doubt: SuspectedJump | null = null;
  let listener: (alarm: ClockAlarm) => void = () => undefined;

  function now(): number {
    const [read, passed] = [wall(), steady()];
    const offset = read - passed;
    if (Math.abs(offset - apart) <= jumpMsMax) {
      if (doubt) notify('back', offset);
      doubt = null;
      // Small steps and slow drift are normal clock corrections.
      apart = offset;
      return read;
    }
    if (doubt === null || Math.abs(offset - doubt.apart) > jumpMsMax) {
      doubt = { apart: offset, since: passed };
      notify(offset > apart ? 'jumped_forward' : 'jumped_backward', offset);
    }
    if (passed - doubt.since < confirmMs) return Math.round(passed + apart);
    notify('followed', offset);
    doubt = null;
    apart = offset;
    return read;
  }

  function notify(kind: ClockAlarm['kind'], offset: number): void {
    listener({ kind, offsetMs: Math.round(offset - apart) });
  }

  return {
    now,
    offsetMs: () => (doubt ? Math.round(doubt.apart - apart) : 0),
    watch: (newListener) => {
      listener = newListener;
    },
  };
}
