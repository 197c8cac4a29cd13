/** What a change of the terms of an index is. */
import type { Facts, TakesTwo } from '../staff/rule';
import type { CoreView } from '../state';
import type { IndexTerms, SetIndexTerms } from './commands';

export function changesIndexTerms({ index }: CoreView, command: SetIndexTerms): Omit<TakesTwo, 'kind'> {
  const before = index.symbols.get(command.symbol)?.terms;
  return {
    subject: `index/${command.symbol}`,
    user: null,
    before: before ? factsOf(before) : {},
    after: factsOf(command),
  };
}

function factsOf({ symbol, sourcesMin, sourceStaleMs, staleMs }: Readonly<IndexTerms>): Facts {
  return { symbol, sourcesMin, sourceStaleMs, staleMs };
}
