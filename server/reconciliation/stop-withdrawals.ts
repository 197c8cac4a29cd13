/** Stops withdrawals after confirmed differences. */
import { isDifferenceKnown } from '../core/drift/state';
import type { CoreState } from '../core/state';
import type { CommandPort } from '../engine/port';
import type { Difference } from './differences';

export interface StopWithdrawalsDependencies {
  state: () => CoreState;
  commands: Pick<CommandPort, 'submit'>;
  log: (message: string, details: Record<string, unknown>) => void;
}

/** Maximum number of differences reported per check. */
const REPORTED_MAX = 20;

/** Excludes differences that are open already or were lifted by two members of staff. */
export function newDifferences(
  { state }: Pick<StopWithdrawalsDependencies, 'state'>,
  found: readonly Difference[],
): Difference[] {
  const { drift } = state();
  return found.filter((one) => !isDifferenceKnown(drift, one));
}

export async function stopWithdrawals(
  dependencies: StopWithdrawalsDependencies,
  lasting: readonly Difference[],
): Promise<void> {
  for (const { comparison, subject, asset, expected, found } of newDifferences(dependencies, lasting).slice(
    0,
    REPORTED_MAX,
  )) {
    const fields = { comparison, subject, asset, expected, found };
    const outcome = await dependencies.commands.submit({
      actor: 'sentinel',
      command: { type: 'StopWithdrawals', ...fields },
    });
    if ('rejected' in outcome) continue;
    // Logs must not contain balances: the desk shows the account and the amount under this number.
    dependencies.log('withdrawals stopped', { comparison, difference: outcome.id, asset });
  }
}
