/** Who sends a command that no user sends: whoever its row names, and one of staff where it may be anyone. */
import type { Actor, Command } from '../../server/core/command';
import { COMMANDS } from '../../server/products/core';

/** Below all users of the tests: nobody of staff verifies themselves. */
const STAFF: Actor = 'admin/9000001';

export function insider(command: Command): Actor {
  const { senders } = COMMANDS[command.type];
  for (const capability of ['registrar', 'demo', 'payouts', 'sentinel', 'clock'] as const) {
    if (senders.includes(capability)) return capability;
  }
  if (senders.includes('feed')) return 'feed/index';
  if (!senders.includes('chain')) return STAFF;
  if (command.type === 'ObserveRecharge') return `chain/${command.chain}`;
  const isOfReference = ['RetractRecharge', 'FinalizeRecharge', 'RevertRecharge'].includes(command.type);
  return `chain/${isOfReference ? (command as { reference: string }).reference.split('/')[0] : ''}`;
}
