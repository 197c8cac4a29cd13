/** Withdrawals stop by what was found twice. */
import { isTold } from '../core/drift/state';
import type { CoreState } from '../core/state';
import type { CommandPort } from '../engine/port';
import type { Found } from './found';

export interface StoppingParts {
  state: () => CoreState;
  commands: Pick<CommandPort, 'submit'>;
  log: (message: string, facts: Record<string, unknown>) => void;
}

/** One look tells of no more. */
const TOLD_MAX = 20;

/** What is open already, or was lifted by two of staff, is not told again. */
export function untold({ state }: Pick<StoppingParts, 'state'>, found: readonly Found[]): Found[] {
  const { drift } = state();
  return found.filter((one) => !isTold(drift, one));
}

export async function stopBy(parts: StoppingParts, lasting: readonly Found[]): Promise<void> {
  for (const { comparison, subject, asset, expected, found } of untold(parts, lasting).slice(0, TOLD_MAX)) {
    const facts = { comparison, subject, asset, expected, found };
    const outcome = await parts.commands.submit({ actor: 'sentinel', command: { type: 'StopWithdrawals', ...facts } });
    if ('rejected' in outcome) continue;
    // Logs go where balances must not: whose and how much is at the desk, under this number.
    parts.log('withdrawals stopped', { comparison, difference: outcome.id, asset });
  }
}
