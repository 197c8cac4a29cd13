import type { StaffPosition } from '../../../../../shared/products/perpetual/staff';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useLockPositionMutation, useUnlockPositionMutation } from '../../../entities/staff/contracts-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { reasonField } from '../../../features/staff-act/fields';
import { useReasonFields } from '../../../features/staff-act/reasons';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';

/** One locks a position for an hour; two end that before its time. */
export type LockWay = 'lock' | 'unlock';

/** Null: it is one's own, and others decide. */
export function lockWayOf(
  { isLocked, userId }: Pick<StaffPosition, 'isLocked' | 'userId'>,
  own: Pick<OwnStaff, 'userId'>,
): LockWay | null {
  if (userId === own.userId) return null;
  return isLocked ? 'unlock' : 'lock';
}

export function useLockActs(
  labelOf: (market: string) => string,
  onDone: (position: number | undefined) => void,
): (position: StaffPosition, way: LockWay) => Act {
  const { say } = useTexts();
  const [lock] = useLockPositionMutation();
  const [unlock] = useUnlockPositionMutation();
  const { fields, reasonFrom } = useReasonFields('position')({ hint: say('staff.reason.read_by_user') });
  return ({ id, market, side, userId, lockedUntil }, way) => ({
    title: `${say(`staff.lock.${way}`)} – #${id}`,
    consequence: say(`staff.lock.consequence.${way}`),
    takes: way === 'lock' ? 'LockPosition' : 'UnlockPosition',
    facts: [
      [say('staff.user.id'), userId],
      [say('positions.contract'), `${labelOf(market)} · ${say(`positions.${side}`)}`],
      ...(lockedUntil === null ? [] : ([[say('staff.lock.until'), dateAndTime(lockedUntil)]] as const)),
    ],
    // Why it ends is for staff to know.
    fields: way === 'lock' ? fields : [{ ...reasonField(say), hint: say('staff.funds.reason_kept') }],
    confirm: say(`staff.lock.${way}`),
    ...(way === 'lock' ? { kind: 'bad' as const } : {}),
    done: say(`staff.lock.done.${way}`),
    send: (entered, clientId) => {
      const wish = { clientId, contract: id };
      return way === 'lock'
        ? lock({ ...wish, reason: reasonFrom(entered) })
        : unlock({ ...wish, reason: entered.reason });
    },
    onDone,
  });
}
