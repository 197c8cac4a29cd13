/** Merges the parts of a core, in list order, into the core's tables. */
import { ENTRY_KINDS } from '../../shared/rules/entry-kinds';
import type { ExtraEvents, AnyCommandRow, AnyEventRow, Part, Tables } from './product';
import { broken, isRejection } from './rejection';

export function mergeParts(parts: readonly Part[]): Tables {
  return {
    commands: mergeCommands(parts),
    events: mergeTables(parts.map(({ events }) => events)),
    foreignEvents: mergeForeignEvents(parts),
    snapshotRows: mergeSnapshotRows(parts),
    derive: parts.flatMap(({ derive = [] }) => derive),
    afterRestore: parts.flatMap(({ afterRestore: restored }) => restored ?? []),
    dueWork: mergeDueWork(parts),
    prerequisites: parts.flatMap(({ prerequisites = [] }) => prerequisites),
    rejectionUnits: mergeTables(parts.map(({ rejectionUnits: refusals = {} }) => refusals)),
    entryKinds: mergeTables([ENTRY_KINDS, ...parts.map(({ entryKinds = {} }) => entryKinds)]),
    states: parts.flatMap(({ states }) => states ?? []),
  };
}

type Rows = Readonly<Record<string, unknown>>;
type Intersection<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never;

/** Merges several tables; a key may be in one of them only. */
export function mergeTables<T extends Rows>(tables: readonly T[]): Intersection<T> {
  const entries = tables.flatMap((rows) => Object.entries(rows));
  const table = Object.fromEntries(entries);
  if (Object.keys(table).length < entries.length) broken('two parts of the core have a row of one name');
  return table as Intersection<T>;
}

function mergeCommands(parts: readonly Part[]): Tables['commands'] {
  const rows: Record<string, AnyCommandRow> = mergeTables(parts.map(({ commands }) => commands));
  for (const { extraEvents: adds = {} } of parts) {
    for (const [type, add] of Object.entries(adds)) {
      if (!(type in rows)) broken(`a part adds events to ${type}, which is no command`);
      rows[type] = withExtraEvents(rows[type], add);
    }
  }
  return rows;
}

function withExtraEvents(row: AnyCommandRow, add: NonNullable<ExtraEvents[keyof ExtraEvents]>): AnyCommandRow {
  return {
    ...row,
    decide(view, command, context, rightOf) {
      const decision = row.decide(view, command, context, rightOf);
      return isRejection(decision) ? decision : [...decision, ...add(view, decision, context)];
    },
  };
}

function mergeForeignEvents(parts: readonly Part[]): Tables['foreignEvents'] {
  const follows = new Map<string, AnyEventRow['evolve'][]>();
  for (const part of parts) {
    for (const [type, follow] of Object.entries(part.foreignEvents ?? {})) {
      if (!parts.some(({ events }) => type in events)) broken(`a part follows ${type}, which is no event`);
      follows.set(type, [...(follows.get(type) ?? []), follow]);
    }
  }
  return follows;
}

function mergeSnapshotRows(parts: readonly Part[]): Tables['snapshotRows'] {
  const lines = parts.flatMap((part) => part.snapshotRows ?? []);
  if (new Set(lines.map(({ is }) => is)).size < lines.length) broken('two snapshot lines have one name');
  return lines;
}

function mergeDueWork(parts: readonly Part[]): Tables['dueWork'] {
  const dueWork = parts.flatMap((part) => part.dueWork ?? []).sort((one, other) => one.place - other.place);
  if (new Set(dueWork.map(({ place }) => place)).size < dueWork.length) broken('two kinds of due work have one place');
  return dueWork;
}
