/** How a robot ended. */
import { Refusal } from '../../platform/errors/refusal';
import type { ViewsDatabase } from '../../views/stored/views-database';
import type { EndedRow, Named } from '../product';
import { robotOf } from './stored/queries';

export const ENDED_ROBOT: EndedRow = {
  missing: 'robot.not.found',
  named: {
    StopRobot: ({ user, robot }) => ({ user, id: robot }),
  },
  find: endedRobot,
};

/** One that is being stopped sells what it has, and cannot be stopped again. */
async function endedRobot(stored: ViewsDatabase, { user, id }: Named): Promise<Refusal | null> {
  const row = user === null ? undefined : await robotOf(stored, user, id);
  if (!row || row.status === 'running') return null;
  const { market, status, reason } = row;
  return new Refusal('robot.ended', { robot: String(id), market, status, reason });
}
