/**
 * Rows of the canonical state for plain records: a row names the fields in their order, and writing and restoring follow from it.
 * Fields in brackets are a tuple of their own. `#` marks amounts, which are decimal digits in the line.
 */
import { sorted } from '../folding';
import type { Line, LineRow } from '../product';
import type { CoreState } from '../state';

/** A value as fields of a line, and back. */
export interface Codec<T> {
  write(this: void, value: T): unknown[];
  restore(this: void, fields: readonly unknown[]): T;
}

type NameOf<T, K extends keyof T & string> = [NonNullable<T[K]>] extends [never]
  ? K
  : [NonNullable<T[K]>] extends [bigint | readonly bigint[]]
    ? `#${K}`
    : K;
type Named<T> = { [K in keyof T & string]: NameOf<T, K> }[keyof T & string];
type Part<T> = { [K in keyof T & string]: { readonly [P in K]: Codec<NonNullable<T[P]>> } }[keyof T & string];
type Field<T> = Named<T> | Part<T> | readonly Named<T>[];
type KeyIn<F> = F extends `#${infer K}`
  ? K
  : F extends string
    ? F
    : F extends readonly (infer N)[]
      ? KeyIn<N>
      : keyof F;

/**
 * @param defaults the last fields of the line, which is without them where all of them are as they are here
 * @returns takes the other fields; one that is missing does not compile
 */
export function record<T extends object, D extends keyof T = never>(defaults = {} as Pick<T, D>) {
  return <const F extends readonly Field<Omit<T, D>>[]>(
    ...fields: Exclude<keyof T, D | KeyIn<F[number]>> extends never ? F : Exclude<keyof T, D | KeyIn<F[number]>>[]
  ): Codec<T> => codecOf<T>(fields as readonly unknown[] as readonly AnyField[], defaults);
}

type Values = Readonly<Record<string, unknown>>;
type AnyField = string | readonly string[] | Readonly<Record<string, Codec<unknown>>>;

function codecOf<T>(fields: readonly AnyField[], defaults: Values): Codec<T> {
  const last = Object.keys(defaults);
  return {
    write(value) {
      const values = value as Values;
      const written = fields.map((field) => writeField(field, values));
      const areDefaults = last.every((name) => values[name] === defaults[name]);
      return areDefaults ? written : [...written, ...last.map((name) => values[name])];
    },
    restore(line) {
      const restored: Record<string, unknown> = {};
      fields.forEach((field, place) => restoreField(field, line[place], restored));
      last.forEach((name, place) => (restored[name] = line[fields.length + place] ?? defaults[name]));
      return restored as T;
    },
  };
}

function writeField(field: AnyField, values: Values): unknown {
  if (typeof field === 'string') return field.startsWith('#') ? digitsOf(values[field.slice(1)]) : values[field];
  if (isTuple(field)) return field.map((name) => writeField(name, values));
  const [[name, codec]] = Object.entries(field);
  return values[name] === null ? null : codec.write(values[name]);
}

function restoreField(field: AnyField, told: unknown, into: Record<string, unknown>): void {
  if (typeof field === 'string') {
    if (field.startsWith('#')) into[field.slice(1)] = amountOf(told);
    else into[field] = told;
  } else if (isTuple(field)) {
    field.forEach((name, place) => restoreField(name, (told as unknown[])[place], into));
  } else {
    const [[name, codec]] = Object.entries(field);
    into[name] = told === null ? null : codec.restore(told as unknown[]);
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

export const digits: Codec<bigint> = { write: (amount) => [`${amount}`], restore: ([text]) => BigInt(text as string) };
export function plain<T>(): Codec<T> {
  return { write: (value) => [value], restore: ([value]) => value as T };
}
export function each<T>({ write, restore }: Codec<T>): Codec<T[]> {
  return { write: (values) => values.map(write), restore: (told) => (told as unknown[][]).map(restore) };
}

type Key = number | string;
type MapIn<K, V> = (state: CoreState) => Map<K, V>;

interface Restoring<K, V, T> {
  key: (value: V) => K;
  /** Adds the fields that follow from others or begin empty. */
  make?: (told: T) => V;
  /** Brings up to date what follows from it. */
  note?: (state: CoreState, value: V) => void;
}

/** A line a value of a map, by key. The value says its key. */
export function recordsIn<K extends Key, V extends T, T>(
  is: string,
  mapIn: MapIn<K, V>,
  { write, restore }: Codec<T>,
  {
    key,
    make,
    note,
  }: T extends V ? Restoring<K, V, T> : Required<Pick<Restoring<K, V, T>, 'make'>> & Restoring<K, V, T>,
): LineRow {
  return {
    is,
    *write(state) {
      for (const [, value] of sorted(mapIn(state))) yield [is, ...write(value)];
    },
    restore(state, [, ...fields]) {
      const told = restore(fields);
      const value = make ? make(told) : (told as unknown as V);
      mapIn(state).set(key(value), value);
      note?.(state, value);
    },
  };
}

/** A line an entry of a map, by key: the key and the value. */
export function entriesIn<K extends Key, V>(
  is: string,
  mapIn: MapIn<K, V>,
  { write, restore }: Codec<V>,
  note?: (state: CoreState, key: K, value: V) => void,
): LineRow {
  return {
    is,
    *write(state) {
      for (const [key, value] of sorted(mapIn(state))) yield [is, key, ...write(value)];
    },
    restore(state, [, key, ...fields]) {
      const value = restore(fields);
      mapIn(state).set(key as K, value);
      note?.(state, key as K, value);
    },
  };
}

/** A line an element of a list, in its order. */
export function listIn<V>(is: string, listOf: (state: CoreState) => V[], { write, restore }: Codec<V>): LineRow {
  return {
    is,
    *write(state) {
      for (const value of listOf(state)) yield [is, ...write(value)];
    },
    restore: (state, [, ...fields]) => void listOf(state).push(restore(fields)),
  };
}

/** A line a text of a set, sorted. */
export function setIn(is: string, textsIn: (state: CoreState) => Set<string>): LineRow {
  return {
    is,
    *write(state) {
      for (const text of [...textsIn(state)].sort()) yield [is, text];
    },
    restore: (state, [, text]) => void textsIn(state).add(text as string),
  };
}

/** A counter from 1; one that was never raised has no line. */
export function counterIn<S extends Record<F, number>, F extends string>(
  is: string,
  stateOf: (state: CoreState) => S,
  field: F,
): LineRow {
  return {
    is,
    *write(state): Generator<Line> {
      const next = stateOf(state)[field];
      if (next > 1) yield [is, next];
    },
    restore(state, [, next]) {
      (stateOf(state) as Record<F, number>)[field] = next as number;
    },
  };
}
