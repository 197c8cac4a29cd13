import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OwnStaff } from '../../../../shared/wire/staff';
import type { VerificationRecord } from '../../../../shared/wire/verification';
import { useReviewsQuery } from '../../entities/staff/reviews-api';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import type { Column } from '../../shared/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../shared/ui/pages';
import { Tabs } from '../../shared/ui/tabs';
import { WAITING_MS_MAX } from './age';
import { DeskList } from './desk-list';
import styles from './desk.module.css';
import { Panel } from '../../shared/ui/panel';
import { pathOf } from './sections';
import { VerificationMark } from './standing';
import { Waiting } from './waiting';

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
    {
      key: 'submittedAt',
      title: say('staff.review.submitted'),
      isFixed: true,
      render: ({ submittedAt }) => dateAndTime(submittedAt),
    },
    { key: 'name', title: say('staff.review.name'), isFixed: true, render: ({ name }) => name },
    { key: 'userId', title: say('staff.user.id'), render: ({ userId }) => userId },
    { key: 'nationality', title: say('staff.user.nationality'), render: ({ nationality }) => nationality },
    {
      key: 'documentType',
      title: say('staff.review.document'),
      render: ({ documentType }) => say(`staff.document.${documentType}`),
    },
    { key: 'state', title: say('staff.state'), render: ({ state }) => <VerificationMark state={state} /> },
    {
      key: 'age',
      title: say('staff.waiting'),
      render: ({ state, submittedAt }) =>
        state === 'under_review' ? (
          <Waiting since={submittedAt} now={now} isOverdue={now - submittedAt > WAITING_MS_MAX} />
        ) : (
          '—'
        ),
    },
    {
      key: 'reviewedBy',
      title: say('staff.review.by'),
      render: ({ reviewedBy, reviewedAt }) =>
        reviewedBy === null || reviewedAt === null ? '—' : `#${reviewedBy} · ${dateAndTime(reviewedAt)}`,
    },
    {
      key: 'reason',
      title: say('staff.reason'),
      render: ({ reason }) => <span className={styles.long}>{reason ?? '—'}</span>,
    },
    {
      key: 'more',
      title: '',
      isFixed: true,
      render: ({ verification, state }) => {
        const text = say(state === 'under_review' ? 'staff.review' : 'staff.details');
        return (
          <Link to={`${pathOf(own, 'verifications')}/${verification}`} aria-label={`${text}: ${verification}`}>
            {text}
          </Link>
        );
      },
    },
  ];
}
