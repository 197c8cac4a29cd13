/** An answer as CSV, as it is read. */
import { ANSWER_COLUMNS, type AnswerRows, type QuestionKind } from '../../../shared/wire/audit/audit-journal';
import { BYTE_ORDER_MARK, headerLine, recordLine } from '../shared/endpoints/csv';

const ROWS_AT_ONCE = 1_000;

export async function* csvOf(
  audits: { rows(question: string, after: number, limit: number): Promise<AnswerRows> },
  question: string,
  questionKind: QuestionKind,
): AsyncGenerator<string> {
  const columns = ANSWER_COLUMNS[questionKind];
  yield BYTE_ORDER_MARK + headerLine(columns);
  let after: number | null = 0;
  while (after !== null) {
    const { records, next }: AnswerRows = await audits.rows(question, after, ROWS_AT_ONCE);
    if (records.length > 0) yield records.map((row) => recordLine(columns, row)).join('');
    after = next;
  }
}
