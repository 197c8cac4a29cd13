/** Rows of an answer as the journal has them, with what staff wrote in place of its hash: facts of an event are JSON in one cell. */
import type { AnswerRow, AnswerRows } from '../../../shared/wire/audit/audit-journal';
import type { StaffTexts } from '../../platform/staff-texts';
import type { Audits } from '../../workers/audits';

export class ReasonedRows {
  constructor(
    private readonly audits: Pick<Audits, 'rows'>,
    private readonly texts: Pick<StaffTexts, 'reasonsIn'>,
  ) {}

  async rows(question: string, after: number, limit: number): Promise<AnswerRows> {
    const answer = await this.audits.rows(question, after, limit);
    const reasonOf = await this.texts.reasonsIn(answer.records.flatMap(reasonsIn));
    return { ...answer, records: answer.records.map((row) => withReason(row, reasonOf)) };
  }
}

type Facts = Readonly<Record<string, unknown>>;

function factsOf({ facts }: AnswerRow): Facts | null {
  return typeof facts === 'string' ? (JSON.parse(facts) as Facts) : null;
}

/** A proposal's reason is that of its command. */
function actOf({ act }: Facts): Facts | null {
  return typeof act === 'string' && act.startsWith('{') ? (JSON.parse(act) as Facts) : null;
}

function reasonsIn(row: AnswerRow): string[] {
  const details = factsOf(row);
  const reasons = details === null ? [] : [details.reason, actOf(details)?.reason];
  return reasons.filter((reason) => typeof reason === 'string');
}

function withReason(row: AnswerRow, reasonOf: (reason: string) => string): AnswerRow {
  const details = factsOf(row);
  if (details === null || reasonsIn(row).length === 0) return row;
  const worded = (fields: Facts): Facts =>
    typeof fields.reason === 'string' ? { ...fields, reason: reasonOf(fields.reason) } : fields;
  const act = actOf(details);
  return { ...row, facts: JSON.stringify({ ...worded(details), ...(act && { act: JSON.stringify(worded(act)) }) }) };
}
