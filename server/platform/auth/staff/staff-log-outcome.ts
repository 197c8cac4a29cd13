/** How an act of staff ended, in one word of the log: `success`, `proposed/12`, `acted/3`, or the code it was refused with. */
import type { StaffLogRecord } from '../../../../shared/wire/staff';
import { Envelope } from '../../errors/envelope';

const SUCCESS = 'success';
const PROPOSED = 'proposed/';
const ACTED = 'acted/';

/** Of what an endpoint of staff has answered: an envelope, a file, or what would be in an envelope. */
export function outcomeOf(answer: unknown): string {
  const told = answer instanceof Envelope ? answer.data : answer;
  if (typeof told !== 'object' || told === null) return SUCCESS;
  const { proposal, proposals, act } = told as { proposal?: unknown; proposals?: unknown; act?: { act?: unknown } };
  if (typeof proposal === 'string') return `${PROPOSED}${proposal}`;
  if (Array.isArray(proposals) && proposals.length > 0) return `${PROPOSED}${proposals.join(' ')}`;
  return typeof act?.act === 'string' ? `${ACTED}${act.act}` : SUCCESS;
}

export function outcomeIn(stored: string | null): Pick<StaffLogRecord, 'outcome' | 'proposal' | 'act'> {
  if (stored?.startsWith(PROPOSED)) return { outcome: SUCCESS, proposal: stored.slice(PROPOSED.length) };
  if (stored?.startsWith(ACTED)) return { outcome: SUCCESS, act: stored.slice(ACTED.length) };
  return { outcome: stored };
}
