/** Accounts and valuation for the auditor's wallet parts. */
import type { EventOf } from '../../../../server/core/event';

export const AMOUNT_MAX = 2n ** 63n - 1n;

/** The parts of the auditor that valuation depends on. */
export interface Prices {
  asset(name: string): EventOf<'AssetListed'>;
  /**
   * Candidate prices of a market at a time: last price, staff's reference price, one-day volume average. Null for an
   * unlisted market.
   */
  prices(market: string, at: number): Quoted[] | null;
  /** Index price at most one day old, with its decimals; null without one. */
  index: (symbol: string, at: number) => { price: bigint; decimals: number } | null;
  /** Index price that is fresh by the symbol's own terms. */
  freshIndex: Prices['index'];
}

/** Price as units of quote per units of base. */
interface Quoted {
  quote: bigint;
  base: bigint;
}

export type Bucket = 'available' | 'frozen';

/** Expected move of units between accounts. */
export type Move = (from: string, to: string, amount: bigint) => void;

export function accountOf(
  { user, asset }: { user: number; asset: string },
  kind: string,
  bucket: Bucket = 'available',
): string {
  return `${user}/${kind}/${asset}/${bucket}`;
}

export class Worth {
  constructor(private readonly around: Prices) {}

  /** Deposits and withdrawals of legal currency use the legal account, those of coins the spot account. */
  gate({ user, asset }: { user: number; asset: string }, bucket: Bucket = 'available'): string {
    return accountOf({ user, asset }, this.around.asset(asset).fiat === 1 ? 'legal' : 'spot', bucket);
  }

  /** Value in hundred-millionths of a USDT, rounded up, at the highest candidate price. */
  valueOf({ asset, amount }: { asset: string; amount: bigint }, at: number): bigint | null {
    const found = [...this.markets(asset, at), ...this.indexes(asset, at, this.around.index)];
    const values = found.map((price) => this.worthOf(amount, price, 1n));
    return values.sort((one, another) => (one < another ? -1 : 1)).at(-1) ?? null;
  }

  /** Value at the lowest candidate price; 0 without a fresh index. */
  coverOf({ asset, amount }: { asset: string; amount: bigint }, at: number): bigint {
    const indexes = this.indexes(asset, at, this.around.freshIndex);
    if (asset !== 'USDT' && indexes.length === 0) return 0n;
    const values = [...this.markets(asset, at), ...indexes].map((price) => this.worthOf(amount, price, 0n));
    return values.sort((one, another) => (one < another ? -1 : 1))[0];
  }

  /** @param up 1 rounds up, 0 down */
  private worthOf(amount: bigint, { quote, base }: Quoted, up: 0n | 1n): bigint {
    const [top, bottom] = [amount * 10n ** 8n * quote, base * 10n ** BigInt(this.around.asset('USDT').scale)];
    return top / bottom + (top % bottom === 0n ? 0n : up);
  }

  private markets(asset: string, at: number): Quoted[] {
    const { prices } = this.around;
    if (asset === 'USDT') return [{ quote: 1n, base: 1n }];
    const other = prices(`USDT-${asset}`, at)?.map(({ quote, base }) => ({ quote: base, base: quote }));
    return prices(`${asset}-USDT`, at) ?? other ?? [];
  }

  private indexes(asset: string, at: number, index: Prices['index']): Quoted[] {
    if (asset === 'USDT') return [];
    const scale = (name: string): bigint => 10n ** BigInt(this.around.asset(name).scale);
    const [own, other] = [index(`${asset}-USDT`, at), index(`USDT-${asset}`, at)];
    return [
      ...(own ? [{ quote: own.price * scale('USDT'), base: scale(asset) * 10n ** BigInt(own.decimals) }] : []),
      ...(other ? [{ quote: scale('USDT') * 10n ** BigInt(other.decimals), base: other.price * scale(asset) }] : []),
    ];
  }
}
