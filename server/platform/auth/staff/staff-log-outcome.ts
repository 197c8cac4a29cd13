/** The outcome of a staff action in the log: `success`, `proposed/12`, `acted/3`, or the refusal's code. */
import type { StaffLogRecord } from '../../../../shared/wire/staff';
import { Envelope } from '../../errors/envelope';

const SUCCESS = 'success';
const PROPOSED = 'proposed/';
const ACTED = 'acted/';

/** The outcome from the answer of a staff endpoint: an envelope, a file, or an envelope's data. */
export function outcomeOf(answer: unknown): string {
  const data = answer instanceof Envelope ? answer.data : answer;
  if (typeof data !== 'object' || data === null) return SUCCESS;
  const { proposal, proposals, act } = data as { proposal?: unknown; proposals?: unknown; act?: { act?: unknown } };
  if (typeof proposal === 'string') return `${PROPOSED}${proposal}`;
  if (Array.isArray(proposals) && proposals.length > 0) return `${PROPOSED}${proposals.join(' ')}`;
  return typeof act?.act === 'string' ? `${ACTED}${act.act}` : SUCCESS;
}

export function outcomeIn(stored: string | null): Pick<StaffLogRecord, 'outcome' | 'proposal' | 'act'> {
  if (stored?.startsWith(PROPOSED)) return { outcome: SUCCESS, proposal: stored.slice(PROPOSED.length) };
  if (stored?.startsWith(ACTED)) return { outcome: SUCCESS, act: stored.slice(ACTED.length) };
  return { outcome: stored };
}
