/** Lines of files of comma-separated values, as RFC 4180 has them. */
const LINE_END = '\r\n';
/** A spreadsheet that is not told so reads UTF-8 as something else. */
export const BYTE_ORDER_MARK = '\uFEFF';

export function csvLine(fields: readonly string[]): string {
  return fields.map(fieldOf).join(',') + LINE_END;
}

/** A plain number may begin with a minus; of anything else that a spreadsheet would compute the first sign is disarmed. */
function fieldOf(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const harmless = !isNumber && /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

interface Source<Row, Fields extends object> {
  /** So many rows at most, behind the last one. */
  part: (last: Row | undefined, limit: number) => Promise<Row[]>;
  record: (row: Row) => Fields;
}

const PART = 200;

/** Parts of a file, in order: its head, and its lines as they are read. */
export async function* csvFile<Row, Fields extends object>(
  columns: readonly (keyof Fields & string)[],
  { part, record }: Source<Row, Fields>,
): AsyncIterable<string> {
  yield BYTE_ORDER_MARK + csvLine(columns);
  for (let last: Row | undefined; ;) {
    const rows = await part(last, PART);
    const lines = rows.map((row) => recordLine(columns, record(row)));
    if (lines.length > 0) yield lines.join('');
    if (rows.length < PART) return;
    last = rows[rows.length - 1];
  }
}

/** A record by the names of its fields. Times, which are called so, as people and spreadsheets read them alike; empty where there is none. */
export function recordLine(columns: readonly string[], record: object): string {
  const fields = record as Record<string, string | number | null>;
  return csvLine(
    columns.map((column) => {
      const value = fields[column];
      if (value === null || value === undefined) return '';
      return typeof value === 'number' && isTime(column) ? new Date(value).toISOString() : String(value);
    }),
  );
}

function isTime(column: string): boolean {
  return column === 'at' || column.endsWith('At');
}
