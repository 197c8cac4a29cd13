/** Lines of CSV files by RFC 4180. All cells of all files are formatted here. */
import { ZONE, zonedTime } from '../../../../shared/rules/days';
import { decimalOf, scaleOf } from '../../../../shared/rules/units';

const LINE_END = '\r\n';
/** Byte order mark; without it spreadsheets misread UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

export function csvLine(fields: readonly string[]): string {
  return fields.map(fieldOf).join(',') + LINE_END;
}

/** A number may begin with a minus; other texts that a spreadsheet would evaluate are escaped. */
function fieldOf(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const harmless = !isNumber && /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

interface Source<Row, Fields extends object> {
  /** Returns at most `limit` rows after `last`. */
  nextRows: (last: Row | undefined, limit: number) => Promise<Row[]>;
  record: (row: Row) => Fields;
}

const PART = 200;

/** Parts of a file in order: its header, then its lines as they are read. */
export async function* csvFile<Row, Fields extends object>(
  columns: readonly (keyof Fields & string)[],
  { nextRows, record }: Source<Row, Fields>,
): AsyncIterable<string> {
  yield BYTE_ORDER_MARK + headerLine(columns);
  for (let last: Row | undefined; ;) {
    const rows = await nextRows(last, PART);
    const lines = rows.map((row) => recordLine(columns, record(row)));
    if (lines.length > 0) yield lines.join('');
    if (rows.length < PART) return;
    last = rows[rows.length - 1];
  }
}

/** Column forms by name: the header text, and the format of a cell. */
const FORMS: readonly {
  pattern: RegExp;
  header: (name: string) => string;
  cell: (value: string | number) => string;
}[] = [
  {
    pattern: /^(at|time|.+(At|From))$/,
    header: (name) => `${name} (${ZONE})`,
    cell: (value) => (typeof value === 'number' ? zonedTime(value) : value),
  },
  { pattern: /.Ppb$/, header: (name) => `${name.slice(0, -'Ppb'.length)} (%)`, cell: (ppb) => percent(String(ppb), 9) },
  { pattern: /^(rate|yield)$/, header: (name) => `${name} (%)`, cell: (ratio) => percent(String(ratio), 0) },
  {
    pattern: /.Ms$/,
    header: (name) => `${name.slice(0, -'Ms'.length)} (s)`,
    cell: (ms) => decimalOf(BigInt(ms), 3),
  },
  { pattern: /.Days$/, header: (name) => `${name.slice(0, -'Days'.length)} (days)`, cell: String },
];

/** Column names with the unit or the time zone of their cells. */
export function headerLine(columns: readonly string[]): string {
  return csvLine(columns.map((column) => formOf(column)?.header(column) ?? column));
}

/** Cells in column order. A missing value is an empty cell. */
export function recordLine(columns: readonly string[], record: object): string {
  const fields = record as Record<string, string | number | boolean | null | undefined>;
  return csvLine(
    columns.map((column) => {
      const value = fields[column];
      if (value === null || value === undefined || value === '') return '';
      return typeof value === 'boolean' ? String(value) : (formOf(column)?.cell(value) ?? String(value));
    }),
  );
}

function formOf(column: string) {
  return FORMS.find(({ pattern }) => pattern.test(column));
}

/** `ratio` × 10^-`scale` in percent, with all its digits. */
function percent(ratio: string, scale: number): string {
  const digits = scaleOf(ratio);
  return decimalOf(BigInt(ratio.replace('.', '')) * 100n, digits + scale);
}
