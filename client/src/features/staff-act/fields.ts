/** What an act of staff asks for beside the confirmation, and what is wrong with what was entered. */
import type { Texts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/numbers/format';
import { decimalOfTyped, type Typed } from '../../shared/lib/numbers/typed';

export interface ActField {
  name: string;
  label: string;
  /** `id`: digits that are no number. `marks`: some of the choices, told with commas between them. `time`: to come, in local time. */
  kind: 'line' | 'lines' | 'decimal' | 'whole' | 'id' | 'marks' | 'time';
  /** Characters; of a number as it is sent. */
  lengthMax: number;
  initial?: string;
  hint?: string;
  /** Said of a wrong format, where more can be said of it. */
  formatFault?: string;
  /** In place of typing. */
  choices?: readonly { value: string; text: string; hint?: string }[];
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
/** As the browser writes a date and a time. */
export const TIME_LENGTH_MAX = 19;

/** Why it is done. */
export function reasonField(say: Texts['say']): ActField {
  return { name: 'reason', label: say('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX };
}

/** From when a change is to count; nothing means at once. */
export function fromField(say: Texts['say']): ActField {
  return {
    ...{ name: 'from', label: say('staff.from.time'), hint: say('staff.from.hint'), kind: 'time' },
    ...{ lengthMax: TIME_LENGTH_MAX, isOptional: true },
  };
}

/** As a code of the catalogue's `field`; null for what can be sent. */
export function faultOf({ kind, lengthMax, isOptional }: ActField, entered: Value): string | null {
  if (typeof entered !== 'string' && entered.kind === 'refused') return 'decimal';
  const text = textOf(entered);
  if (text === '') return isOptional ? null : 'required';
  if (text.length > lengthMax) return 'too.long';
  if (kind === 'time' && timeOf(text) === null) return 'format';
  return kind === 'id' && !/^[1-9]\d{0,9}$/.test(text) ? 'format' : null;
}

/** As it is sent. */
export function textOf(entered: Value): string {
  return typeof entered === 'string' ? entered.trim() : (decimalOfTyped(entered) ?? '');
}

/** Epoch milliseconds of a time as its field tells it, in local time; null where it tells none. */
export function timeOf(entered: string): number | null {
  const at = /^\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}/.test(entered) ? new Date(entered).getTime() : NaN;
  return Number.isNaN(at) ? null : at;
}

/** The other way round, to the minute. */
export function timeText(at: number): string {
  return dateAndTime(at).slice(0, -3).replace(' ', 'T');
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
