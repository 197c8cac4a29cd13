/** Notifications of rebates: one message for all rebates of a day, even if several batches pay them. */
import { dayName } from '../../../shared/rules/days';
import type { EventOf } from '../../core/event';
import { notification, type NotificationContext } from '../../workers/notifications/notification';

/** Whether it is the batch's first rebate to the user for the day. */
function isFirstOfDay(rebate: EventOf<'RebatePaid'>, { batch: { command, events } }: NotificationContext): boolean {
  const isOfDay = ({ user, day }: EventOf<'RebatePaid'>) => user === rebate.user && day === rebate.day;
  return command.type === 'PayRebates' && events.find((one) => one.type === 'RebatePaid' && isOfDay(one)) === rebate;
}

export const REFERRAL_NOTIFICATIONS = [
  notification('RebatePaid', {
    key: 'referral.paid',
    when: isFirstOfDay,
    facts: ({ day }) => ({ day: dayName(day) }),
    origin: ({ user, day }) => `referral/${user}/${day}`,
  }),
];
