/**
 * What a command of staff takes. The default is two people, the wait and the factor (`change`); a row with another kind says why. The
 * table in docs/reference/staff-rules.md is made from these rows.
 */
import type { StaffKind } from '../../../shared/rules/staff-kinds';
import type { Command } from '../command';
import type { Context } from '../decision';
import type { CoreView } from '../state';

export { OPERATOR, STAFF_KINDS, type StaffKind } from '../../../shared/rules/staff-kinds';

/** Names and values as they are told: amounts in units. */
export type Facts = Readonly<Record<string, string | number>>;

/** What a command takes as things stand. */
export type Takes = TakesOne | TakesTwo;
export type TakesOne = { readonly kind: 'case' } | Braking;
/** What one person does at once, and what ends it. */
export interface Braking {
  readonly kind: 'brake' | 'tighten';
  /** What it is about, such as `market/BTC-USDT`: the same person does not brake it again within a day, unless it `repeats`. */
  readonly subject: string;
  /** Undoes it when it lapses; null for what does not lapse. */
  readonly undo: Command | null;
  /** The same person may do it again within a day: orders, funds and robots are stopped one by one. */
  readonly repeats?: boolean;
}
export interface TakesTwo {
  readonly kind: 'money' | 'restore' | 'change';
  readonly subject: string;
  /** Whose account it concerns: neither of the two may be the same person. */
  readonly user: number | null;
  /** Who besides them may be neither of the two. */
  readonly neither?: readonly number[];
  /** Of money that moves, USDT units of scale 8, which counts for what one of them moves in a day; null where nothing prices it. */
  readonly worth?: bigint | null;
  readonly before: Facts;
  readonly after: Facts;
}

export interface StaffRule<C> {
  /** All kinds that the command may be. */
  readonly kinds: readonly StaffKind[];
  /** Why one person is enough, or no wait is needed; empty for the default. */
  readonly why: string;
  /** Of what one person does: nothing undoes it, so it does not lapse. */
  readonly lasts?: true;
  takes(this: void, view: CoreView, command: C, context: Context): Takes;
}

type TakesAs<K extends StaffKind> = K extends 'case'
  ? { kind: K }
  : K extends Braking['kind']
    ? Omit<Braking, 'kind'> & { kind: K }
    : Omit<TakesTwo, 'kind'> & { kind: K };

/** One of several kinds, by what is asked and how things stand. */
export function staffRule<C, K extends StaffKind>(
  kinds: readonly K[],
  why: string,
  takes: (view: CoreView, command: C, context: Context) => TakesAs<K>,
): StaffRule<C> {
  return { kinds, why, takes: (...asked) => takes(...asked) };
}

/** The default: two people and the wait. */
export function takesTwo<C>(
  takes: (view: CoreView, command: C, context: Context) => Omit<TakesTwo, 'kind'>,
): StaffRule<C> {
  return { kinds: ['change'], why: '', takes: (...asked) => ({ kind: 'change', ...takes(...asked) }) };
}

/** One person judges a single case. */
export function takesOne(why: string): StaffRule<unknown> {
  return { kinds: ['case'], why, takes: () => ({ kind: 'case' }) };
}

/** One person stops something that nothing has to undo. */
export function brakesFor<C>(why: string, subjectOf: (command: C) => string, repeats = true): StaffRule<C> {
  return {
    kinds: ['brake'],
    why,
    lasts: true,
    takes: (_, command) => ({ kind: 'brake', subject: subjectOf(command), undo: null, repeats }),
  };
}

/** The fields of a command or of terms as facts: amounts in units, lists with spaces between, without `type` and `reason`. */
export function factsOf(fields: object, only: readonly string[] = Object.keys(fields)): Facts {
  const told = Object.entries(fields).flatMap(([name, value]): [string, string | number][] => {
    if (value === undefined || value === null || name === 'type' || name === 'reason' || !only.includes(name))
      return [];
    if (typeof value === 'number') return [[name, value]];
    return [[name, Array.isArray(value) ? value.join(' ') : String(value)]];
  });
  return Object.fromEntries(told);
}

/** What terms are and would be, in the fields that are asked for. */
export function changeOf(before: object | undefined, after: object): Pick<TakesTwo, 'user' | 'before' | 'after'> {
  const told = factsOf(after);
  return { user: null, before: before ? factsOf(before, Object.keys(told)) : {}, after: told };
}
