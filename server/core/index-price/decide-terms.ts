/** Terms of a symbol's index. */
import type { Decision } from '../decision';
import { reject } from '../rejection';
import type { CoreView } from '../state';
import type { IndexTerms, SetIndexTerms } from './commands';

/** One command of a feed can contain all symbols. */
export const SYMBOLS_MAX = 200;
/** Maximum sources of one symbol. */
export const SOURCES_MAX = 16;
const SYMBOL = /^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/;
const DECIMALS_MAX = 12;
const SOURCE_STALE_MS = [100, 3_600_000] as const;
/** The lower bound is the minimum time between two publications. */
const STALE_MS = [1_000, 86_400_000] as const;

/**
 * New terms apply from the next publication on, and `staleMs` immediately. Contracts that settle by an index keep the terms of their
 * purchase: the terms cannot change while there are any.
 */
export function decideSetIndexTerms({ index, options }: CoreView, command: SetIndexTerms): Decision {
  const symbolState = index.symbols.get(command.symbol);
  if (!areTerms(command)) return reject('index.terms.invalid');
  if (symbolState && symbolState.terms.decimals !== command.decimals) return reject('index.decimals.fixed');
  if ((options.products.get(command.symbol)?.open.byUser.size ?? 0) > 0) return reject('index.in.use');
  if (!symbolState && index.symbols.size >= SYMBOLS_MAX)
    return reject('index.symbols.too.many', { maximum: SYMBOLS_MAX });
  const { symbol, decimals, sourceStaleMs, staleMs, sourcesMin, reason } = command;
  return [{ type: 'IndexTermsSet', symbol, decimals, sourceStaleMs, staleMs, sourcesMin, reason }];
}

function areTerms({ symbol, decimals, sourceStaleMs, staleMs, sourcesMin }: IndexTerms): boolean {
  const [base, quote] = symbol.split('-');
  return (
    SYMBOL.test(symbol) &&
    base !== quote &&
    isWithin(decimals, 0, DECIMALS_MAX) &&
    isWithin(sourceStaleMs, ...SOURCE_STALE_MS) &&
    isWithin(staleMs, ...STALE_MS) &&
    isWithin(sourcesMin, 1, SOURCES_MAX)
  );
}

function isWithin(value: number, lowest: number, highest: number): boolean {
  return Number.isSafeInteger(value) && value >= lowest && value <= highest;
}
