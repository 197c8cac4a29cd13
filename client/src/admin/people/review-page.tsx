import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { COMPARED_SECONDS, type ShownVerification } from '../../../../shared/wire/shown-data';
import { VERIFICATION_ROUTES, type VerificationDetail } from '../../../../shared/products/identity/verification';
import { useApproveReviewMutation, useRejectReviewMutation, useReviewQuery } from '../api/reviews-api';
import { useShowVerificationMutation } from '../api/shown-api';
import { ActDialog, type Act } from '../act/act-dialog';
import { useReasonFields } from '../act/reasons';
import { PhotoView } from './photo-view';
import { addressOf } from '../../kit/api/endpoints';
import { useReasonWords } from '../../kit/i18n/reason-words';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Button } from '../../kit/ui/controls/button';
import { Note } from '../../kit/ui/page/note';
import styles from '../parts/admin.module.css';
import { Facts } from '../../kit/ui/figures/facts';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';
import { pathOf, maySee } from '../parts/sections';
import { VerificationMark } from './standing';
import { ShowButton } from '../parts/show-button';
import { useTemporarilyShown } from '../parts/use-temporarily-shown';

/** A submission with the data needed to decide it. */
export function ReviewPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { currentData, error, refetch } = useReviewQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <>
      <Link className={styles.wayBack} to={pathOf(ownStaff, 'verifications')}>
        <ArrowLeft size={16} aria-hidden="true" />
        {t('staff.section.verifications')}
      </Link>
      {error || !currentData ? (
        <Panel title={t('staff.review.title', { id })} level={1}>
          <Waiting error={error} onRetry={refetch} />
        </Panel>
      ) : (
        <Submission key={currentData.verification} ownStaff={ownStaff} masked={currentData} />
      )}
    </>
  );
}

function Submission({ ownStaff, masked }: { ownStaff: OwnStaff; masked: VerificationDetail }) {
  const { t } = useTexts();
  const revealedVerification = useTemporarilyShown<ShownVerification>(COMPARED_SECONDS);
  const revealMutation = useShowVerificationMutation();
  const { verification, userId } = masked;
  const clear = revealedVerification.dataOf(verification);
  const review = clear ? withUnmaskedData(masked, clear) : masked;
  const [act, setAct] = useState<Act | null>(null);
  const acts = useActsOn(review);
  const canJudge = review.state === 'under_review' && review.userId !== ownStaff.userId;
  return (
    <>
      <Panel
        title={t('staff.review.title', { id: review.verification })}
        level={1}
        actions={
          <>
            <ShowButton
              record={verification}
              name={t('staff.review.title', { id: verification })}
              revealed={revealedVerification}
              seconds={COMPARED_SECONDS}
              revealMutation={revealMutation}
              request={{ verification, userId }}
            />
            {canJudge && (
              <>
                <Button onClick={() => setAct(acts.approve)}>{t('staff.approve')}</Button>
                <Button onClick={() => setAct(acts.reject)}>{t('staff.reject')}</Button>
              </>
            )}
          </>
        }
      >
        {review.sameDocument.length > 0 && (
          <p className={styles.warning} role="note">
            {t('staff.review.same_document', { users: review.sameDocument.map((user) => `#${user}`).join(', ') })}
          </p>
        )}
        <Facts details={useFacts(ownStaff, review)} />
        {clear && (
          <div className={styles.photos}>
            {review.photos.map(({ photo, kind, width, height }) => (
              <PhotoView
                key={photo}
                source={addressOf(VERIFICATION_ROUTES.photo, { photo })}
                title={t(`staff.photo.${kind}`)}
                width={width}
                height={height}
              />
            ))}
          </div>
        )}
        {!clear && review.photos.length > 0 && (
          <Note kind="empty" text={t('staff.show.photos', { count: String(review.photos.length) })} />
        )}
        {review.photos.length === 0 && <Note kind="empty" text={t('staff.review.no_photos')} />}
      </Panel>
      {review.earlier.length > 0 && <Earlier ownStaff={ownStaff} review={review} />}
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

function withUnmaskedData(
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

function useFacts(ownStaff: OwnStaff, review: VerificationDetail) {
  const { t } = useTexts();
  const reasonWords = useReasonWords();
  const { userId, state, name, nationality, documentType, documentNumber, submittedAt, reviewedAt, reviewedBy } =
    review;
  const user = `#${userId}`;
  return [
    [t('staff.state'), <VerificationMark key="state" state={state} />],
    [
      t('staff.user.id'),
      maySee(ownStaff, 'users') ? (
        <Link key="user" to={`${pathOf(ownStaff, 'users')}/${userId}`}>
          {user}
        </Link>
      ) : (
        user
      ),
    ],
    [t('staff.review.name'), name],
    [t('staff.user.nationality'), nationality],
    [t('staff.review.document'), t(`staff.document.${documentType}`)],
    [t('staff.review.number'), documentNumber],
    [t('staff.review.submitted'), dateAndTime(submittedAt)],
    [
      t('staff.review.by'),
      reviewedBy === null || reviewedAt === null ? '—' : `#${reviewedBy} · ${dateAndTime(reviewedAt)}`,
    ],
    [t('staff.reason'), review.reason === null ? '—' : reasonWords(review.reason)],
  ] as const;
}

function Earlier({ ownStaff, review }: { ownStaff: OwnStaff; review: VerificationDetail }) {
  const { t } = useTexts();
  const reasonWords = useReasonWords();
  const title = t('staff.review.earlier');
  return (
    <Panel title={title} level={2}>
      <div className={styles.scroll}>
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('staff.review.submitted')}</th>
              <th scope="col">{t('staff.review.name')}</th>
              <th scope="col">{t('staff.state')}</th>
              <th scope="col">{t('staff.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {review.earlier.map(({ verification, submittedAt, name, state, reason }) => (
              <tr key={verification}>
                <td>
                  <Link to={`${pathOf(ownStaff, 'verifications')}/${verification}`}>{dateAndTime(submittedAt)}</Link>
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
  const { t } = useTexts();
  const [approve] = useApproveReviewMutation();
  const [reject] = useRejectReviewMutation();
  const { fields, reasonFrom } = useReasonFields('verification')({ hint: t('staff.reason.read_by_user') });
  const details = [
    [t('staff.user.id'), `#${userId}`],
    [t('staff.review.name'), name],
    [t(`staff.document.${documentType}`), documentNumber],
  ] as const;
  return {
    approve: {
      title: t('staff.review.approve'),
      consequence: t('staff.review.approve.consequence'),
      approvalRule: ['VerifyMember', 'case'],
      details,
      confirm: t('staff.approve'),
      successText: t('staff.review.approve.done'),
      send: (_, clientId) => approve({ clientId, verification }),
    },
    reject: {
      title: t('staff.review.reject'),
      consequence: t('staff.review.reject.consequence'),
      approvalRule: null,
      details,
      fields,
      confirm: t('staff.reject'),
      kind: 'bad',
      successText: t('staff.review.reject.done'),
      send: async (input) => {
        const { error } = await reject({ verification, reason: reasonFrom(input) });
        return error ? { error } : {};
      },
    },
  } satisfies Record<string, Act>;
}
