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
  const facts = factsOf(row);
  const reasons = facts === null ? [] : [facts.reason, actOf(facts)?.reason];
  return reasons.filter((reason) => typeof reason === 'string');
}

function withReason(row: AnswerRow, reasonOf: (reason: string) => string): AnswerRow {
  const facts = factsOf(row);
  if (facts === null || reasonsIn(row).length === 0) return row;
  const worded = (said: Facts): Facts =>
    typeof said.reason === 'string' ? { ...said, reason: reasonOf(said.reason) } : said;
  const act = actOf(facts);
  return { ...row, facts: JSON.stringify({ ...worded(facts), ...(act && { act: JSON.stringify(worded(act)) }) }) };
}
