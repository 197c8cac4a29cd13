/** Small balances that the house takes for USDT: bounds and price. */
import { floorOf } from '../../../rules/arithmetic/rounding';

/** Maximum per command. */
export const DUST_COINS_MAX = 100;
/** A balance is small if its index value is below this many USDT. */
export const DUST_WORTH_MAX = 1n;

/** The house pays 99 of these parts of the price. */
const PRICE_PARTS = 100n;
const KEPT_PARTS = 1n;

/** A price as a ratio: units of USDT per units of the coin. */
export interface DustPrice {
  usdt: bigint;
  coin: bigint;
}

/** Value of an amount in units of USDT, rounded down. */
export function dustWorthOf(amount: bigint, { usdt, coin }: DustPrice): bigint {
  return floorOf(amount * usdt, coin);
}

/** Payment for an amount in units of USDT: at the lower of the two prices, less 1 %, rounded down. */
export function dustPaidOf(amount: bigint, index: DustPrice, last: DustPrice): bigint {
  const { usdt, coin } = index.usdt * last.coin < last.usdt * index.coin ? index : last;
  return floorOf(amount * usdt * (PRICE_PARTS - KEPT_PARTS), coin * PRICE_PARTS);
}
