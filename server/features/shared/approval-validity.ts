/** Whether a member's proposal or approval still counts, by the core's rule: it lapses with the right. */
import type { CommandType } from '../../core/command';
import type { LiveViews } from '../../views/live/live-views';

type Views = Pick<LiveViews, 'staff' | 'members'>;

export function approvalStillCounts({ staff, members }: Views, by: number, type: CommandType): boolean {
  return !staff.isStaffDefined() || (staff.has(by, staff.rightOf(type)) && !members.stateOf(by).frozen);
}
