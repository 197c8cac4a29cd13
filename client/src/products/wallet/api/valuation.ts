/** Valuation of balances: exact integers inside, decimal strings outside; divisions round down. */
import { ACCOUNT_KINDS, type AccountKind } from '../../../../../shared/rules/account-kinds';
import { VALUE_ASSET } from '../../../../../shared/rules/valuation';
import type { Balance } from '../../../../../shared/wire/market-data';
import { compare, differenceOf, productOf, quotientOf, sumOf } from '../../../kit/lib/numbers/exact';

const BTC_DIGITS = 8;
const RATIO_DIGITS = 6;
const SMALL_USDT = '1';

/** In USDT: the last price, and the price 24 hours ago or of the first trade since; null before the first. */
export interface AssetPrice {
  last: string;
  open: string | null;
}

/** Holdings of an asset, in one account or in all. */
export type Held = Omit<Balance, 'account'>;

export interface Holding extends Held {
  total: string;
  /** In USDT, exact; null if the asset has no price. */
  value: string | null;
  /** Share of the whole valuation in whole thousandths, rounded down. */
  permille: number;
}

export interface Valuation {
  /** Highest value first, then assets without a price, by name. */
  holdings: Holding[];
  usdt: string;
  /** Rounded down to 8 decimal places; null without a BTC price. */
  btc: string | null;
  /** Change of the value of present holdings over the last 24 hours. */
  change: string;
  /** change ÷ value 24 hours ago, to 6 decimal places, rounded toward zero. */
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

/** Sums the accounts' balances per asset. */
export function mergedBalances(balances: readonly Held[]): Held[] {
  const merged = new Map<string, Held>();
  for (const { asset, available, frozen, locked } of balances) {
    const existing = merged.get(asset) ?? { asset, available: '0', frozen: '0', locked: '0' };
    merged.set(asset, {
      asset,
      available: sumOf([existing.available, available]),
      frozen: sumOf([existing.frozen, frozen]),
      locked: sumOf([existing.locked, locked]),
    });
  }
  return [...merged.values()];
}

/** Valuation per account, including empty accounts. */
export function accountValuations(
  balances: readonly Balance[],
  prices: Readonly<Partial<Record<string, AssetPrice>>>,
): Record<AccountKind, Valuation> {
  const valuationOfKind = (kind: AccountKind) =>
    valuationOf(
      balances.filter(({ account }) => account === kind),
      prices,
    );
  return Object.fromEntries(ACCOUNT_KINDS.map((kind) => [kind, valuationOfKind(kind)])) as Record<
    AccountKind,
    Valuation
  >;
}

/** Worth less than 1 USDT. Assets without a price are not small. */
export function isSmall({ value }: Pick<Holding, 'value'>): boolean {
  return value !== null && compare(value, SMALL_USDT) < 0;
}

function valuedAt(balance: Held, price: AssetPrice | undefined): Valued {
  const total = sumOf([balance.available, balance.frozen, balance.locked]);
  if (balance.asset === VALUE_ASSET) return { balance, total, value: total, before: total };
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
