/**
 * A ticket: what an order of one product is typed in, what is wrong with it, what it would do, and what is sent. Data and pure
 * functions; the form draws any of them. Another product brings its own `TicketKind`, with its own fields, and touches no other.
 */
import type { TextKey } from '../../../shared/i18n/i18n';
import type { Typed } from '../../../shared/lib/numbers/typed';

export interface TicketField<Name extends string> {
  name: Name;
  label: TextKey;
  /** What the number counts. */
  unit: string;
  /** Places behind the point. */
  scale: number;
  /** What is too fine becomes what costs less or brings more. */
  beyond: 'down' | 'up';
  /** What an arrow key moves it by; absent: they do not. */
  step?: string;
  /** What to enter, said of a field that is empty; absent: it follows the others, and may be. */
  missing?: TextKey;
}

/** `refused` is what is no number: its field says so itself. */
export type TicketFault<Name extends string> =
  | { field: Name; kind: 'missing'; text: TextKey }
  | { field: Name; kind: 'refused' }
  | { field: Name; kind: 'wrong'; code: string; limit: TicketLimit | null; isOfBalance: boolean };

/** That was passed. */
export interface TicketLimit {
  kind: 'minimum' | 'maximum';
  value: string;
  asset: string;
}

/** One line of what the order would do. */
export interface PreviewLine {
  name: TextKey;
  /** Behind the name, in brackets. */
  rate?: { kind: 'ratio' | 'amount'; value: string; asset: string };
  /** Null while it is not known. */
  amount: string | null;
  /** Null for a price: its asset is known. */
  asset: string | null;
  /** At least so many places. */
  digits: number;
  /** By the book as it is now. */
  isEstimate: boolean;
  note?: TextKey;
}

/** What is allowed, but seldom meant. */
export interface TicketWarning {
  kind: 'far';
  side: 'buy' | 'sell';
  /** How far beyond the market the limit is. */
  ratio: string;
  market: string;
  /** What it would fill at by the book as it is; null where nothing would. */
  average: string | null;
}

export interface TicketKind<Context, Draft, Name extends string, Command> {
  /** In the order of the form. */
  fields(context: Context): readonly TicketField<Name>[];
  typed(draft: Draft, field: Name): Typed;
  /** The draft after a field was typed in: others may follow it. */
  edited(draft: Draft, field: Name, typed: Typed, context: Context): Draft;
  /** The field that the slider stands below. */
  slidField(context: Context): Name;
  atPercent(draft: Draft, percent: number, context: Context): Draft;
  percentShown(draft: Draft, context: Context): number;
  /** At most one a field, in the order of the form. None: it can be sent, as far as the page knows. */
  checks(draft: Draft, context: Context): readonly TicketFault<Name>[];
  preview(draft: Draft, context: Context): readonly PreviewLine[];
  warning(draft: Draft, context: Context): TicketWarning | null;
  command(draft: Draft, context: Context): Command;
}
