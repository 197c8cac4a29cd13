/** Comma-separated values by RFC 4180, safe to open in a spreadsheet. */
import { ZONE } from '../../../../shared/rules/days';
import { downloadText } from './download';

/** Starts with a byte order mark, by which spreadsheets recognise UTF-8. */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[head, ...rows].map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

/** Prefixes text that a spreadsheet would compute. Plain numbers may start with a minus. */
function cellOf(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const harmless = !isNumber && /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Title of a time column; times are in the exchange's zone, as in its own exports. */
export function timeTitle(title: string): string {
  return `${title} (${ZONE})`;
}

/** Lets the browser save a file. */
export function downloadCsv(name: string, text: string): void {
  downloadText(name, text, 'text/csv');
}
