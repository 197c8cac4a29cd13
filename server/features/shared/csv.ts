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
