/** Role, rights and bounds of a staff member. */
import { STAFF_ROUTES as ROUTES, type OwnStaff, type OwnStaffAnswer } from '../../../shared/wire/staff';
import { requestContextOf } from '../../platform/http/route-messages';
import { KNOWN_STAFF, LIVE_VIEWS } from '../../platform/tokens';
import { queryHandler } from '../shared/endpoints/handlers';
import { boundsOf } from './roles';

export const OwnStaffOf = queryHandler(
  ROUTES.own,
  [KNOWN_STAFF, LIVE_VIEWS],
  async (query, staff, live): Promise<OwnStaffAnswer> => {
    const { user, role } = requestContextOf(query).caller;
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
