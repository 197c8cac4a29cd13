/** Outcome of an ended contract. */
import { Refusal } from '../../platform/errors/refusal';
import type { ViewsDatabase } from '../../views/stored/views-database';
import type { EndedRow, ItemKey } from '../product';
import { optionContractById } from './stored/queries';

export const ENDED_OPTION: EndedRow = {
  missing: 'option.not.found',
  named: {
    CancelOption: ({ user, contract }) => ({ user, id: contract }),
  },
  find: endedOption,
};

async function endedOption(stored: ViewsDatabase, { user, id }: ItemKey): Promise<Refusal | null> {
  const row = await optionContractById(stored, id);
  if (row?.userId !== user || row.outcome === null) return null;
  const data = { contract: String(id), end: row.outcome, reason: row.reason };
  return new Refusal(row.outcome === 'cancelled' ? 'option.cancelled' : 'option.settled', data);
}
