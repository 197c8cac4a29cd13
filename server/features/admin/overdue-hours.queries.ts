/** Configured hours after which each task of staff is overdue. */
import { ADMIN_ROUTES as ROUTES } from '../../../shared/wire/admin';
import { OVERDUE_WAITS } from '../../../shared/rules/overdue-hours';
import type { OverdueHours } from '../../../shared/wire/admin';
import { queryHandler } from '../shared/endpoints/handlers';
import { LiveReader } from '../shared/endpoints/live-reader';

export const OverdueHoursOfAll = queryHandler(
  ROUTES.overdueHours,
  [LiveReader],
  async ({ request: { minPosition } }, reader): Promise<{ records: OverdueHours[] }> => {
    const { staff } = await reader.at(minPosition);
    return { records: OVERDUE_WAITS.map((wait) => ({ wait, hours: staff.overdueHours(wait) })) };
  },
);
