/** Outcome of an ended withdrawal. */
import { Refusal } from '../../platform/errors/refusal';
import type { ViewsDatabase } from '../../views/stored/views-database';
import type { EndedRow, ItemKey } from '../product';
import { withdrawalById } from './stored/queries';

export const ENDED_WITHDRAWAL: EndedRow = {
  missing: 'withdrawal.not.found',
  named: {
    CancelWithdrawal: ({ user, withdrawal }) => ({ user, id: withdrawal }),
    ApproveWithdrawal: ({ withdrawal }) => ({ user: null, id: withdrawal }),
    RejectWithdrawal: ({ withdrawal }) => ({ user: null, id: withdrawal }),
  },
  find: endedWithdrawal,
};

async function endedWithdrawal(stored: ViewsDatabase, { user, id }: ItemKey): Promise<Refusal | null> {
  const row = await withdrawalById(stored, id);
  if (!row || row.endedAt === null || (user !== null && row.userId !== user)) return null;
  return new Refusal('withdrawal.ended', { withdrawal: String(id), asset: row.asset, status: row.status });
}
