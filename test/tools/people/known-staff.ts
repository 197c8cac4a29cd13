/** Staff as a journal would record them, for tests without a journal. */
import { WHOLE_SCOPE } from '../../../shared/rules/audit-scope';
import type { KnownStaff } from '../../../server/platform/auth/staff/known-staff';

export const NO_STAFF: KnownStaff = {
  roleOf: () => 'user',
  has: () => false,
  rightsOf: () => [],
  untilOf: () => null,
  scopeOf: () => WHOLE_SCOPE,
  people: () => [],
  settingOf: () => undefined,
  settingsLike: () => [],
  dailyLimitOf: () => undefined,
  onRightsChanged: () => () => undefined,
  include: async () => undefined,
};
