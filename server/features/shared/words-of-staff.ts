/** Whose word still counts as that of one of two, as the core judges it: what somebody proposed or approved falls away with their right. */
import type { CommandType } from '../../core/command';
import type { LiveViews } from '../../views/live/live-views';

type Views = Pick<LiveViews, 'staff' | 'members'>;

export function wordCounts({ staff, members }: Views, by: number, type: CommandType): boolean {
  return !staff.isTold() || (staff.has(by, staff.rightOf(type)) && !members.standingOf(by).frozen);
}
