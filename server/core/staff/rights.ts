/** The right that each staff command needs from its sender and its confirmer. */
import type { StaffRight } from '../../../shared/rules/staff-rights';
import type { CommandType } from '../command';

/** Null if the command needs another command's right: a confirmation needs that of the confirmed command. */
export type RightOf = (type: CommandType) => StaffRight | null;

interface RuledRow {
  readonly staff?: { readonly right: StaffRight | null } | undefined;
}

export function createRightOf(rows: Readonly<Record<string, RuledRow>>): RightOf {
  return (type) => rows[type].staff?.right ?? null;
}

/** Returns the right needed to confirm or decline a proposal of that command. Commands about staff need the right to change staff. */
export function rightToConfirm(rightOf: RightOf, type: CommandType): StaffRight {
  return rightOf(type) ?? 'staff';
}
