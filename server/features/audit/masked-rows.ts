/**
 * Rows of an answer as an admin reads them: where money went and came from masked in the facts of events, also in those of the time
 * before the journal had hashes of addresses.
 */
import { bankNumberOf } from '../../../shared/products/wallet/rules/bank-reference';
import { isTextHash } from '../../../shared/products/content/rules/kept-texts';
import { maskedEnd } from '../../../shared/products/identity/rules/masks';
import type { AnswerRow, AnswerRows } from '../../../shared/wire/audit-journal';
import type { ReasonedRows } from './reasoned-rows';

/** Facts that name an address or a transaction of a public chain, which tells addresses. */
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

/** Of a proposal also those of the command that it holds. */
function maskedFacts(facts: Facts): Facts {
  const masked: Record<string, unknown> = { ...facts };
  for (const name of MASKED) {
    const fact = facts[name];
    if (typeof fact === 'string' && !isTextHash(fact) && bankNumberOf(fact) === null) masked[name] = maskedEnd(fact);
  }
  const { act } = facts;
  if (typeof act === 'string' && act.startsWith('{'))
    masked['act'] = JSON.stringify(maskedFacts(JSON.parse(act) as Facts));
  return masked;
}
