/** Words of acts of staff about timers, for proposals. */
import type { AdminParts } from '../../../admin/act/admin-parts';

export const ADMIN_PARTS: AdminParts = {
  acts: { SetTimerTerms: 'staff.timer.act' },
  fieldFormats: { price: { name: (t) => t('timer.price') } },
};
