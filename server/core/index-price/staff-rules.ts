/** Staff rule for changes of index terms. */
import type { Facts, TwoPersonApproval } from '../staff/rule';
import type { CoreView } from '../state';
import type { IndexTerms, SetIndexTerms } from './commands';

export function indexTermsApproval({ index }: CoreView, command: SetIndexTerms): Omit<TwoPersonApproval, 'kind'> {
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
