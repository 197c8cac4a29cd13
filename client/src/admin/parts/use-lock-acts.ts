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
  own: Pick<OwnStaff, 'userId'>,
): LockWay | null {
  if (userId === own.userId) return null;
  return isLocked ? 'unlock' : 'lock';
}

export function useLockActs(
  labelOf: (market: string) => string,
  onDone: (position: number | undefined) => void,
): (position: StaffPosition, way: LockWay) => Act {
  const { t } = useTexts();
  const [lock] = useLockPositionMutation();
  const [unlock] = useUnlockPositionMutation();
  const { fields, reasonFrom } = useReasonFields('position')({ hint: t('staff.reason.read_by_user') });
  return ({ id, market, side, userId, lockedUntil }, way) => ({
    title: `${t(`staff.lock.${way}`)} – #${id}`,
    consequence: t(`staff.lock.consequence.${way}`),
    takes: way === 'lock' ? 'LockPosition' : 'UnlockPosition',
    facts: [
      [t('staff.user.id'), userId],
      [t('positions.contract'), `${labelOf(market)} · ${t(`positions.${side}`)}`],
      ...(lockedUntil === null ? [] : ([[t('staff.lock.until'), dateAndTime(lockedUntil)]] as const)),
    ],
    // The reason for unlocking is for staff only.
    fields: way === 'lock' ? fields : [{ ...reasonField(t), hint: t('staff.funds.reason_kept') }],
    confirm: t(`staff.lock.${way}`),
    ...(way === 'lock' ? { kind: 'bad' as const } : {}),
    done: t(`staff.lock.done.${way}`),
    send: (entered, clientId) => {
      const wish = { clientId, contract: id };
      return way === 'lock'
        ? lock({ ...wish, reason: reasonFrom(entered) })
        : unlock({ ...wish, reason: entered.reason });
    },
    onDone,
  });
}
