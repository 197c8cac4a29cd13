/** Outcome of an ended stop. */
import { Refusal } from '../../platform/errors/refusal';
import type { ViewsDatabase } from '../../views/stored/views-database';
import type { EndedRow, ItemKey } from '../product';
import { stopById } from './stored/queries';

export const ENDED_STOP: EndedRow = {
  missing: 'stop.not.found',
  named: {
    CancelStop: ({ user, stop }) => ({ user, id: stop }),
    AmendStop: ({ user, stop }) => ({ user, id: stop }),
  },
  find: endedStop,
};

async function endedStop(stored: ViewsDatabase, { user, id }: ItemKey): Promise<Refusal | null> {
  const row = await stopById(stored, id);
  if (row?.userId !== user || row.open === 1) return null;
  const data = { stop: String(id), market: row.market, reason: row.reason };
  const isCancelled = row.reason === 'requested' || row.reason === 'position_closed';
  return new Refusal(isCancelled ? 'stop.cancelled' : 'stop.filled', data);
}
