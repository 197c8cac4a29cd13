/** Comma-separated values as RFC 4180 has them, safe to open in a spreadsheet. */
import { ZONE } from '../../../../shared/rules/days';
import { downloadText } from './download';

/** With a byte-order mark, by which spreadsheets know UTF-8. */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[head, ...rows].map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

/** A plain number may begin with a minus; of anything else that a spreadsheet would compute the first sign is disarmed. */
function cellOf(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const harmless = !isNumber && /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Title of a column of times, which are written by `zonedTime`: in the zone of the exchange, as in the files it writes. */
export function timeTitle(title: string): string {
  return `${title} (${ZONE})`;
}

/** Hands the browser a file to keep. */
export function downloadCsv(name: string, text: string): void {
  downloadText(name, text, 'text/csv');
}
