/** What balances are worth: exact integers inside, decimal strings outside, rounded down where something is divided. */
import { ACCOUNT_KINDS, type AccountKind } from '../../../../../shared/rules/account-kinds';
import { VALUED_IN } from '../../../../../shared/rules/values';
import type { Balance } from '../../../../../shared/wire/market-data';
import { compare, differenceOf, productOf, quotientOf, sumOf } from '../../../shared/lib/numbers/exact';

const BTC_DIGITS = 8;
const RATIO_DIGITS = 6;
const SMALL_USDT = '1';

/** In USDT: the last price, and the one of 24 hours ago or of the first trade since; null before the first. */
export interface AssetPrice {
  last: string;
  open: string | null;
}

/** What is had of an asset: in one account, or in all of them together. */
export type Held = Omit<Balance, 'account'>;

export interface Holding extends Held {
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
  balance: Held;
  total: string;
  value: string | null;
  before: string | null;
}

export function valuationOf(
  balances: readonly Held[],
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

/** Each asset once: what all accounts hold of it. */
export function mergedBalances(balances: readonly Held[]): Held[] {
  const merged = new Map<string, Held>();
  for (const { asset, available, frozen, locked } of balances) {
    const known = merged.get(asset) ?? { asset, available: '0', frozen: '0', locked: '0' };
    merged.set(asset, {
      asset,
      available: sumOf([known.available, available]),
      frozen: sumOf([known.frozen, frozen]),
      locked: sumOf([known.locked, locked]),
    });
  }
  return [...merged.values()];
}

/** The accounts by themselves, an empty one included. */
export function accountValuations(
  balances: readonly Balance[],
  prices: Readonly<Partial<Record<string, AssetPrice>>>,
): Record<AccountKind, Valuation> {
  const of = (kind: AccountKind) =>
    valuationOf(
      balances.filter(({ account }) => account === kind),
      prices,
    );
  return Object.fromEntries(ACCOUNT_KINDS.map((kind) => [kind, of(kind)])) as Record<AccountKind, Valuation>;
}

/** Worth less than one USDT. What cannot be valued is not small. */
export function isSmall({ value }: Pick<Holding, 'value'>): boolean {
  return value !== null && compare(value, SMALL_USDT) < 0;
}

function valuedAt(balance: Held, price: AssetPrice | undefined): Valued {
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
