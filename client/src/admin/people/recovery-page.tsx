import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { RECOVERY_ROUTES, type RecoveryDetail } from '../../../../shared/products/identity/recovery';
import { COMPARED_SECONDS, type ShownRecovery } from '../../../../shared/wire/shown-data';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { VERIFICATION_ROUTES, type UploadedPhoto } from '../../../../shared/products/identity/verification';
import { useDeclineRecoveryMutation, useProposeRecoveryMutation, useRecoveryQuery } from '../api/recoveries-api';
import { useShowRecoveryMutation } from '../api/shown-api';
import { ActDialog, type Act } from '../act/act-dialog';
import { REASON_LENGTH_MAX } from '../act/fields';
import { PhotoView } from './photo-view';
import { addressOf } from '../../kit/api/endpoints';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Button } from '../../kit/ui/controls/button';
import { Facts } from '../../kit/ui/figures/facts';
import { Note } from '../../kit/ui/page/note';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';
import styles from '../parts/admin.module.css';
import { pathOf } from '../parts/sections';
import { ShowButton } from '../parts/show-button';
import { useTemporarilyShown } from '../parts/use-temporarily-shown';

/** A recovery request beside the account's verification. Staff compare both and grant or decline. */
export function RecoveryPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { currentData, error, refetch } = useRecoveryQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <>
      <Link className={styles.wayBack} to={pathOf(ownStaff, 'recoveries')}>
        <ArrowLeft size={16} aria-hidden="true" />
        {t('staff.section.recoveries')}
      </Link>
      {error || !currentData ? (
        <Panel title={t('staff.recovery.title', { id })} level={1}>
          <Waiting error={error} onRetry={refetch} />
        </Panel>
      ) : (
        <Request key={currentData.recovery} ownStaff={ownStaff} masked={currentData} />
      )}
    </>
  );
}

function Request({ ownStaff, masked }: { ownStaff: OwnStaff; masked: RecoveryDetail }) {
  const { t } = useTexts();
  const revealedRecovery = useTemporarilyShown<ShownRecovery>(COMPARED_SECONDS);
  const revealMutation = useShowRecoveryMutation();
  const { recovery, userId } = masked;
  const clear = revealedRecovery.dataOf(recovery);
  const request = clear ? withUnmaskedData(masked, clear) : masked;
  const [act, setAct] = useState<Act | null>(null);
  const acts = useActsOn(request);
  const { verified } = request;
  const isAnothers = request.userId !== ownStaff.userId;
  const canJudge = request.state === 'waiting' && isAnothers;
  // A granted request can also be declined while its link is unused.
  const canDecline = !['finished', 'declined'].includes(request.state) && isAnothers;
  return (
    <>
      <Panel
        title={t('staff.recovery.title', { id: request.recovery })}
        level={1}
        actions={
          <>
            <ShowButton
              record={recovery}
              name={t('staff.recovery.title', { id: recovery })}
              revealed={revealedRecovery}
              seconds={COMPARED_SECONDS}
              revealMutation={revealMutation}
              request={{ recovery, userId }}
            />
            {canJudge && verified !== null && !request.emailTaken && (
              <Button onClick={() => setAct(acts.propose)}>{t('staff.recovery.propose')}</Button>
            )}
            {canDecline && <Button onClick={() => setAct(acts.decline)}>{t('staff.recovery.decline')}</Button>}
          </>
        }
      >
        <Warnings request={request} />
        <Facts details={useFacts(request)} />
        <Photos
          isShown={clear !== null}
          photos={request.photos}
          sourceOf={(photo) => addressOf(RECOVERY_ROUTES.photo, { photo })}
        />
      </Panel>
      <Panel title={t('staff.recovery.verified')} level={2}>
        {verified === null ? (
          <Note kind="empty" text={t('staff.recovery.not_verified')} />
        ) : (
          <>
            <Facts
              details={[
                [t('staff.review.name'), verified.name],
                [t('staff.user.nationality'), verified.nationality],
                [t('staff.review.document'), t(`staff.document.${verified.documentType}`)],
                [t('staff.review.number'), verified.documentNumber],
                [t('staff.review.submitted'), verified.reviewedAt === null ? '—' : dateAndTime(verified.reviewedAt)],
              ]}
            />
            <Photos
              isShown={clear !== null}
              photos={verified.photos}
              sourceOf={(photo) => addressOf(VERIFICATION_ROUTES.photo, { photo })}
            />
          </>
        )}
      </Panel>
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

function withUnmaskedData(masked: RecoveryDetail, { email, verified }: ShownRecovery): RecoveryDetail {
  return { ...masked, email, verified: masked.verified && { ...masked.verified, ...verified } };
}

function Warnings({ request: { frozen, settingsLockedUntil, emailTaken } }: { request: RecoveryDetail }) {
  const { t } = useTexts();
  const warnings = [
    ...(frozen ? [t('staff.recovery.frozen')] : []),
    ...(settingsLockedUntil === null ? [] : [t('staff.recovery.locked', { time: dateAndTime(settingsLockedUntil) })]),
    ...(emailTaken ? [t('staff.recovery.email_taken')] : []),
  ];
  return warnings.map((text) => (
    <p key={text} className={styles.warning} role="note">
      {text}
    </p>
  ));
}

interface PhotosProps {
  isShown: boolean;
  photos: readonly UploadedPhoto[];
  sourceOf: (photo: string) => string;
}

function Photos({ isShown, photos, sourceOf }: PhotosProps) {
  const { t } = useTexts();
  if (photos.length === 0) return <Note kind="empty" text={t('staff.review.no_photos')} />;
  if (!isShown) return <Note kind="empty" text={t('staff.show.photos', { count: String(photos.length) })} />;
  return (
    <div className={styles.photos}>
      {photos.map(({ photo, kind, width, height }) => (
        <PhotoView
          key={photo}
          source={sourceOf(photo)}
          title={t(`staff.photo.${kind}`)}
          width={width}
          height={height}
        />
      ))}
    </div>
  );
}

function useFacts({ state, userId, email, documentType, submittedAt, bound, factors, reason }: RecoveryDetail) {
  const { t } = useTexts();
  return [
    [t('staff.state'), t(`staff.recovery.state.${state}`)],
    [t('staff.user.id'), `#${userId}`],
    [t('staff.recovery.email'), email],
    [t('staff.review.document'), t(`staff.document.${documentType}`)],
    [t('staff.review.submitted'), dateAndTime(submittedAt)],
    [t('staff.recovery.bound'), [bound.email, bound.phone].filter((one) => one !== null).join(' · ')],
    [t('staff.recovery.factors'), `${factors.authenticators} · ${factors.passkeys}`],
    [t('staff.reason'), reason ?? '—'],
  ] as const;
}

function useActsOn({ recovery, userId, email, verified }: RecoveryDetail) {
  const { t } = useTexts();
  const [propose] = useProposeRecoveryMutation();
  const [decline] = useDeclineRecoveryMutation();
  const details = [
    [t('staff.user.id'), `#${userId}`],
    [t('staff.review.name'), verified?.name ?? '—'],
    [t('staff.recovery.email'), email],
  ] as const;
  return {
    propose: {
      title: t('staff.recovery.propose'),
      consequence: t('staff.recovery.propose.consequence'),
      approvalRule: 'RecoverAccount',
      details,
      confirm: t('staff.recovery.propose'),
      successText: t('staff.recovery.propose.done'),
      send: (_, clientId) => propose({ clientId, recovery }),
    },
    decline: {
      title: t('staff.recovery.decline'),
      consequence: t('staff.recovery.decline.consequence'),
      approvalRule: null,
      details,
      fields: [{ name: 'reason', label: t('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX }],
      confirm: t('staff.recovery.decline'),
      kind: 'bad',
      successText: t('staff.recovery.decline.done'),
      send: async ({ reason }) => {
        const { error } = await decline({ recovery, reason });
        return error ? { error } : {};
      },
    },
  } satisfies Record<string, Act>;
}
