/**
 * A message is one row: its type and its fields in canonical order. The TypeScript type, the stored text, the JSON
 * schema, the fingerprint of a command and the lines of a replay are derived from it.
 */
import type { IndexPrice } from '../index-price/published';
import type { Entry } from '../ledger/entry';

declare const unit: unique symbol;
/** A price in steps of its market or index. */
export type Ticks = number & { readonly [unit]?: 'ticks' };
/** A quantity in steps of its market. */
export type Lots = number & { readonly [unit]?: 'lots' };
/** Parts per billion. */
export type Ppb = number & { readonly [unit]?: 'ppb' };
/** A time since the epoch or a duration, in milliseconds. */
export type Millis = number & { readonly [unit]?: 'millis' };
/** The smallest units of an asset. */
export type Amount = bigint & { readonly [unit]?: 'amount' };

/** The JSON form of a field. */
export type Code = 'word' | 'text' | 'integer' | 'amount' | 'entries' | 'prices' | ListCode;
type ListCode = 'integers' | 'amounts' | 'objects';
type Presence = 'required' | 'optional';

export interface Field<T = unknown, P extends Presence = Presence> {
  readonly code: Code;
  readonly presence: P;
  /** Added to a command by the server; excluded from the fingerprint. */
  readonly isServer?: true;
  /** All values of a choice. */
  readonly choices?: readonly (string | number)[];
  /** Fields of each object of a list. */
  readonly each?: Fields;
  /** Type of the value; absent at run time. */
  readonly holds?: T;
}
export type Fields = Readonly<Record<string, Field>>;

export type ValueOf<F> = F extends Field<infer T, Presence> ? T : never;
type OptionalIn<F> = { [K in keyof F]: F[K] extends Field<unknown, 'optional'> ? K : never }[keyof F];
type Plain<O> = O extends infer P ? { [K in keyof P]: P[K] } : never;
/** An object with these fields. */
export type ObjectOf<F> = Plain<
  { -readonly [K in Exclude<keyof F, OptionalIn<F>>]: ValueOf<F[K]> } & {
    -readonly [K in OptionalIn<F>]?: ValueOf<F[K]>;
  }
>;

export interface Message<T extends string = string, F extends Fields = Fields> {
  readonly type: T;
  readonly fields: F;
}
/** The type of a message. Editors show its fields, and compile errors name them. */
export type MessageOf<M> =
  M extends Message<infer T, infer F>
    ? { type: T } & { -readonly [K in Exclude<keyof F, OptionalIn<F>>]: ValueOf<F[K]> } & {
        -readonly [K in OptionalIn<F>]?: ValueOf<F[K]>;
      } extends infer O
      ? { [K in keyof O]: O[K] }
      : never
    : never;

export function message<const T extends string, F extends Fields>(type: T, fields: F): Message<T, F> {
  return { type, fields };
}

function field<T>(code: Code): Field<T, 'required'> {
  return { code, presence: 'required' };
}

/** A safe integer. */
export const integer = field<number>('integer');
/** Id of an order, a user or another counted object. */
export const id = field<number>('integer');
export const ticks = field<Ticks>('integer');
export const lots = field<Lots>('integer');
export const ppb = field<Ppb>('integer');
export const millis = field<Millis>('integer');
/** Decimal digits in JSON. */
export const amount = field<Amount>('amount');
/** Text without characters that need escaping: an asset, a market, an account name. */
export const word = field<string>('word');
/** Free text typed by people. */
export const text = field<string>('text');
/** Ledger entries. */
export const entries = field<Entry[]>('entries');
/** Published index prices. */
export const prices = field<IndexPrice[]>('prices');

/** A word whose type is narrower than its runtime check. */
export function wordOf<T extends string>(): Field<T, 'required'> {
  return field('word');
}

/** One of these words or numbers. */
export function choice<const T extends string | number>(...choices: readonly T[]): Field<T, 'required'> {
  return { code: typeof choices[0] === 'number' ? 'integer' : 'word', presence: 'required', choices };
}

export function list<T>(item: Field<T, 'required'>): Field<T[], 'required'> {
  return field(item.code === 'amount' ? 'amounts' : 'integers');
}

export function objects<F extends Fields>(each: F): Field<ObjectOf<F>[], 'required'> {
  return { code: 'objects', presence: 'required', each };
}

/** May be absent. */
export function optional<T>(definition: Field<T, 'required'>): Field<T, 'optional'> {
  return { ...definition, presence: 'optional' };
}

/** Added by the server; excluded from the command's fingerprint. */
export function server<F extends Field>(definition: F): F {
  return { ...definition, isServer: true };
}

type OptionalFields<F> = { [K in keyof F]: F[K] extends Field<infer T, Presence> ? Field<T, 'optional'> : never };
/** The same fields, all optional. */
export function allOptional<F extends Fields>(fields: F): OptionalFields<F> {
  const entriesOf = Object.entries(fields).map(([name, definition]) => [name, { ...definition, presence: 'optional' }]);
  return Object.fromEntries(entriesOf) as OptionalFields<F>;
}
