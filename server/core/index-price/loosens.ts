/** Which terms of an index let it rest on less than before. */
import type { Facts, NeedsTwo } from '../product';
import type { CoreView } from '../state';
import type { IndexTerms, SetIndexTerms } from './commands';

/** Fewer sources, or older ones, or a price that counts for longer. The first terms of a symbol loosen nothing: nothing goes by it yet. */
export function loosensIndexTerms({ index }: CoreView, command: SetIndexTerms): NeedsTwo | null {
  const before = index.symbols.get(command.symbol)?.terms;
  const isLooser =
    before !== undefined &&
    (command.sourcesMin < before.sourcesMin ||
      command.sourceStaleMs > before.sourceStaleMs ||
      command.staleMs > before.staleMs);
  return isLooser ? { user: null, waits: true, before: factsOf(before), after: factsOf(command) } : null;
}

function factsOf({ symbol, sourcesMin, sourceStaleMs, staleMs }: Readonly<IndexTerms>): Facts {
  return { symbol, sourcesMin, sourceStaleMs, staleMs };
}
