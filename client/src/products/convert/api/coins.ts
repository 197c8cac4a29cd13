/** Convertible pairs: coins with a common spot market, or with a market in USDT each. */
import { VALUE_ASSET } from '../../../../../shared/rules/valuation';
import type { MarketRecord } from '../../../../../shared/wire/product';

type Pair = Pick<MarketRecord, 'product' | 'base' | 'quote'>;

/** Coins of spot markets, in the exchange's order. */
export function coinsOf(markets: readonly Pair[]): string[] {
  return [...new Set(spotOf(markets).flatMap(({ base, quote }) => [base, quote]))];
}

export function partnersOf(markets: readonly Pair[], coin: string): string[] {
  return coinsOf(markets).filter((other) => other !== coin && isConvertible(markets, coin, other));
}

/** Coins named in the address if they are convertible, else defaults. Null if no coins are traded. */
export function pairIn(
  markets: readonly Pair[],
  requestedCoins: { from: string | null; to: string | null },
): { from: string; to: string } | null {
  const coins = coinsOf(markets);
  const from = coins.find((coin) => coin === requestedCoins.from) ?? preferred(coins, VALUE_ASSET, requestedCoins.to);
  if (from === undefined) return null;
  const partners = partnersOf(markets, from);
  const to = partners.find((coin) => coin === requestedCoins.to) ?? preferred(partners, VALUE_ASSET, from);
  return to === undefined ? null : { from, to };
}

/** `coin` unless it is excluded, else the first coin that is not excluded. */
function preferred(coins: readonly string[], coin: string, excludedCoin: string | null): string | undefined {
  const others = coins.filter((other) => other !== excludedCoin);
  return others.includes(coin) ? coin : others[0];
}

function isConvertible(markets: readonly Pair[], one: string, other: string): boolean {
  const isTraded = (a: string, b: string) =>
    spotOf(markets).some(({ base, quote }) => (base === a && quote === b) || (base === b && quote === a));
  return isTraded(one, other) || (isTraded(one, VALUE_ASSET) && isTraded(other, VALUE_ASSET));
}

function spotOf(markets: readonly Pair[]): readonly Pair[] {
  return markets.filter(({ product }) => product === 'spot');
}
