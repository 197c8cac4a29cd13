/** The rows of the entry kinds as posting reads them: one look-up by kind says everything that must hold of an entry. */
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
  /** Why the amount is held that this kind sets aside, spends or returns; null for a kind that touches no hold. */
  hold: HoldReason | null;
  /** Whether it sets aside: the credit is the only side that is held. */
  setsAside: boolean;
  /** Between two holds: why the one is held that it makes or grows. Null for a kind that touches one hold or none. */
  into: HoldReason | null;
  /** The one that it makes is a part of the one that it spends, to which the rest of it returns. */
  splits: boolean;
}

/** By kind. */
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

/** What a balance of the house may never be: above zero (−1), below it (1); 0: it may be anything. */
export function signOf(side: SideName): -1 | 0 | 1 {
  return HOUSE_SIGNS[side as HouseAccount] ?? 1;
}

function nameOf(side: Side): SideName {
  return 'user' in side ? side.user : side.house;
}

export const EXCHANGE_ROWS = entryRows(ENTRY_KINDS);
