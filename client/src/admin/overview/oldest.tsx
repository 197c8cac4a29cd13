/** Age of the oldest entry of each queue. In queues sorted newest first it is on the last page. */
import type { Overview } from '../../../../shared/wire/staff';
import type { OpenWithdrawalStatus } from '../../../../shared/products/wallet/wire';
import { useAuditedRechargesQuery, useAuditedWithdrawalsQuery, useWithdrawalsToDoQuery } from '../api/money-api';
import { useReviewsQuery } from '../api/reviews-api';
import { useTexts } from '../../kit/i18n/use-texts';
import { WAITING_MS_MAX } from '../parts/age';
import { enteredAt } from '../parts/entered';
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

/** For admins the server marks overdue withdrawals. For auditors only the age decides. */
export function OldestWithdrawal({ status, total, now, isAdmin }: OldestWithdrawalProps) {
  const request = { status, pageIndex: total, ...ONE };
  const toDo = useWithdrawalsToDoQuery(request, { ...AFRESH, skip: total === 0 || !isAdmin }).data?.records[0];
  const audited = useAuditedWithdrawalsQuery(request, { ...AFRESH, skip: total === 0 || isAdmin }).data?.records[0];
  const oldestWithdrawal = toDo ?? audited;
  return <Since at={oldestWithdrawal && enteredAt(oldestWithdrawal)} now={now} isOverdue={toDo?.overdue} />;
}

/** The overview already contains the age of the oldest feedback. */
export function OldestFeedback({ feedback, now }: { feedback: Overview['pending']['feedback']; now: number }) {
  const { t, numbers } = useTexts();
  const { oldest, overDay, overWeek } = feedback;
  return (
    <span>
      <Since at={oldest ?? undefined} now={now} />
      {overDay > 0 && (
        <>
          <br />
          {t('staff.feedback.older', {
            day: numbers.fixed(String(overDay), 0),
            week: numbers.fixed(String(overWeek), 0),
          })}
        </>
      )}
    </span>
  );
}

function Since({ at, now, isOverdue }: { at: number | undefined; now: number; isOverdue?: boolean }) {
  const { t } = useTexts();
  if (at === undefined) return null;
  return (
    <span>
      {t('staff.oldest')} <Waiting since={at} now={now} isOverdue={isOverdue ?? now - at > WAITING_MS_MAX} />
    </span>
  );
}
