/** Limits per address: open sockets, and handshakes per time. The state is per process. */
import { rateKeyOf, SlidingWindow } from '../../platform/auth/rates';

const MINUTE_MS = 60_000;

export class Handshakes {
  private readonly rate: SlidingWindow;
  private readonly open = new Map<string, number>();

  constructor(
    perMinuteMax: number,
    private readonly openMax: number,
  ) {
    this.rate = new SlidingWindow(perMinuteMax, MINUTE_MS);
  }

  /** Counts a handshake and returns whether it is allowed. */
  admit(ip: string, now: number): boolean {
    return this.rate.take(rateKeyOf(ip), now) === 0;
  }

  /** Takes a place for a socket; false if none is free. */
  acquire(ip: string): boolean {
    const key = rateKeyOf(ip);
    const count = this.open.get(key) ?? 0;
    if (count >= this.openMax) return false;
    this.open.set(key, count + 1);
    return true;
  }

  release(ip: string): void {
    const key = rateKeyOf(ip);
    const count = (this.open.get(key) ?? 0) - 1;
    if (count > 0) this.open.set(key, count);
    else this.open.delete(key);
  }
}
