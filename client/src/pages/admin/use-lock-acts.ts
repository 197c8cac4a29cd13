import type { StaffPosition } from '../../../../shared/wire/contract-staff';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { useLockPositionMutation, useUnlockPositionMutation } from '../../entities/staff/contracts-api';
import type { Act } from '../../features/staff-act/act-dialog';
import { reasonField } from '../../features/staff-act/fields';
import { useReasonFields } from '../../features/staff-act/reasons';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';

/** What somebody of staff can do about the lock of a position: propose it or its end, or second what another proposed. */
export type LockWay = 'lock' | 'unlock' | 'confirmLock' | 'confirmUnlock';

/** `waits`: for another of staff, because the proposal is one's own or the position is. Null: there is nothing to do. */
export function lockWayOf(
  { isLocked, proposal, userId }: Pick<StaffPosition, 'isLocked' | 'proposal' | 'userId'>,
  own: Pick<OwnStaff, 'userId'>,
): LockWay | 'waits' | null {
  const act = isLocked ? 'unlock' : 'lock';
  const isProposed = proposal?.act === act;
  if (userId === own.userId) return isProposed ? 'waits' : null;
  if (!isProposed) return act;
  if (proposal.by === own.userId) return 'waits';
  return act === 'lock' ? 'confirmLock' : 'confirmUnlock';
}

export function useLockActs(
  labelOf: (market: string) => string,
  onDone: (position: number | undefined) => void,
): (position: StaffPosition, way: LockWay) => Act {
  const { say } = useTexts();
  const [lock] = useLockPositionMutation();
  const [unlock] = useUnlockPositionMutation();
  const { fields, reasonFrom } = useReasonFields('position')({ hint: say('staff.reason.read_by_user') });
  const isLock = (way: LockWay) => way === 'lock' || way === 'confirmLock';
  return ({ id, market, side, userId, lockedUntil, proposal }, way) => ({
    title: `${say(`staff.lock.${way}`)} – #${id}`,
    consequence: say(`staff.lock.consequence.${way}`),
    facts: [
      [say('staff.user.id'), userId],
      [say('positions.contract'), `${labelOf(market)} · ${say(`positions.${side}`)}`],
      ...(lockedUntil === null ? [] : ([[say('staff.lock.until'), dateAndTime(lockedUntil)]] as const)),
      ...(proposal ? ([[say(`staff.lock.proposed.${proposal.act}`), `#${proposal.by}`]] as const) : []),
    ],
    // Why it ends is for staff to know.
    fields: isLock(way) ? fields : [{ ...reasonField(say), hint: say('staff.funds.reason_kept') }],
    confirm: say(`staff.lock.${way}`),
    ...(isLock(way) ? { kind: 'bad' as const } : {}),
    done: say('staff.lock.done'),
    send: (entered, clientId) => {
      const wish = { clientId, contract: id };
      return isLock(way) ? lock({ ...wish, reason: reasonFrom(entered) }) : unlock({ ...wish, reason: entered.reason });
    },
    onDone,
  });
}
