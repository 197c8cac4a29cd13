/** Sockets of one address: how many are open, and how often another is opened. State of this process alone. */
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

  /** Whether the address may shake hands once more; it counts. */
  admit(ip: string, now: number): boolean {
    return this.rate.take(rateKeyOf(ip), now) === 0;
  }

  /** Whether one more fits, which is then taken. */
  take(ip: string): boolean {
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
