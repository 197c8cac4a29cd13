/**
 * Definition of an order ticket for one product: fields, faults, preview and command, as data and pure functions. The common form renders
 * any of them. Each product defines its own `TicketKind`.
 */
import type { TextKey } from '../../../i18n/i18n';
import type { Typed } from '../../../lib/numbers/typed';

export interface TicketField<Name extends string> {
  name: Name;
  label: TextKey;
  /** Unit of the number. */
  unit: string;
  /** Decimals. */
  scale: number;
  /** Rounding of excess decimals: toward lower cost or higher proceeds. */
  beyond: 'down' | 'up';
  /** Step of the arrow keys; absent: disabled. */
  step?: string;
  /** Text for an empty field; absent: the field is optional, since it follows the others. */
  missing?: TextKey;
}

/** `refused`: an invalid number, whose field shows the fault itself. */
export type TicketFault<Name extends string> =
  | { field: Name; kind: 'missing'; text: TextKey }
  | { field: Name; kind: 'refused' }
  | { field: Name; kind: 'wrong'; code: string; limit: TicketLimit | null; isOfBalance: boolean };

/** Exceeded limit. */
export interface TicketLimit {
  kind: 'minimum' | 'maximum';
  value: string;
  asset: string;
}

/** One line of the preview. */
export interface PreviewLine {
  name: TextKey;
  /** Shown in brackets after the name. */
  rate?: { kind: 'ratio' | 'amount'; value: string; asset: string };
  /** Null while unknown. */
  amount: string | null;
  /** Null for a price, whose asset is known. */
  asset: string | null;
  /** Minimum of decimals. */
  digits: number;
  /** Estimated from the current book. */
  isEstimate: boolean;
  note?: TextKey;
}

/** A permitted but unusual order. */
export interface TicketWarning {
  kind: 'far';
  side: 'buy' | 'sell';
  /** Distance of the limit from the market. */
  ratio: string;
  market: string;
  /** Average fill price by the current book; null without a fill. */
  average: string | null;
}

export interface TicketKind<Context, Draft, Name extends string, Command> {
  /** In form order. */
  fields(context: Context): readonly TicketField<Name>[];
  inputOf(draft: Draft, field: Name): Typed;
  /** Draft after typing into a field, which may update others. */
  edited(draft: Draft, field: Name, input: Typed, context: Context): Draft;
  /** Field above the slider. */
  slidField(context: Context): Name;
  atPercent(draft: Draft, percent: number, context: Context): Draft;
  percentShown(draft: Draft, context: Context): number;
  /** At most one fault per field, in form order. Empty: the order can be sent as far as known. */
  checks(draft: Draft, context: Context): readonly TicketFault<Name>[];
  preview(draft: Draft, context: Context): readonly PreviewLine[];
  warning(draft: Draft, context: Context): TicketWarning | null;
  command(draft: Draft, context: Context): Command;
}
