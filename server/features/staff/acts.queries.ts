/** Actions of single members of staff: actor, target, and automatic end. */
import { STAFF_ROUTES as ROUTES } from '../../../shared/wire/staff';
import type { StaffActRecord } from '../../../shared/wire/staff-proposals';
import { LOCK_MS } from '../../../shared/products/perpetual/rules/position-lock';
import type { SinglePersonAct } from '../../core/staff/state';
import { CLOCK, LIVE_VIEWS } from '../../platform/tokens';
import { queryHandler } from '../shared/endpoints/handlers';
import { LiveReader } from '../shared/endpoints/live-reader';

export const ActsOfOne = queryHandler(
  ROUTES.acts,
  [LIVE_VIEWS, CLOCK, LiveReader],
  async ({ request: { minPosition } }, live, clock, reader) => {
    await reader.at(minPosition);
    const { staff } = live;
    const now = clock();
    const records = staff.acts(now).map((act): StaffActRecord => {
      const { id, kind, command, subject, by, at } = act;
      return { act: String(id), kind, command, right: staff.rightOf(command), subject, by, at, ...endOf(act, now) };
    });
    return { records };
  },
);

/** A position's lock has a fixed end that cannot be extended. */
function endOf(
  { command, at, until, ended }: Readonly<SinglePersonAct>,
  now: number,
): Pick<StaffActRecord, 'until' | 'keepable' | 'ended'> {
  if (command !== 'LockPosition' || ended !== null) return { until, keepable: until !== null, ended };
  const end = at + LOCK_MS;
  const isOver = now >= end;
  return { until: isOver ? null : end, keepable: false, ended: isOver ? 'lapsed' : null };
}
