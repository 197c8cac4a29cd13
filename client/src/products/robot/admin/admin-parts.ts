/** Parts of robots in shared screens of the admin. */
import type { AdminParts } from '../../../admin/act/admin-parts';

export const ADMIN_PARTS: AdminParts = {
  acts: {
    SetRobotTerms: 'staff.proposal.act.SetRobotTerms',
    RevokeRobotKey: 'staff.proposal.act.RevokeRobotKey',
    StopRobot: 'staff.proposal.act.StopRobot',
  },
};
