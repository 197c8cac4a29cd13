/** Gathers the parts of a core, in the order of their list, into the tables that the core walks. */
import { ENTRY_KINDS } from '../../shared/rules/entry-kinds';
import type { Adds, AnyCommandRow, AnyEventRow, Part, Tables } from './product';
import { broken, isRejection } from './rejection';

export function gather(parts: readonly Part[]): Tables {
  return {
    commands: commandsOf(parts),
    events: merged(parts.map(({ events }) => events)),
    follows: followsOf(parts),
    lines: linesOf(parts),
    derive: parts.flatMap(({ derive = [] }) => derive),
    restored: parts.flatMap(({ restored }) => restored ?? []),
    debts: debtsOf(parts),
    ahead: parts.flatMap(({ ahead = [] }) => ahead),
    refusals: merged(parts.map(({ refusals = {} }) => refusals)),
    entryKinds: merged([ENTRY_KINDS, ...parts.map(({ entryKinds = {} }) => entryKinds)]),
    states: parts.flatMap(({ states }) => states ?? []),
  };
}

type Rows = Readonly<Record<string, unknown>>;
type Both<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never;

/** One table of several. No key may be in two of them. */
export function merged<T extends Rows>(tables: readonly T[]): Both<T> {
  const all = tables.flatMap((rows) => Object.entries(rows));
  const table = Object.fromEntries(all);
  if (Object.keys(table).length < all.length) broken('two parts of the core have a row of one name');
  return table as Both<T>;
}

function commandsOf(parts: readonly Part[]): Tables['commands'] {
  const rows: Record<string, AnyCommandRow> = merged(parts.map(({ commands }) => commands));
  for (const { adds = {} } of parts) {
    for (const [type, add] of Object.entries(adds)) {
      if (!(type in rows)) broken(`a part adds events to ${type}, which is no command`);
      rows[type] = withMore(rows[type], add);
    }
  }
  return rows;
}

function withMore(row: AnyCommandRow, add: NonNullable<Adds[keyof Adds]>): AnyCommandRow {
  return {
    ...row,
    decide(view, command, context) {
      const decision = row.decide(view, command, context);
      return isRejection(decision) ? decision : [...decision, ...add(view, decision, context)];
    },
  };
}

function followsOf(parts: readonly Part[]): Tables['follows'] {
  const follows = new Map<string, AnyEventRow['evolve'][]>();
  for (const part of parts) {
    for (const [type, follow] of Object.entries(part.follows ?? {})) {
      if (!parts.some(({ events }) => type in events)) broken(`a part follows ${type}, which is no event`);
      follows.set(type, [...(follows.get(type) ?? []), follow]);
    }
  }
  return follows;
}

function linesOf(parts: readonly Part[]): Tables['lines'] {
  const lines = parts.flatMap((part) => part.lines ?? []);
  if (new Set(lines.map(({ is }) => is)).size < lines.length) broken('two snapshot lines have one name');
  return lines;
}

function debtsOf(parts: readonly Part[]): Tables['debts'] {
  const debts = parts.flatMap((part) => part.debts ?? []).sort((one, other) => one.place - other.place);
  if (new Set(debts.map(({ place }) => place)).size < debts.length) broken('two kinds of due work have one place');
  return debts;
}
