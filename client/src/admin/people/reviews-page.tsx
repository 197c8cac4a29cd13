import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OwnStaff } from '../../../../shared/wire/staff';
import type { VerificationRecord } from '../../../../shared/products/identity/verification';
import { useReviewsQuery } from '../api/reviews-api';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { column, fixed, timeColumn, type Column } from '../../kit/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../kit/ui/lists/pages';
import { Tabs } from '../../kit/ui/controls/tabs';
import { WAITING_MS_MAX } from '../parts/age';
import { AdminList } from '../parts/admin-list';
import styles from '../parts/admin.module.css';
import { Panel } from '../../kit/ui/page/panel';
import { pathOf } from '../parts/sections';
import { VerificationMark } from './standing';
import { Waiting } from '../parts/waiting';

const STATES = ['under_review', 'failed', 'certified', 'all'] as const;
type Chosen = (typeof STATES)[number];

/** Pending verifications, oldest first, and decided ones. */
export function ReviewsPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  const user = query.get('user');
  // A search by user includes submissions in every state.
  const state = STATES.find((one) => one === query.get('state')) ?? (user === null ? 'under_review' : 'all');
  const title = t('staff.section.verifications');
  return (
    <Panel title={title} level={1}>
      {user !== null && (
        <p className={styles.lead}>
          {t('staff.of_user', { id: user })} <Link to={pathOf(ownStaff, 'verifications')}>{t('staff.of_all')}</Link>
        </p>
      )}
      <Tabs
        label={title}
        tabs={STATES.map((name) => ({
          name,
          title: t(name === 'all' ? 'staff.all' : `staff.verification_state.${name}`),
        }))}
        selected={state}
        onChoose={(name) => setQuery({ state: name, ...(user === null ? {} : { user }) }, { replace: true })}
      >
        <Queue key={`${state}.${user}`} ownStaff={ownStaff} state={state} user={user} />
      </Tabs>
    </Panel>
  );
}

function Queue({ ownStaff, state, user }: { ownStaff: OwnStaff; state: Chosen; user: string | null }) {
  const { t } = useTexts();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const query = useReviewsQuery(
    { ...(state === 'all' ? {} : { state }), ...(user === null ? {} : { userId: Number(user) }), ...paging },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <AdminList<VerificationRecord>
      name="verifications"
      label={t('staff.section.verifications')}
      columns={columnsOf(t, ownStaff, query.fulfilledTimeStamp ?? 0)}
      query={query}
      keyOf={({ verification }) => verification}
      empty={t(state === 'under_review' ? 'staff.reviews.none_waiting' : 'staff.reviews.none')}
      paging={paging}
      onPage={setPaging}
    />
  );
}

function columnsOf(t: Texts['t'], ownStaff: OwnStaff, now: number): Column<VerificationRecord>[] {
  return [
    timeColumn('submittedAt', t('staff.review.submitted'), ({ submittedAt }) => submittedAt, { isFixed: true }),
    fixed('name', t('staff.review.name'), ({ name }) => name),
    column('userId', t('staff.user.id'), ({ userId }) => userId),
    column('nationality', t('staff.user.nationality'), ({ nationality }) => nationality),
    column('documentType', t('staff.review.document'), ({ documentType }) => t(`staff.document.${documentType}`)),
    column('state', t('staff.state'), ({ state }) => <VerificationMark state={state} />),
    column('age', t('staff.waiting'), ({ state, submittedAt }) =>
      state === 'under_review' ? (
        <Waiting since={submittedAt} now={now} isOverdue={now - submittedAt > WAITING_MS_MAX} />
      ) : (
        '—'
      ),
    ),
    column('reviewedBy', t('staff.review.by'), ({ reviewedBy, reviewedAt }) =>
      reviewedBy === null || reviewedAt === null ? '—' : `#${reviewedBy} · ${dateAndTime(reviewedAt)}`,
    ),
    column('reason', t('staff.reason'), ({ reason }) => <span className={styles.long}>{reason ?? '—'}</span>),
    fixed('more', '', ({ verification, state }) => {
      const text = t(state === 'under_review' ? 'staff.review' : 'staff.details');
      return (
        <Link to={`${pathOf(ownStaff, 'verifications')}/${verification}`} aria-label={`${text}: ${verification}`}>
          {text}
        </Link>
      );
    }),
  ];
}
