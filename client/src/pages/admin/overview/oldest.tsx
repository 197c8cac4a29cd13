/** Since when the longest waiting of a queue waits. Queues that are newest first have it on their last page. */
import type { AuditedWithdrawal, Overview } from '../../../../../shared/wire/staff';
import type { OpenWithdrawalStatus } from '../../../../../shared/products/wallet/wire';
import {
  useAuditedRechargesQuery,
  useAuditedWithdrawalsQuery,
  useWithdrawalsToDoQuery,
} from '../../../entities/staff/money-api';
import { useReviewsQuery } from '../../../entities/staff/reviews-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { WAITING_MS_MAX } from '../parts/age';
import { Waiting } from '../parts/waiting';

const ONE = { pageSize: 1 };
const AFRESH = { refetchOnMountOrArgChange: true };

export function OldestReview({ now }: { now: number }) {
  const { data } = useReviewsQuery({ state: 'under_review', pageIndex: 1, ...ONE }, AFRESH);
  return <Since at={data?.records[0]?.submittedAt} now={now} />;
}

export function OldestRecharge({ total, now }: { total: number; now: number }) {
  const { data } = useAuditedRechargesQuery(
    { status: 'recharging', pageIndex: total, ...ONE },
    { ...AFRESH, skip: total === 0 },
  );
  return <Since at={data?.records[0]?.at} now={now} />;
}

interface OldestWithdrawalProps {
  status: OpenWithdrawalStatus;
  total: number;
  now: number;
  isAdmin: boolean;
}

/** Admins are told by the exchange what is overdue. */
export function OldestWithdrawal({ status, total, now, isAdmin }: OldestWithdrawalProps) {
  const asked = { status, pageIndex: total, ...ONE };
  const toDo = useWithdrawalsToDoQuery(asked, { ...AFRESH, skip: total === 0 || !isAdmin }).data?.records[0];
  const audited = useAuditedWithdrawalsQuery(asked, { ...AFRESH, skip: total === 0 || isAdmin }).data?.records[0];
  const oldest = toDo ?? audited;
  return <Since at={oldest && enteredAt(oldest)} now={now} isOverdue={toDo?.overdue} />;
}

/** When a withdrawal came to the status it has; once its payout has started, when that was. */
export function enteredAt(
  withdrawal: Pick<AuditedWithdrawal, 'status' | 'appliedAt' | 'approvedAt' | 'payingAt' | 'endedAt'>,
): number {
  const { status, appliedAt, approvedAt, payingAt, endedAt } = withdrawal;
  switch (status) {
    case 'applied':
      return appliedAt;
    case 'approved':
      return approvedAt ?? appliedAt;
    case 'paying':
    case 'submitted':
    case 'failed':
      return payingAt ?? appliedAt;
    case 'withdrawn':
    case 'rejected':
    case 'cancelled':
      return endedAt ?? appliedAt;
  }
}

/** The overview itself says of feedback how long it has waited. */
export function OldestFeedback({ of, now }: { of: Overview['pending']['feedback']; now: number }) {
  const { say, numbers } = useTexts();
  const { oldest, overDay, overWeek } = of;
  return (
    <span>
      <Since at={oldest ?? undefined} now={now} />
      {overDay > 0 && (
        <>
          <br />
          {say('staff.feedback.older', {
            day: numbers.fixed(String(overDay), 0),
            week: numbers.fixed(String(overWeek), 0),
          })}
        </>
      )}
    </span>
  );
}

function Since({ at, now, isOverdue }: { at: number | undefined; now: number; isOverdue?: boolean }) {
  const { say } = useTexts();
  if (at === undefined) return null;
  return (
    <span>
      {say('staff.oldest')} <Waiting since={at} now={now} isOverdue={isOverdue ?? now - at > WAITING_MS_MAX} />
    </span>
  );
}
