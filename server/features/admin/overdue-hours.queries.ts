/** After how many hours each thing that waits for staff is overdue, as the desk has set it. */
import { ADMIN_ROUTES as ROUTES } from '../../../shared/wire/admin';
import { OVERDUE_WAITS } from '../../../shared/rules/overdue-hours';
import type { OverdueHours } from '../../../shared/wire/admin';
import { answers } from '../shared/endpoints/handles';
import { LiveReader } from '../shared/endpoints/live-reader';

export const OverdueHoursOfAll = answers(
  ROUTES.overdueHours,
  [LiveReader],
  async ({ request: { minPosition } }, reader): Promise<{ records: OverdueHours[] }> => {
    const { staff } = await reader.at(minPosition);
    return { records: OVERDUE_WAITS.map((wait) => ({ wait, hours: staff.overdueHours(wait) })) };
  },
);
