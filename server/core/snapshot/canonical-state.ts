/**
 * The state as lines of text, one record per line, in an order that depends on the state alone: assets and markets in
 * listing order, which screens use, other maps by key, books by price then arrival. The state hash is the SHA-256 of
 * these lines, each followed by a line feed (the engine computes it); a snapshot consists of these lines. Derived data
 * (books' internals, constants of a market) is excluded.
 */
import type { SnapshotLine, Tables } from '../product';
import { entryRows } from '../ledger/rows';
import { broken } from '../rejection';
import { createBaseState, type CoreState } from '../state';

/**
 * Version of the line format. It rises with every change of content or order, at most once between two releases. Every
 * stored or published hash names it: hashes of different versions are not comparable. Hashes without a version have
 * version 1.
 */
export const STATE_FORM = 2;

export interface StateCodec {
  /** Creates the state before the first event, including each product's fields. */
  createState: () => CoreState;
  /** The canonical lines of a state, without line feeds. A generator, so that a large state is not in memory twice. */
  canonicalLines: (state: CoreState) => Generator<string>;
  /** Restores the state from canonical lines: `canonicalLines(restoreState(lines))` yields the same lines. */
  restoreState: (lines: Iterable<string>) => CoreState;
}

export function createStateCodec({
  snapshotRows: rows,
  entryKinds,
  states,
  derive,
  afterRestore: restored,
}: Pick<Tables, 'snapshotRows' | 'entryKinds' | 'states' | 'derive' | 'afterRestore'>): StateCodec {
  const entries = entryRows(entryKinds);
  const byName = new Map(rows.map((row) => [row.is, row]));

  function begin(): CoreState {
    // A spread instead of assignments keeps the object's shape fixed for the engine.
    return states.reduce<object>((state, create) => ({ ...state, ...create() }), createBaseState(entries)) as CoreState;
  }

  function* canonicalLines(state: CoreState): Generator<string> {
    for (const row of rows) for (const line of row.write(state)) yield JSON.stringify(line);
  }

  function restoreState(lines: Iterable<string>): CoreState {
    const state = begin();
    for (const text of lines) {
      const line = JSON.parse(text) as SnapshotLine;
      const row = byName.get(line[0]) ?? broken(`lines of ${line[0]} are unknown`);
      row.restore(state, line);
    }
    for (const count of restored) count(state);
    for (const follow of derive) follow(state);
    return state;
  }

  return { createState: begin, canonicalLines, restoreState };
}
