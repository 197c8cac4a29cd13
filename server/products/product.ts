/** A product's row: what the shell asks of it. It loads neither Nest nor endpoints, because programs of the command line load it. */
import type { RejectionCode } from '../../shared/rules/codes';
import type { EntryKind, EntryLabel } from '../../shared/rules/entry-kinds';
import type { PrivateChannel } from '../../shared/wire/market-data';
import type { CommandOf, CommandType } from '../core/command';
import type { Refusal } from '../platform/errors/refusal';
import type { CommonViews } from '../views/live/common-views';
import type { ViewsDatabase } from '../views/stored/views-database';
import type { NotificationRow, Subject } from '../workers/notifications/notification';

export interface ProductRow {
  /** Its views in memory by their names. They are folded in this order, behind the common ones. */
  live?(this: void, common: CommonViews): object;
  /** Names of the live views behind private channels. */
  feeds?: { readonly [C in PrivateChannel]?: string };
  /** Messages of one batch are stored in the order of the rows. */
  notifications?: readonly NotificationRow[];
  /** Those of staff about the same batch are stored before. */
  notifiesAfterStaff?: true;
  subjects?: readonly Subject<unknown>[];
  ended?: EndedRow;
  /** Conditions on tables of the read models: rows of a user that keep the account from being erased. */
  leftOpen?: Readonly<Record<string, string>>;
  /** Converters for acts of staff, by the type of the command. */
  staff?: object;
  /** What the house holds against what it promised. */
  cover?: CoverRow;
  /** Descriptions for the reference. */
  entryKinds?: { readonly [K in EntryKind]?: string };
  /** Fixed limits for the reference. */
  limits?: readonly (readonly [limit: string, value: number])[];
  /** Tags of records in the tax file. */
  taxTags?: { readonly [L in EntryLabel]?: TaxTag };
}

export interface Named {
  /** Null if staff name it by its number alone. */
  user: number | null;
  id: number;
}

/** How something ended that a command names and the core no longer holds. */
export interface EndedRow {
  /** Rejection of a command that names none. */
  missing: RejectionCode;
  named: { readonly [T in CommandType]?: (command: CommandOf<T>) => Named };
  /** Null if there is none, if it is another's, or if it has not ended. */
  find(this: void, stored: ViewsDatabase, named: Named): Promise<Refusal | null>;
}

/** A live view with `coverOf`, and its two metrics: name, and help of `…_held` and `…_promised`. */
export interface CoverRow {
  view: string;
  metric: string;
  held: string;
  promised: string;
}

/** Koinly's tags of amounts received and sent. */
export interface TaxTag {
  received?: string;
  sent?: string;
}
export const GAIN: TaxTag = { received: 'realized gain', sent: 'realized gain' };

/** A row that keeps its own type. */
export function product<const R extends ProductRow>(row: R): R {
  return row;
}
