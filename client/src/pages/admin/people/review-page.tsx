import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { COMPARED_SECONDS, type ShownVerification } from '../../../../../shared/wire/shown-data';
import { VERIFICATION_ROUTES, type VerificationDetail } from '../../../../../shared/products/identity/verification';
import { useApproveReviewMutation, useRejectReviewMutation, useReviewQuery } from '../../../entities/staff/reviews-api';
import { useShowVerificationMutation } from '../../../entities/staff/shown-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { useReasonFields } from '../../../features/staff-act/reasons';
import { PhotoView } from '../../../features/view-photo/photo-view';
import { addressOf } from '../../../shared/api/endpoints';
import { useReasonWords } from '../../../shared/i18n/reason-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Button } from '../../../shared/ui/controls/button';
import { Note } from '../../../shared/ui/page/note';
import styles from '../parts/desk.module.css';
import { Facts } from '../../../shared/ui/figures/facts';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import { pathOf, sees } from '../parts/sections';
import { VerificationMark } from '../parts/standing';
import { ShowButton } from '../parts/show-button';
import { useShown } from '../parts/use-shown';

/** One submission with what it takes to judge it. */
export function ReviewPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const { id = '' } = useParams();
  const { currentData, error, refetch } = useReviewQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <>
      <Link className={styles.wayBack} to={pathOf(own, 'verifications')}>
        <ArrowLeft size={16} aria-hidden="true" />
        {say('staff.section.verifications')}
      </Link>
      {error || !currentData ? (
        <Panel title={say('staff.review.title', { id })} level={1}>
          <Waiting error={error} onRetry={refetch} />
        </Panel>
      ) : (
        <Submission key={currentData.verification} own={own} masked={currentData} />
      )}
    </>
  );
}

function Submission({ own, masked }: { own: OwnStaff; masked: VerificationDetail }) {
  const { say } = useTexts();
  const shown = useShown<ShownVerification>(COMPARED_SECONDS);
  const ask = useShowVerificationMutation();
  const { verification, userId } = masked;
  const clear = shown.of(verification);
  const review = clear ? withClear(masked, clear) : masked;
  const [act, setAct] = useState<Act | null>(null);
  const acts = useActsOn(review);
  const canJudge = review.state === 'under_review' && review.userId !== own.userId;
  return (
    <>
      <Panel
        title={say('staff.review.title', { id: review.verification })}
        level={1}
        actions={
          <>
            <ShowButton
              record={verification}
              name={say('staff.review.title', { id: verification })}
              shown={shown}
              seconds={COMPARED_SECONDS}
              ask={ask}
              request={{ verification, userId }}
            />
            {canJudge && (
              <>
                <Button onClick={() => setAct(acts.approve)}>{say('staff.approve')}</Button>
                <Button onClick={() => setAct(acts.reject)}>{say('staff.reject')}</Button>
              </>
            )}
          </>
        }
      >
        {review.sameDocument.length > 0 && (
          <p className={styles.warning} role="note">
            {say('staff.review.same_document', { users: review.sameDocument.map((user) => `#${user}`).join(', ') })}
          </p>
        )}
        <Facts facts={useFacts(own, review)} />
        {clear && (
          <div className={styles.photos}>
            {review.photos.map(({ photo, kind, width, height }) => (
              <PhotoView
                key={photo}
                source={addressOf(VERIFICATION_ROUTES.photo, { photo })}
                title={say(`staff.photo.${kind}`)}
                width={width}
                height={height}
              />
            ))}
          </div>
        )}
        {!clear && review.photos.length > 0 && (
          <Note kind="empty" text={say('staff.show.photos', { count: String(review.photos.length) })} />
        )}
        {review.photos.length === 0 && <Note kind="empty" text={say('staff.review.no_photos')} />}
      </Panel>
      {review.earlier.length > 0 && <Earlier own={own} review={review} />}
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

function withClear(
  masked: VerificationDetail,
  { name, documentNumber, earlier }: ShownVerification,
): VerificationDetail {
  const names = new Map(earlier.map((one) => [one.verification, one.name]));
  return {
    ...masked,
    ...{ name, documentNumber },
    earlier: masked.earlier.map((one) => ({ ...one, name: names.get(one.verification) ?? one.name })),
  };
}

function useFacts(own: OwnStaff, review: VerificationDetail) {
  const { say } = useTexts();
  const reasonWords = useReasonWords();
  const { userId, state, name, nationality, documentType, documentNumber, submittedAt, reviewedAt, reviewedBy } =
    review;
  const user = `#${userId}`;
  return [
    [say('staff.state'), <VerificationMark key="state" state={state} />],
    [
      say('staff.user.id'),
      sees(own, 'users') ? (
        <Link key="user" to={`${pathOf(own, 'users')}/${userId}`}>
          {user}
        </Link>
      ) : (
        user
      ),
    ],
    [say('staff.review.name'), name],
    [say('staff.user.nationality'), nationality],
    [say('staff.review.document'), say(`staff.document.${documentType}`)],
    [say('staff.review.number'), documentNumber],
    [say('staff.review.submitted'), dateAndTime(submittedAt)],
    [
      say('staff.review.by'),
      reviewedBy === null || reviewedAt === null ? '—' : `#${reviewedBy} · ${dateAndTime(reviewedAt)}`,
    ],
    [say('staff.reason'), review.reason === null ? '—' : reasonWords(review.reason)],
  ] as const;
}

function Earlier({ own, review }: { own: OwnStaff; review: VerificationDetail }) {
  const { say } = useTexts();
  const reasonWords = useReasonWords();
  const title = say('staff.review.earlier');
  return (
    <Panel title={title} level={2}>
      <div className={styles.scroll}>
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{say('staff.review.submitted')}</th>
              <th scope="col">{say('staff.review.name')}</th>
              <th scope="col">{say('staff.state')}</th>
              <th scope="col">{say('staff.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {review.earlier.map(({ verification, submittedAt, name, state, reason }) => (
              <tr key={verification}>
                <td>
                  <Link to={`${pathOf(own, 'verifications')}/${verification}`}>{dateAndTime(submittedAt)}</Link>
                </td>
                <td>{name}</td>
                <td>
                  <VerificationMark state={state} />
                </td>
                <td>{reason === null ? '—' : reasonWords(reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function useActsOn({ verification, name, userId, documentType, documentNumber }: VerificationDetail) {
  const { say } = useTexts();
  const [approve] = useApproveReviewMutation();
  const [reject] = useRejectReviewMutation();
  const { fields, reasonFrom } = useReasonFields('verification')({ hint: say('staff.reason.read_by_user') });
  const facts = [
    [say('staff.user.id'), `#${userId}`],
    [say('staff.review.name'), name],
    [say(`staff.document.${documentType}`), documentNumber],
  ] as const;
  return {
    approve: {
      title: say('staff.review.approve'),
      consequence: say('staff.review.approve.consequence'),
      takes: ['VerifyMember', 'case'],
      facts,
      confirm: say('staff.approve'),
      done: say('staff.review.approve.done'),
      send: (_, clientId) => approve({ clientId, verification }),
    },
    reject: {
      title: say('staff.review.reject'),
      consequence: say('staff.review.reject.consequence'),
      takes: null,
      facts,
      fields,
      confirm: say('staff.reject'),
      kind: 'bad',
      done: say('staff.review.reject.done'),
      send: async (entered) => {
        const { error } = await reject({ verification, reason: reasonFrom(entered) });
        return error ? { error } : {};
      },
    },
  } satisfies Record<string, Act>;
}
