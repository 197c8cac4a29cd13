/** A product's row for the application. It loads neither Nest nor endpoints, because command-line programs load it. */
import type { RejectionCode } from '../../shared/rules/codes';
import type { EntryKind, EntryLabel } from '../../shared/rules/entry-kinds';
import type { PrivateChannel } from '../../shared/wire/market-data';
import type { Hash } from '../../shared/proof/batches';
import type { Areas } from '../../shared/wire/routes';
import type { CommandOf, CommandType } from '../core/command';
import type { Refusal } from '../platform/errors/refusal';
import type { ProductTexts } from '../platform/i18n/messages';
import type { CommonViews } from '../views/live/common-views';
import type { ViewsDatabase } from '../views/stored/views-database';
import type { NotificationRow, Subject } from '../workers/notifications/notification';

export interface ProductRow {
  /** Endpoints, by area. */
  routes: Areas;
  /** Live views by name, folded in this order after the common ones. */
  live?(this: void, common: CommonViews): object;
  /** Names of the live views of private channels. */
  feeds?: { readonly [C in PrivateChannel]?: string };
  /** Words of its refusals, records, notifications and acts of staff, in nine languages. */
  texts?: ProductTexts;
  /** Messages of one batch are stored in the order of the rows. */
  notifications?: readonly NotificationRow[];
  /** Staff notifications of the same batch are stored before. */
  notifiesAfterStaff?: true;
  subjects?: readonly Subject<unknown>[];
  ended?: EndedRow;
  /** Conditions on tables of the read models: rows of a user that keep the account from being erased. */
  leftOpen?: Readonly<Record<string, string>>;
  /** Verdict on a user's certificate, as lines, and whether it is valid. */
  checkCertificate?(this: void, certificate: unknown, sha256: Hash): Promise<{ isProved: boolean; lines: string[] }>;
  /** Converters of staff requests, by command type. */
  staff?: object;
  /** The house's reserves against its obligations. */
  cover?: CoverRow;
  /** Descriptions of entry kinds for the reference. */
  entryKinds?: { readonly [K in EntryKind]?: string };
  /** Fixed limits for the reference. */
  limits?: readonly (readonly [limit: string, value: number])[];
  /** Labels of an event's records that are the two sides of a trade in the tax file. */
  taxTrade?: readonly EntryLabel[];
  /** Tags of records in the tax file. */
  taxTags?: { readonly [L in EntryLabel]?: TaxTag };
}

export interface ItemKey {
  /** Null if staff name the object by its number alone. */
  user: number | null;
  id: number;
}

/** Outcome of an object that a command names and the core no longer has. */
export interface EndedRow {
  missing: RejectionCode;
  named: { readonly [T in CommandType]?: (command: CommandOf<T>) => ItemKey };
  /** Null if it is missing, belongs to another user, or has not ended. */
  find(this: void, stored: ViewsDatabase, key: ItemKey): Promise<Refusal | null>;
}

/** A live view with `coverOf`, and its two metrics: name, and help texts of `…_held` and `…_promised`. */
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

/** Preserves the row's literal type. */
export function product<const R extends ProductRow>(row: R): R {
  return row;
}
