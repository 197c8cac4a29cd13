/**
 * The state as lines of text, one record a line, in an order that depends on nothing but the state: assets and markets as
 * they were listed, which is how screens show them, other maps by key, books by price then arrival. The state hash is the
 * SHA-256 of these lines, each followed by a line feed (hashing is the engine's); a snapshot is these lines. What can be derived
 * (books' internals, constants of a market) is not among them.
 */
import type { Line, Tables } from '../product';
import { entryRows } from '../ledger/rows';
import { broken } from '../rejection';
import { createGround, type CoreState } from '../state';

/**
 * Form of the lines. It is raised with every change of what they say or of their order, once between two releases, and named wherever a hash of them is
 * kept or given away: hashes of two forms say nothing of each other. What was hashed before forms had numbers is of form 1.
 */
export const STATE_FORM = 2;

export interface Telling {
  /** The state before the first event, with what each product keeps. */
  createState: () => CoreState;
  /** The canonical lines of a state, without line feeds. Yields lazily: a large state never stands in memory twice. */
  canonicalLines: (state: CoreState) => Generator<string>;
  /** The state that canonical lines describe: `canonicalLines(restoreState(lines))` gives the same lines. */
  restoreState: (lines: Iterable<string>) => CoreState;
}

export function createTelling({
  lines: rows,
  entryKinds,
  states,
  derive,
  restored,
}: Pick<Tables, 'lines' | 'entryKinds' | 'states' | 'derive' | 'restored'>): Telling {
  const entries = entryRows(entryKinds);
  const byName = new Map(rows.map((row) => [row.is, row]));

  function begin(): CoreState {
    // Spread, not assigned field by field: the engine keeps the state an object of fixed fields then.
    return states.reduce<object>((state, create) => ({ ...state, ...create() }), createGround(entries)) as CoreState;
  }

  function* canonicalLines(state: CoreState): Generator<string> {
    for (const row of rows) for (const line of row.write(state)) yield JSON.stringify(line);
  }

  function restoreState(lines: Iterable<string>): CoreState {
    const state = begin();
    for (const text of lines) {
      const line = JSON.parse(text) as Line;
      const row = byName.get(line[0]) ?? broken(`lines of ${line[0]} are unknown`);
      row.restore(state, line);
    }
    for (const count of restored) count(state);
    for (const follow of derive) follow(state);
    return state;
  }

  return { createState: begin, canonicalLines, restoreState };
}
