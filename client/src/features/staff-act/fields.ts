/** What an act of staff asks for beside the confirmation, and what is wrong with what was entered. */
import { decimalOfTyped, type Typed } from '../../shared/lib/typed';

export interface ActField {
  name: string;
  label: string;
  /** `id`: digits that are no number. `marks`: some of the choices, told with commas between them. */
  kind: 'line' | 'lines' | 'decimal' | 'whole' | 'id' | 'marks';
  /** Characters; of a number as it is sent. */
  lengthMax: number;
  initial?: string;
  hint?: string;
  /** Said of a wrong format, where more can be said of it. */
  formatFault?: string;
  /** In place of typing. */
  choices?: readonly { value: string; text: string }[];
  isOptional?: boolean;
  /** Of a number: what it counts. */
  unit?: string;
}

/** A number is kept as what it was read as, everything else as its text. */
export type Value = string | Typed;

export interface FieldRowProps<Kept extends Value = string> {
  id: string;
  field: ActField;
  value: Kept;
  fault: string | null;
  onChange: (value: Kept) => void;
}

/** As a request's `reason` has it. */
export const REASON_LENGTH_MAX = 200;
/** As a request's decimals have it. */
export const DECIMAL_LENGTH_MAX = 61;

/** As a code of the catalogue's `field`; null for what can be sent. */
export function faultOf({ kind, lengthMax, isOptional }: ActField, entered: Value): string | null {
  if (typeof entered !== 'string' && entered.kind === 'refused') return 'decimal';
  const text = textOf(entered);
  if (text === '') return isOptional ? null : 'required';
  if (text.length > lengthMax) return 'too.long';
  return kind === 'id' && !/^[1-9]\d{0,9}$/.test(text) ? 'format' : null;
}

/** As it is sent. */
export function textOf(entered: Value): string {
  return typeof entered === 'string' ? entered.trim() : (decimalOfTyped(entered) ?? '');
}

export function isNumber({ kind }: ActField): boolean {
  return kind === 'decimal' || kind === 'whole';
}

/** By field, what the server says of each; empty when it speaks of none. */
export function faultsBy(data: unknown): Record<string, string> {
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields)) return {};
  const fields = data.fields as readonly { path: string; code: string }[];
  return Object.fromEntries(fields.map(({ path, code }) => [path, code]));
}
