/**
 * The house's bank statement for import: CSV (RFC 4180) with the header `reference,amount,name`, one payment per line.
 * The reference is the bank's own number. The amount has a decimal point and is below zero for outgoing payments. The
 * name is that of the other account.
 */

export const STATEMENT_HEADS = ['reference', 'amount', 'name'] as const;

export interface StatementRecord {
  way: 'in' | 'out';
  reference: string;
  /** Above zero, in digits. */
  amount: string;
  name: string;
}

const AMOUNT = /^(-?)(\d{1,30}(?:\.\d{1,18})?)$/;

/** The payments, or the number of the first invalid line. The header is line 1. */
export function readStatement(csv: string): StatementRecord[] | number {
  const rows = rowsOf(csv.replace(/^\uFEFF/, ''));
  if (typeof rows === 'number') return rows;
  const [heads, ...lines] = rows;
  if (heads?.cells.map((head) => head.trim().toLowerCase()).join() !== STATEMENT_HEADS.join()) return 1;
  const records: StatementRecord[] = [];
  for (const { line, cells } of lines) {
    const [reference, amount, name] = cells.map((cell) => cell.trim());
    const digits = AMOUNT.exec(amount ?? '');
    if (cells.length !== STATEMENT_HEADS.length || !reference || !name || !digits) return line;
    records.push({ way: digits[1] === '-' ? 'out' : 'in', reference, amount: digits[2], name });
  }
  return records;
}

/** The same form for all spellings of a person's name by banks: in capitals, with dots, without accents. */
export function plainName(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

interface Row {
  line: number;
  cells: string[];
}

/** Skips empty lines. Returns the line number of a quoted cell that does not end. */
function rowsOf(csv: string): Row[] | number {
  const rows: Row[] = [];
  let [line, at] = [1, 0];
  while (at < csv.length) {
    const row: Row = { line, cells: [] };
    for (let isOver = false; !isOver;) {
      const cell = cellAt(csv, at);
      if (cell === null) return row.line;
      row.cells.push(cell.text);
      line += cell.text.split('\n').length - 1;
      at = cell.end + 1;
      isOver = csv[cell.end] !== ',';
    }
    line++;
    if (row.cells.length > 1 || row.cells[0].trim() !== '') rows.push(row);
  }
  return rows;
}

/**
 * `end`: position of the comma or line feed after the cell. Null if a quoted cell does not end, or if other text
 * follows it.
 */
function cellAt(csv: string, start: number): { text: string; end: number } | null {
  if (csv[start] !== '"') {
    const found = csv.slice(start).search(/[,\n]/);
    const end = found < 0 ? csv.length : start + found;
    return { text: csv.slice(start, end), end };
  }
  const quoted = /^"((?:[^"]|"")*)"[ \t\r]*(?=[,\n]|$)/.exec(csv.slice(start));
  return quoted ? { text: quoted[1].replaceAll('""', '"'), end: start + quoted[0].length } : null;
}
