/** The rows of the entry kinds, prepared for posting: one lookup by kind returns all constraints on an entry. */
import {
  ENTRY_KINDS,
  HOUSE_SIGNS,
  type Bucket,
  type EntryKindRow,
  type HoldReason,
  type HouseAccount,
  type Side,
} from '../../../shared/rules/entry-kinds';

/** A bucket of a user, or an account of the house: their names do not overlap. */
export type SideName = Bucket | HouseAccount;

export interface EntryRow {
  debit: SideName;
  credit: SideName;
  /** Reason of the hold that this kind creates, spends or releases; null for a kind without a hold. */
  hold: HoldReason | null;
  /** Whether it creates a hold: only its credit side is held. */
  setsAside: boolean;
  /** Between two holds: the reason of the hold that is created or increased. Null for a kind with one hold or none. */
  into: HoldReason | null;
  /** The new hold is split from the spent one, and its rest returns to that one. */
  splits: boolean;
}

/** Rows by entry kind. */
export type EntryRows = ReadonlyMap<string, EntryRow>;

export function entryRows(kinds: Readonly<Record<string, EntryKindRow>>): EntryRows {
  return new Map(
    Object.entries(kinds).map(([kind, { debit, credit, hold, into, splits }]) => {
      const row: EntryRow = {
        debit: nameOf(debit),
        credit: nameOf(credit),
        hold: hold ?? null,
        setsAside: isHeld(credit) && into === undefined,
        into: into ?? null,
        splits: splits === true,
      };
      return [kind, row];
    }),
  );
}

function isHeld(side: Side): boolean {
  return 'user' in side && side.user !== 'available';
}

/** Forbidden sign of a house balance: −1 forbids values above zero, 1 forbids values below zero, 0 forbids none. */
export function signOf(side: SideName): -1 | 0 | 1 {
  return HOUSE_SIGNS[side as HouseAccount] ?? 1;
}

function nameOf(side: Side): SideName {
  return 'user' in side ? side.user : side.house;
}

export const EXCHANGE_ROWS = entryRows(ENTRY_KINDS);
