/**
 * Rows of an answer for an admin: masks sources and destinations of money in the facts of events, including those from
 * before addresses were hashed.
 */
import { bankNumberOf } from '../../../shared/products/wallet/rules/bank-reference';
import { isTextHash } from '../../../shared/products/content/rules/text-hashes';
import { maskedEnd } from '../../../shared/products/identity/rules/masks';
import type { AnswerRow, AnswerRows } from '../../../shared/wire/audit/audit-journal';
import type { ReasonedRows } from './reasoned-rows';

/** Facts with an address, or a public chain's transaction, which reveals addresses. */
const MASKED = ['address', 'reference', 'transaction'] as const;

type Facts = Readonly<Record<string, unknown>>;

export class MaskedRows {
  constructor(private readonly rowsBefore: Pick<ReasonedRows, 'rows'>) {}

  async rows(question: string, after: number, limit: number): Promise<AnswerRows> {
    const answer = await this.rowsBefore.rows(question, after, limit);
    return { ...answer, records: answer.records.map(maskedRow) };
  }
}

export function maskedRow(row: AnswerRow): AnswerRow {
  const { facts } = row;
  return typeof facts === 'string' ? { ...row, facts: JSON.stringify(maskedFacts(JSON.parse(facts) as Facts)) } : row;
}

/** For a proposal, also masks the facts of its command. */
function maskedFacts(details: Facts): Facts {
  const masked: Record<string, unknown> = { ...details };
  for (const name of MASKED) {
    const value = details[name];
    if (typeof value === 'string' && !isTextHash(value) && bankNumberOf(value) === null)
      masked[name] = maskedEnd(value);
  }
  const { act } = details;
  if (typeof act === 'string' && act.startsWith('{'))
    masked['act'] = JSON.stringify(maskedFacts(JSON.parse(act) as Facts));
  return masked;
}
