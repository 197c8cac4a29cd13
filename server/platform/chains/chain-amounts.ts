/** Converts between a network's units of a coin and the exchange's, which may be finer or coarser. */
import { decimalOf } from '../../../shared/rules/units';

export interface DepositAmount {
  /** Units of the asset's scale, rounded down. */
  amount: bigint;
  /** The remainder below the asset's scale, as a decimal; null if there is none. */
  dust: string | null;
}

export function depositAmountOf(amount: bigint, decimals: number, scale: number): DepositAmount {
  if (decimals <= scale) return { amount: amount * 10n ** BigInt(scale - decimals), dust: null };
  const step = 10n ** BigInt(decimals - scale);
  const rest = amount % step;
  return { amount: amount / step, dust: rest === 0n ? null : decimalOf(rest, decimals) };
}

/** The same amount in the network's units; null if it has more digits than the network's. */
export function networkUnitsOf(amount: bigint, scale: number, decimals: number): bigint | null {
  if (decimals >= scale) return amount * 10n ** BigInt(decimals - scale);
  const step = 10n ** BigInt(scale - decimals);
  return amount % step === 0n ? amount / step : null;
}
