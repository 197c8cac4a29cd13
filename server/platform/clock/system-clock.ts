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
  offset: number;
  since: number;
}

export function createSystemClock({
  jumpMsMax,
  confirmMs,
  wall = Date.now,
  steady = () => performance.now(),
}: SystemClockOptions): SystemClock {
  /** The accepted difference of the wall clock and the monotonic clock. */
  let acceptedOffset = wall() - steady();
  let suspectedJump: SuspectedJump | null = null;
  let listener: (alarm: ClockAlarm) => void = () => undefined;

  function now(): number {
    const [wallTime, steadyTime] = [wall(), steady()];
    const offset = wallTime - steadyTime;
    if (Math.abs(offset - acceptedOffset) <= jumpMsMax) {
      if (suspectedJump) notify('back', offset);
      suspectedJump = null;
      // Small steps and slow drift are normal clock corrections.
      acceptedOffset = offset;
      return wallTime;
    }
    if (suspectedJump === null || Math.abs(offset - suspectedJump.offset) > jumpMsMax) {
      suspectedJump = { offset, since: steadyTime };
      notify(offset > acceptedOffset ? 'jumped_forward' : 'jumped_backward', offset);
    }
    if (steadyTime - suspectedJump.since < confirmMs) return Math.round(steadyTime + acceptedOffset);
    notify('followed', offset);
    suspectedJump = null;
    acceptedOffset = offset;
    return wallTime;
  }

  function notify(kind: ClockAlarm['kind'], offset: number): void {
    listener({ kind, offsetMs: Math.round(offset - acceptedOffset) });
  }

  return {
    now,
    offsetMs: () => (suspectedJump ? Math.round(suspectedJump.offset - acceptedOffset) : 0),
    watch: (newListener) => {
      listener = newListener;
    },
  };
}
