/** Outcome of an ended robot. */
import { Refusal } from '../../platform/errors/refusal';
import type { ViewsDatabase } from '../../views/stored/views-database';
import type { EndedRow, ItemKey } from '../product';
import { robotOf } from './stored/queries';

export const ENDED_ROBOT: EndedRow = {
  missing: 'robot.not.found',
  named: {
    StopRobot: ({ user, robot }) => ({ user, id: robot }),
  },
  find: endedRobot,
};

/** A robot that is stopping sells its base, and cannot be stopped again. */
async function endedRobot(stored: ViewsDatabase, { user, id }: ItemKey): Promise<Refusal | null> {
  const row = user === null ? undefined : await robotOf(stored, user, id);
  if (!row || row.status === 'running') return null;
  const { market, status, reason } = row;
  return new Refusal('robot.ended', { robot: String(id), market, status, reason });
}
