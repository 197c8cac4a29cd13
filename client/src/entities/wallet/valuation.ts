/** What balances are worth: exact integers inside, decimal strings outside, rounded down where something is divided. */
import { decimalOf, scaleOf, unitsOf } from '../../../../shared/rules/units';
import type { Balance } from '../../../../shared/wire/market-data';

/** What everything is valued in. */
export const VALUED_IN = 'USDT';
const BTC_DIGITS = 8;
const RATIO_DIGITS = 6;
const SMALL_USDT = '1';

/** In USDT: the last price, and the one of 24 hours ago or of the first trade since; null before the first. */
export interface AssetPrice {
  last: string;
  open: string | null;
}

export interface Holding extends Balance {
  total: string;
  /** In USDT, exact; null where nothing tells what it is worth. */
  value: string | null;
  /** Of the whole valuation, in whole thousandths, rounded down. */
  permille: number;
}

export interface Valuation {
  /** Highest value first, then what cannot be valued, by name. */
  holdings: Holding[];
  usdt: string;
  /** Rounded down to eight places; null without a price of BTC. */
  btc: string | null;
  /** What the last 24 hours have done to what is held now. */
  change: string;
  /** change / value 24 hours ago, to six places, towards zero. */
  changeRatio: string;
}

interface Valued {
  balance: Balance;
  total: string;
  value: string | null;
  before: string | null;
}

export function valuationOf(
  balances: readonly Balance[],
  prices: Readonly<Partial<Record<string, AssetPrice>>>,
): Valuation {
  const valued = balances.map((balance) => valuedAt(balance, prices[balance.asset]));
  const usdt = sumOf(valued.map(({ value }) => value ?? '0'));
  const before = sumOf(valued.map(({ before: then }) => then ?? '0'));
  const change = differenceOf(usdt, before);
  const btcPrice = prices.BTC?.last;
  return {
    holdings: valued.map((one) => holdingOf(one, usdt)).sort(byValue),
    usdt,
    btc: btcPrice === undefined ? null : quotientOf(usdt, btcPrice, BTC_DIGITS),
    change,
    changeRatio: quotientOf(change, before, RATIO_DIGITS),
  };
}

/** Worth less than one USDT. What cannot be valued is not small. */
export function isSmall({ value }: Pick<Holding, 'value'>): boolean {
  return value !== null && compare(value, SMALL_USDT) < 0;
}

function valuedAt(balance: Balance, price: AssetPrice | undefined): Valued {
  const total = sumOf([balance.available, balance.frozen, balance.locked]);
  if (balance.asset === VALUED_IN) return { balance, total, value: total, before: total };
  if (!price) return { balance, total, value: null, before: null };
  return { balance, total, value: productOf(total, price.last), before: productOf(total, price.open ?? price.last) };
}

function holdingOf({ balance, total, value }: Valued, usdt: string): Holding {
  const permille = value === null ? 0 : Number(quotientOf(productOf(value, '1000'), usdt, 0));
  return { ...balance, total, value, permille };
}

function byValue(a: Holding, b: Holding): number {
  if (a.value !== null && b.value !== null) {
    return compare(b.value, a.value) || a.asset.localeCompare(b.asset, 'en');
  }
  if (a.value === null && b.value === null) return a.asset.localeCompare(b.asset, 'en');
  return a.value === null ? 1 : -1;
}

/** Below, equal to or above zero, as `a` is less than, equal to or more than `b`. Plain decimals, signed or not. */
export function compare(a: string, b: string): number {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  const difference = exact(a, scale) - exact(b, scale);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

function sumOf(decimals: readonly string[]): string {
  const scale = Math.max(0, ...decimals.map(scaleOf));
  return decimalOf(
    decimals.reduce((sum, decimal) => sum + exact(decimal, scale), 0n),
    scale,
  );
}

function differenceOf(a: string, b: string): string {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  return decimalOf(exact(a, scale) - exact(b, scale), scale);
}

function productOf(a: string, b: string): string {
  return decimalOf(exact(a, scaleOf(a)) * exact(b, scaleOf(b)), scaleOf(a) + scaleOf(b));
}

/** Towards zero; nothing by nothing is nothing. */
function quotientOf(a: string, b: string, digits: number): string {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  const divisor = exact(b, scale);
  return divisor === 0n ? '0' : decimalOf((exact(a, scale) * 10n ** BigInt(digits)) / divisor, digits);
}

/** Decimals of the exchange are plain; a sign is ours. */
function exact(decimal: string, scale: number): bigint {
  const isNegative = decimal.startsWith('-');
  const units = unitsOf(isNegative ? decimal.slice(1) : decimal, scale);
  if (typeof units !== 'bigint') throw new Error(`${decimal} is no amount of ${scale} places: ${units}`);
  return isNegative ? -units : units;
}
