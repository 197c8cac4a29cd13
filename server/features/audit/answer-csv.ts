/** An answer as CSV, as it is read. */
import { ANSWER_COLUMNS, type AnswerRow, type AnswerRows, type Ask } from '../../../shared/wire/audit-journal';
import { BYTE_ORDER_MARK, csvLine } from '../shared/csv';

const ROWS_AT_ONCE = 1_000;

export async function* csvOf(
  audits: { rows(question: string, after: number, limit: number): Promise<AnswerRows> },
  question: string,
  ask: Ask,
): AsyncGenerator<string> {
  const columns = ANSWER_COLUMNS[ask];
  yield BYTE_ORDER_MARK + csvLine(columns);
  let after: number | null = 0;
  while (after !== null) {
    const { records, next }: AnswerRows = await audits.rows(question, after, ROWS_AT_ONCE);
    yield records.map((row) => csvLine(columns.map((column) => cellOf(row, column)))).join('');
    after = next;
  }
}

function cellOf(row: AnswerRow, column: string): string {
  const figure = row[column] ?? '';
  return column === 'at' && typeof figure === 'number' ? new Date(figure).toISOString() : String(figure);
}
