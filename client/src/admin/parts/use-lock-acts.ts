import type { StaffPosition } from '../../../../shared/products/perpetual/staff';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { useLockPositionMutation, useUnlockPositionMutation } from '../api/contracts-api';
import type { Act } from '../act/act-dialog';
import { reasonField } from '../act/fields';
import { useReasonFields } from '../act/reasons';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';

/** One person may lock a position for an hour. Unlocking early takes two. */
export type LockWay = 'lock' | 'unlock';

/** Null for the caller's own position, which other staff decide. */
export function lockWayOf(
  { isLocked, userId }: Pick<StaffPosition, 'isLocked' | 'userId'>,
  ownStaff: Pick<OwnStaff, 'userId'>,
): LockWay | null {
  if (userId === ownStaff.userId) return null;
  return isLocked ? 'unlock' : 'lock';
}

export function useLockActs(
  labelOf: (market: string) => string,
  onDone: (position: number | undefined) => void,
): (position: StaffPosition, action: LockWay) => Act {
  const { t } = useTexts();
  const [lock] = useLockPositionMutation();
  const [unlock] = useUnlockPositionMutation();
  const { fields, reasonFrom } = useReasonFields('position')({ hint: t('staff.reason.read_by_user') });
  return ({ id, market, side, userId, lockedUntil }, action) => ({
    title: `${t(`staff.lock.${action}`)} – #${id}`,
    consequence: t(`staff.lock.consequence.${action}`),
    approvalRule: action === 'lock' ? 'LockPosition' : 'UnlockPosition',
    details: [
      [t('staff.user.id'), userId],
      [t('positions.contract'), `${labelOf(market)} · ${t(`positions.${side}`)}`],
      ...(lockedUntil === null ? [] : ([[t('staff.lock.until'), dateAndTime(lockedUntil)]] as const)),
    ],
    // The reason for unlocking is for staff only.
    fields: action === 'lock' ? fields : [{ ...reasonField(t), hint: t('staff.funds.reason_kept') }],
    confirm: t(`staff.lock.${action}`),
    ...(action === 'lock' ? { kind: 'bad' as const } : {}),
    successText: t(`staff.lock.done.${action}`),
    send: (input, clientId) => {
      const request = { clientId, contract: id };
      return action === 'lock'
        ? lock({ ...request, reason: reasonFrom(input) })
        : unlock({ ...request, reason: input.reason });
    },
    onDone,
  });
}
