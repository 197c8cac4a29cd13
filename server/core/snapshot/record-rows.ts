/**
 * Rows of the canonical state for plain records: a row lists the fields in order, and both directions are derived from
 * it. Fields in brackets form a nested tuple. `#` marks amounts, written as decimal digits.
 */
import { sortedByKey } from '../evolve-helpers';
import type { SnapshotLine, SnapshotRow } from '../product';
import type { CoreState } from '../state';

/** Converts a value to fields of a line and back. */
export interface RecordCodec<T> {
  write(this: void, value: T): unknown[];
  restore(this: void, fields: readonly unknown[]): T;
}

type NameOf<T, K extends keyof T & string> = [NonNullable<T[K]>] extends [never]
  ? K
  : [NonNullable<T[K]>] extends [bigint | readonly bigint[]]
    ? `#${K}`
    : K;
type Named<T> = { [K in keyof T & string]: NameOf<T, K> }[keyof T & string];
type Part<T> = { [K in keyof T & string]: { readonly [P in K]: RecordCodec<NonNullable<T[P]>> } }[keyof T & string];
type Field<T> = Named<T> | Part<T> | readonly Named<T>[];
type KeyIn<F> = F extends `#${infer K}`
  ? K
  : F extends string
    ? F
    : F extends readonly (infer N)[]
      ? KeyIn<N>
      : keyof F;

/**
 * @param defaults the last fields of the line, omitted if all of them have these values
 * @returns takes the other fields; a missing one does not compile
 */
export function recordCodec<T extends object, D extends keyof T = never>(defaults = {} as Pick<T, D>) {
  return <const F extends readonly Field<Omit<T, D>>[]>(
    ...fields: Exclude<keyof T, D | KeyIn<F[number]>> extends never ? F : Exclude<keyof T, D | KeyIn<F[number]>>[]
  ): RecordCodec<T> => codecOf<T>(fields as readonly unknown[] as readonly AnyField[], defaults);
}

type Values = Readonly<Record<string, unknown>>;
type AnyField = string | readonly string[] | Readonly<Record<string, RecordCodec<unknown>>>;

function codecOf<T>(fields: readonly AnyField[], defaults: Values): RecordCodec<T> {
  const last = Object.keys(defaults);
  return {
    write(value) {
      const values = value as Values;
      const serialized = fields.map((field) => serializeField(field, values));
      const areDefaults = last.every((name) => values[name] === defaults[name]);
      return areDefaults ? serialized : [...serialized, ...last.map((name) => values[name])];
    },
    restore(line) {
      const restored: Record<string, unknown> = {};
      fields.forEach((field, place) => deserializeField(field, line[place], restored));
      last.forEach((name, place) => (restored[name] = line[fields.length + place] ?? defaults[name]));
      return restored as T;
    },
  };
}

function serializeField(field: AnyField, values: Values): unknown {
  if (typeof field === 'string') return field.startsWith('#') ? digitsOf(values[field.slice(1)]) : values[field];
  if (isTuple(field)) return field.map((name) => serializeField(name, values));
  const [[name, codec]] = Object.entries(field);
  return values[name] === null ? null : codec.write(values[name]);
}

function deserializeField(field: AnyField, value: unknown, target: Record<string, unknown>): void {
  if (typeof field === 'string') {
    if (field.startsWith('#')) target[field.slice(1)] = amountOf(value);
    else target[field] = value;
  } else if (isTuple(field)) {
    field.forEach((name, place) => deserializeField(name, (value as unknown[])[place], target));
  } else {
    const [[name, codec]] = Object.entries(field);
    target[name] = value === null ? null : codec.restore(value as unknown[]);
  }
}

function isTuple(field: AnyField): field is readonly string[] {
  return Array.isArray(field);
}

function digitsOf(amount: unknown): unknown {
  if (Array.isArray(amount)) return amount.map(String);
  return typeof amount === 'bigint' ? `${amount}` : null;
}

function amountOf(digits: unknown): unknown {
  if (Array.isArray(digits)) return (digits as string[]).map(BigInt);
  return digits === null ? null : BigInt(digits as string);
}

export const digits: RecordCodec<bigint> = {
  write: (amount) => [`${amount}`],
  restore: ([text]) => BigInt(text as string),
};
export function verbatim<T>(): RecordCodec<T> {
  return { write: (value) => [value], restore: ([value]) => value as T };
}
export function arrayOf<T>({ write, restore }: RecordCodec<T>): RecordCodec<T[]> {
  return { write: (values) => values.map(write), restore: (rows) => (rows as unknown[][]).map(restore) };
}

type Key = number | string;
type MapIn<K, V> = (state: CoreState) => Map<K, V>;

interface RecordRowOptions<K, V, T> {
  key: (value: V) => K;
  /** Adds derived fields and fields that start empty. */
  make?: (record: T) => V;
  /** Updates state derived from the value. */
  note?: (state: CoreState, value: V) => void;
}

/** One line per value of a map, by key. The value contains its key. */
export function recordsRow<K extends Key, V extends T, T>(
  is: string,
  mapIn: MapIn<K, V>,
  { write, restore }: RecordCodec<T>,
  {
    key,
    make,
    note,
  }: T extends V
    ? RecordRowOptions<K, V, T>
    : Required<Pick<RecordRowOptions<K, V, T>, 'make'>> & RecordRowOptions<K, V, T>,
): SnapshotRow {
  return {
    is,
    *write(state) {
      for (const [, value] of sortedByKey(mapIn(state))) yield [is, ...write(value)];
    },
    restore(state, [, ...fields]) {
      const record = restore(fields);
      const value = make ? make(record) : (record as unknown as V);
      mapIn(state).set(key(value), value);
      note?.(state, value);
    },
  };
}

/** One line per entry of a map, by key: the key and the value. */
export function keyedRecordsRow<K extends Key, V>(
  is: string,
  mapIn: MapIn<K, V>,
  { write, restore }: RecordCodec<V>,
  updateDerived?: (state: CoreState, key: K, value: V) => void,
): SnapshotRow {
  return {
    is,
    *write(state) {
      for (const [key, value] of sortedByKey(mapIn(state))) yield [is, key, ...write(value)];
    },
    restore(state, [, key, ...fields]) {
      const value = restore(fields);
      mapIn(state).set(key as K, value);
      updateDerived?.(state, key as K, value);
    },
  };
}

/** One line per element of a list, in list order. */
export function listRow<V>(
  is: string,
  listOf: (state: CoreState) => V[],
  { write, restore }: RecordCodec<V>,
): SnapshotRow {
  return {
    is,
    *write(state) {
      for (const value of listOf(state)) yield [is, ...write(value)];
    },
    restore: (state, [, ...fields]) => void listOf(state).push(restore(fields)),
  };
}

/** One line per text of a set, sorted. */
export function setRow(is: string, textsIn: (state: CoreState) => Set<string>): SnapshotRow {
  return {
    is,
    *write(state) {
      for (const text of [...textsIn(state)].sort()) yield [is, text];
    },
    restore: (state, [, text]) => void textsIn(state).add(text as string),
  };
}

/** A counter from 1; no line at its initial value. */
export function counterRow<S extends Record<F, number>, F extends string>(
  is: string,
  stateOf: (state: CoreState) => S,
  field: F,
): SnapshotRow {
  return {
    is,
    *write(state): Generator<SnapshotLine> {
      const next = stateOf(state)[field];
      if (next > 1) yield [is, next];
    },
    restore(state, [, next]) {
      (stateOf(state) as Record<F, number>)[field] = next as number;
    },
  };
}
