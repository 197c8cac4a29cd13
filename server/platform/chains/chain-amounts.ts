/** Between a network's units of a coin and the exchange's, which may be finer or coarser. */
import { decimalOf } from '../../../shared/rules/units';

export interface Arrived {
  /** Units of the asset's scale, rounded down. */
  amount: bigint;
  /** What came behind it, as a decimal of the asset; null when nothing did. */
  dust: string | null;
}

export function arrivedOf(amount: bigint, decimals: number, scale: number): Arrived {
  if (decimals <= scale) return { amount: amount * 10n ** BigInt(scale - decimals), dust: null };
  const step = 10n ** BigInt(decimals - scale);
  const rest = amount % step;
  return { amount: amount / step, dust: rest === 0n ? null : decimalOf(rest, decimals) };
}

/** The same amount in the network's units; null when it has more digits than the network knows. */
export function payableOf(amount: bigint, scale: number, decimals: number): bigint | null {
  if (decimals >= scale) return amount * 10n ** BigInt(decimals - scale);
  const step = 10n ** BigInt(scale - decimals);
  return amount % step === 0n ? amount / step : null;
}
