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
