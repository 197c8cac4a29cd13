/** Input fields of a staff action and their validation. */
import type { Texts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { decimalOfTyped, type Typed } from '../../kit/lib/numbers/typed';

export interface ActField {
  name: string;
  label: string;
  /** `id`: digits that are not a quantity. `marks`: several choices, sent comma-separated. `time`: a future time in local time. */
  kind: 'line' | 'lines' | 'decimal' | 'whole' | 'id' | 'marks' | 'time';
  /** Maximum characters; for numbers, of the decimal as sent. */
  lengthMax: number;
  initial?: string;
  hint?: string;
  /** Replaces the general message for a wrong format. */
  formatFault?: string;
  /** Choices instead of free input. */
  choices?: readonly { value: string; text: string; hint?: string }[];
  isOptional?: boolean;
  unit?: string;
}

/** Numbers keep their parsed input, all other fields their text. */
export type Value = string | Typed;

export interface FieldRowProps<Kept extends Value = string> {
  id: string;
  field: ActField;
  value: Kept;
  errorText: string | null;
  onChange: (value: Kept) => void;
}

/** Maximum of `reason` in requests, in characters. */
export const REASON_LENGTH_MAX = 200;
/** Maximum length of a decimal in requests. */
export const DECIMAL_LENGTH_MAX = 61;
/** Length of a browser's `datetime-local` value with seconds. */
export const TIME_LENGTH_MAX = 19;

export function reasonField(t: Texts['t']): ActField {
  return { name: 'reason', label: t('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX };
}

/** Start time of a change; empty means immediately. */
export function fromField(t: Texts['t']): ActField {
  return {
    ...{ name: 'from', label: t('staff.from.time'), hint: t('staff.from.hint'), kind: 'time' },
    ...{ lengthMax: TIME_LENGTH_MAX, isOptional: true },
  };
}

/** Code of the catalogue's `field`, or null if valid. */
export function faultOf({ kind, lengthMax, isOptional }: ActField, value: Value): string | null {
  if (typeof value !== 'string' && value.kind === 'refused') return 'decimal';
  const text = textOf(value);
  if (text === '') return isOptional ? null : 'required';
  if (text.length > lengthMax) return 'too.long';
  if (kind === 'time' && timeOf(text) === null) return 'format';
  return kind === 'id' && !/^[1-9]\d{0,9}$/.test(text) ? 'format' : null;
}

/** Input value as it is sent. */
export function textOf(value: Value): string {
  return typeof value === 'string' ? value.trim() : (decimalOfTyped(value) ?? '');
}

/** Epoch milliseconds of a local time from its input field, or null if invalid. */
export function timeOf(text: string): number | null {
  const at = /^\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? new Date(text).getTime() : NaN;
  return Number.isNaN(at) ? null : at;
}

/** Inverse of `timeOf`, to the minute. */
export function timeText(at: number): string {
  return dateAndTime(at).slice(0, -3).replace(' ', 'T');
}

export function isNumber({ kind }: ActField): boolean {
  return kind === 'decimal' || kind === 'whole';
}

/** The server's fault codes by field; empty if it names none. */
export function faultsBy(data: unknown): Record<string, string> {
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields)) return {};
  const fields = data.fields as readonly { path: string; code: string }[];
  return Object.fromEntries(fields.map(({ path, code }) => [path, code]));
}
