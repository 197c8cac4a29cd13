/**
 * Approval that a staff command needs. The default is two people, the wait and the factor (`change`); a row with another kind gives the
 * reason. docs/reference/staff-rules.md is generated from these rows.
 */
import type { StaffKind } from '../../../shared/rules/staff-kinds';
import type { StaffRight } from '../../../shared/rules/staff-rights';
import type { Command } from '../command';
import type { Context } from '../decision';
import type { CoreView } from '../state';

export { OPERATOR, STAFF_KINDS, type StaffKind } from '../../../shared/rules/staff-kinds';

/** Names and values for display: amounts in units. */
export type Facts = Readonly<Record<string, string | number>>;

/** Approval that a command needs in the present state. */
export type Approval = OnePersonApproval | TwoPersonApproval;
export type OnePersonApproval = { readonly kind: 'case' } | ImmediateAct;
/** An immediate act of one person, and the command that undoes it. */
export interface ImmediateAct {
  readonly kind: 'brake' | 'tighten';
  /**
   * The subject, such as `market/BTC-USDT`. The same person cannot brake it again within a day, except with `repeats`.
   */
  readonly subject: string;
  /** Undoes the act when it lapses; null for acts that do not lapse. */
  readonly undo: Command | null;
  /** Allows the same person to repeat it within a day: orders, funds and robots are stopped one by one. */
  readonly repeats?: boolean;
}
export interface TwoPersonApproval {
  readonly kind: 'money' | 'restore' | 'change';
  readonly subject: string;
  /** The account concerned: neither person may be its owner. */
  readonly user: number | null;
  /** Further accounts whose owners may be neither person. */
  readonly neither?: readonly number[];
  /** Value of moved money in USDT units of scale 8; counts towards the person's daily maximum. Null without a price. */
  readonly worth?: bigint | null;
  readonly before: Facts;
  readonly after: Facts;
}

export interface StaffRule<C> {
  /** Right that the sender needs; null if the command asks for another command's right. */
  readonly right: StaffRight | null;
  /** All kinds that the command can have. */
  readonly kinds: readonly StaffKind[];
  /** Why one person is enough, or no wait is needed; empty for the default. */
  readonly rationale: string;
  /** One person's act without undo; it does not lapse. */
  readonly lasts?: true;
  requiredApproval(this: void, view: CoreView, command: C, context: Context): Approval;
}

type ApprovalOfKind<K extends StaffKind> = K extends 'case'
  ? { kind: K }
  : K extends ImmediateAct['kind']
    ? Omit<ImmediateAct, 'kind'> & { kind: K }
    : Omit<TwoPersonApproval, 'kind'> & { kind: K };

/** A rule of several kinds, chosen by the command and the present state. */
export function staffRule<C, K extends StaffKind>(
  right: StaffRight | null,
  kinds: readonly K[],
  rationale: string,
  approvalOf: (view: CoreView, command: C, context: Context) => ApprovalOfKind<K>,
): StaffRule<C> {
  return { right, kinds, rationale, requiredApproval: (...parameters) => approvalOf(...parameters) };
}

/** The default: two people and the wait. */
export function twoPersonRule<C>(
  right: StaffRight,
  approvalOf: (view: CoreView, command: C, context: Context) => Omit<TwoPersonApproval, 'kind'>,
): StaffRule<C> {
  return {
    right,
    kinds: ['change'],
    rationale: '',
    requiredApproval: (...parameters) => ({ kind: 'change', ...approvalOf(...parameters) }),
  };
}

/** One person decides a single case. */
export function onePersonRule(right: StaffRight | null, rationale: string): StaffRule<unknown> {
  return { right, kinds: ['case'], rationale, requiredApproval: () => ({ kind: 'case' }) };
}

/** One person stops something; no undo is needed. */
export function stopRule<C>(
  right: StaffRight,
  rationale: string,
  subjectOf: (command: C) => string,
  repeats = true,
): StaffRule<C> {
  return {
    right,
    kinds: ['brake'],
    rationale,
    lasts: true,
    requiredApproval: (_, command) => ({ kind: 'brake', subject: subjectOf(command), undo: null, repeats }),
  };
}

/**
 * Fields of a command or of terms as facts: amounts in units, lists separated by spaces, without `type` and `reason`.
 */
export function factsOf(fields: object, fieldNames: readonly string[] = Object.keys(fields)): Facts {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, string | number][] => {
    if (value === undefined || value === null || name === 'type' || name === 'reason' || !fieldNames.includes(name))
      return [];
    if (typeof value === 'number') return [[name, value]];
    return [[name, Array.isArray(value) ? value.join(' ') : String(value)]];
  });
  return Object.fromEntries(entries);
}

/** Returns the requested fields of terms before and after the change. */
export function changeOf(
  before: object | undefined,
  after: object,
): Pick<TwoPersonApproval, 'user' | 'before' | 'after'> {
  const afterFacts = factsOf(after);
  return { user: null, before: before ? factsOf(before, Object.keys(afterFacts)) : {}, after: afterFacts };
}
