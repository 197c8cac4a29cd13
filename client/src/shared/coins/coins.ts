/** What coins are called and look like. Both are for the eye alone: an asset is what the exchange calls it. */
import { COINS, PLACE } from 'virtual:coins';

/** Where the package calls a coin something that nobody does, or by its symbol. */
const CALLED: Readonly<Record<string, string>> = {
  BNB: 'BNB',
  LINK: 'Chainlink',
  USD: 'US Dollar',
  USDT: 'Tether',
  XRP: 'XRP',
};

/** Null where it has no other name than its symbol. */
export function coinName(symbol: string): string | null {
  const name = ownOf(CALLED, symbol) ?? ownOf(COINS, symbol) ?? symbol;
  return name === symbol ? null : name;
}

/** The address of its picture, null where there is none. */
export function coinPicture(symbol: string): string | null {
  return Object.hasOwn(COINS, symbol) ? `${PLACE}/${symbol.toLowerCase()}.svg` : null;
}

function ownOf(names: Readonly<Record<string, string>>, symbol: string): string | undefined {
  return Object.hasOwn(names, symbol) ? names[symbol] : undefined;
}
