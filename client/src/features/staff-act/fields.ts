/** What an act of staff asks for beside the confirmation, and what is wrong with what was entered. */
export interface ActField {
  name: string;
  label: string;
  /** `marks`: some of the choices, told with commas between them. */
  kind: 'line' | 'lines' | 'decimal' | 'whole' | 'marks';
  /** Characters. */
  lengthMax: number;
  initial?: string;
  hint?: string;
  /** Said of a wrong format, where more can be said of it. */
  formatFault?: string;
  /** In place of typing. */
  choices?: readonly { value: string; text: string }[];
  isOptional?: boolean;
}

export interface FieldRowProps {
  id: string;
  field: ActField;
  value: string;
  fault: string | null;
  onChange: (text: string) => void;
}

/** As a request's `reason` has it. */
export const REASON_LENGTH_MAX = 200;
/** As a request's decimals have it. */
export const DECIMAL_LENGTH_MAX = 61;

/** As a code of the catalogue's `field`; null for what can be sent. */
export function faultOf({ kind, lengthMax, isOptional }: ActField, entered: string): string | null {
  const text = entered.trim();
  if (text === '') return isOptional ? null : 'required';
  if (text.length > lengthMax) return 'too.long';
  if (kind === 'decimal' && !/^(0|[1-9]\d{0,29})(\.\d{1,30})?$/.test(text)) return 'decimal';
  if (kind === 'whole' && !/^(0|[1-9]\d{0,9})$/.test(text)) return 'format';
  return null;
}

/** By field, what the server says of each; empty when it speaks of none. */
export function faultsBy(data: unknown): Record<string, string> {
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields)) return {};
  const fields = data.fields as readonly { path: string; code: string }[];
  return Object.fromEntries(fields.map(({ path, code }) => [path, code]));
}
