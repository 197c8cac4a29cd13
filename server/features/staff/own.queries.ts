/** Role, rights and bounds of a member of staff. */
import { STAFF_ROUTES as ROUTES, type OwnStaff, type OwnStaffAnswer } from '../../../shared/wire/staff';
import { sentWith } from '../../platform/http/route-messages';
import { KNOWN_STAFF, LIVE_VIEWS } from '../../platform/tokens';
import { answers } from '../shared/endpoints/handles';
import { boundsOf } from './roles';

export const OwnStaffOf = answers(
  ROUTES.own,
  [KNOWN_STAFF, LIVE_VIEWS],
  async (query, staff, live): Promise<OwnStaffAnswer> => {
    const { user, role } = sentWith(query).caller;
    return {
      waitMs: live.staff.waitMs(),
      endNoticeMs: live.staff.endNoticeMs(),
      userId: user,
      role: role as OwnStaff['role'],
      rights: [...staff.rightsOf(user)],
      ...boundsOf(staff, user),
    };
  },
);
