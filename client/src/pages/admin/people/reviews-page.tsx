import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import type { VerificationRecord } from '../../../../../shared/products/identity/verification';
import { useReviewsQuery } from '../../../entities/staff/reviews-api';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { column, fixed, timeColumn, type Column } from '../../../shared/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../../shared/ui/lists/pages';
import { Tabs } from '../../../shared/ui/controls/tabs';
import { WAITING_MS_MAX } from '../parts/age';
import { DeskList } from '../parts/desk-list';
import styles from '../parts/desk.module.css';
import { Panel } from '../../../shared/ui/page/panel';
import { pathOf } from '../parts/sections';
import { VerificationMark } from '../parts/standing';
import { Waiting } from '../parts/waiting';

const STATES = ['under_review', 'failed', 'certified', 'all'] as const;
type Chosen = (typeof STATES)[number];

/** The queue of verifications, the longest waiting first, and what has been decided. */
export function ReviewsPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [query, setQuery] = useSearchParams();
  const user = query.get('user');
  // Somebody's submissions are looked at in every state.
  const state = STATES.find((one) => one === query.get('state')) ?? (user === null ? 'under_review' : 'all');
  const title = say('staff.section.verifications');
  return (
    <Panel title={title} level={1}>
      {user !== null && (
        <p className={styles.lead}>
          {say('staff.of_user', { id: user })} <Link to={pathOf(own, 'verifications')}>{say('staff.of_all')}</Link>
        </p>
      )}
      <Tabs
        label={title}
        tabs={STATES.map((name) => ({
          name,
          title: say(name === 'all' ? 'staff.all' : `staff.verification_state.${name}`),
        }))}
        chosen={state}
        onChoose={(name) => setQuery({ state: name, ...(user === null ? {} : { user }) }, { replace: true })}
      >
        <Queue key={`${state}.${user}`} own={own} state={state} user={user} />
      </Tabs>
    </Panel>
  );
}

function Queue({ own, state, user }: { own: OwnStaff; state: Chosen; user: string | null }) {
  const { say } = useTexts();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useReviewsQuery(
    { ...(state === 'all' ? {} : { state }), ...(user === null ? {} : { userId: Number(user) }), ...paging },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <DeskList<VerificationRecord>
      name="verifications"
      label={say('staff.section.verifications')}
      columns={columnsOf(say, own, asked.fulfilledTimeStamp ?? 0)}
      asked={asked}
      keyOf={({ verification }) => verification}
      empty={say(state === 'under_review' ? 'staff.reviews.none_waiting' : 'staff.reviews.none')}
      paging={paging}
      onPage={setPaging}
    />
  );
}

function columnsOf(say: Texts['say'], own: OwnStaff, now: number): Column<VerificationRecord>[] {
  return [
    timeColumn('submittedAt', say('staff.review.submitted'), ({ submittedAt }) => submittedAt, { isFixed: true }),
    fixed('name', say('staff.review.name'), ({ name }) => name),
    column('userId', say('staff.user.id'), ({ userId }) => userId),
    column('nationality', say('staff.user.nationality'), ({ nationality }) => nationality),
    column('documentType', say('staff.review.document'), ({ documentType }) => say(`staff.document.${documentType}`)),
    column('state', say('staff.state'), ({ state }) => <VerificationMark state={state} />),
    column('age', say('staff.waiting'), ({ state, submittedAt }) =>
      state === 'under_review' ? (
        <Waiting since={submittedAt} now={now} isOverdue={now - submittedAt > WAITING_MS_MAX} />
      ) : (
        '—'
      ),
    ),
    column('reviewedBy', say('staff.review.by'), ({ reviewedBy, reviewedAt }) =>
      reviewedBy === null || reviewedAt === null ? '—' : `#${reviewedBy} · ${dateAndTime(reviewedAt)}`,
    ),
    column('reason', say('staff.reason'), ({ reason }) => <span className={styles.long}>{reason ?? '—'}</span>),
    fixed('more', '', ({ verification, state }) => {
      const text = say(state === 'under_review' ? 'staff.review' : 'staff.details');
      return (
        <Link to={`${pathOf(own, 'verifications')}/${verification}`} aria-label={`${text}: ${verification}`}>
          {text}
        </Link>
      );
    }),
  ];
}
