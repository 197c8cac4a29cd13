/** Staff as a journal would tell of them, where a test has none. */
import type { KnownStaff } from '../../server/platform/auth/known-staff';

export const NO_STAFF: KnownStaff = {
  roleOf: () => 'user',
  has: () => false,
  rightsOf: () => [],
  people: () => [],
  settingOf: () => undefined,
  settingsLike: () => [],
  dailyLimitOf: () => undefined,
  onNamed: () => () => undefined,
  include: async () => undefined,
};
