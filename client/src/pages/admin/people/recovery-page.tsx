import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { RECOVERY_ROUTES, type RecoveryDetail } from '../../../../../shared/products/identity/recovery';
import { COMPARED_SECONDS, type ShownRecovery } from '../../../../../shared/wire/shown-data';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { VERIFICATION_ROUTES, type UploadedPhoto } from '../../../../../shared/products/identity/verification';
import {
  useDeclineRecoveryMutation,
  useProposeRecoveryMutation,
  useRecoveryQuery,
} from '../../../entities/staff/recoveries-api';
import { useShowRecoveryMutation } from '../../../entities/staff/shown-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { REASON_LENGTH_MAX } from '../../../features/staff-act/fields';
import { PhotoView } from '../../../features/view-photo/photo-view';
import { addressOf } from '../../../shared/api/endpoints';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Button } from '../../../shared/ui/controls/button';
import { Facts } from '../../../shared/ui/figures/facts';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import styles from '../parts/desk.module.css';
import { pathOf } from '../parts/sections';
import { ShowButton } from '../parts/show-button';
import { useShown } from '../parts/use-shown';

/** One request beside what the account was verified by: whoever compares them lets somebody in or turns them down. */
export function RecoveryPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const { id = '' } = useParams();
  const { currentData, error, refetch } = useRecoveryQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <>
      <Link className={styles.wayBack} to={pathOf(own, 'recoveries')}>
        <ArrowLeft size={16} aria-hidden="true" />
        {say('staff.section.recoveries')}
      </Link>
      {error || !currentData ? (
        <Panel title={say('staff.recovery.title', { id })} level={1}>
          <Waiting error={error} onRetry={refetch} />
        </Panel>
      ) : (
        <Request key={currentData.recovery} own={own} masked={currentData} />
      )}
    </>
  );
}

function Request({ own, masked }: { own: OwnStaff; masked: RecoveryDetail }) {
  const { say } = useTexts();
  const shown = useShown<ShownRecovery>(COMPARED_SECONDS);
  const ask = useShowRecoveryMutation();
  const { recovery, userId } = masked;
  const clear = shown.of(recovery);
  const request = clear ? withClear(masked, clear) : masked;
  const [act, setAct] = useState<Act | null>(null);
  const acts = useActsOn(request);
  const { verified } = request;
  const isAnothers = request.userId !== own.userId;
  const canJudge = request.state === 'waiting' && isAnothers;
  // Also what is in effect, as long as its link is unused.
  const canDecline = !['finished', 'declined'].includes(request.state) && isAnothers;
  return (
    <>
      <Panel
        title={say('staff.recovery.title', { id: request.recovery })}
        level={1}
        actions={
          <>
            <ShowButton
              record={recovery}
              name={say('staff.recovery.title', { id: recovery })}
              shown={shown}
              seconds={COMPARED_SECONDS}
              ask={ask}
              request={{ recovery, userId }}
            />
            {canJudge && verified !== null && !request.emailTaken && (
              <Button onClick={() => setAct(acts.propose)}>{say('staff.recovery.propose')}</Button>
            )}
            {canDecline && <Button onClick={() => setAct(acts.decline)}>{say('staff.recovery.decline')}</Button>}
          </>
        }
      >
        <Warnings request={request} />
        <Facts facts={useFacts(request)} />
        <Photos
          isShown={clear !== null}
          photos={request.photos}
          sourceOf={(photo) => addressOf(RECOVERY_ROUTES.photo, { photo })}
        />
      </Panel>
      <Panel title={say('staff.recovery.verified')} level={2}>
        {verified === null ? (
          <Note kind="empty" text={say('staff.recovery.not_verified')} />
        ) : (
          <>
            <Facts
              facts={[
                [say('staff.review.name'), verified.name],
                [say('staff.user.nationality'), verified.nationality],
                [say('staff.review.document'), say(`staff.document.${verified.documentType}`)],
                [say('staff.review.number'), verified.documentNumber],
                [say('staff.review.submitted'), verified.reviewedAt === null ? '—' : dateAndTime(verified.reviewedAt)],
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

function withClear(masked: RecoveryDetail, { email, verified }: ShownRecovery): RecoveryDetail {
  return { ...masked, email, verified: masked.verified && { ...masked.verified, ...verified } };
}

function Warnings({ request: { frozen, settingsLockedUntil, emailTaken } }: { request: RecoveryDetail }) {
  const { say } = useTexts();
  const warnings = [
    ...(frozen ? [say('staff.recovery.frozen')] : []),
    ...(settingsLockedUntil === null ? [] : [say('staff.recovery.locked', { time: dateAndTime(settingsLockedUntil) })]),
    ...(emailTaken ? [say('staff.recovery.email_taken')] : []),
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
  const { say } = useTexts();
  if (photos.length === 0) return <Note kind="empty" text={say('staff.review.no_photos')} />;
  if (!isShown) return <Note kind="empty" text={say('staff.show.photos', { count: String(photos.length) })} />;
  return (
    <div className={styles.photos}>
      {photos.map(({ photo, kind, width, height }) => (
        <PhotoView
          key={photo}
          source={sourceOf(photo)}
          title={say(`staff.photo.${kind}`)}
          width={width}
          height={height}
        />
      ))}
    </div>
  );
}

function useFacts({ state, userId, email, documentType, submittedAt, bound, factors, reason }: RecoveryDetail) {
  const { say } = useTexts();
  return [
    [say('staff.state'), say(`staff.recovery.state.${state}`)],
    [say('staff.user.id'), `#${userId}`],
    [say('staff.recovery.email'), email],
    [say('staff.review.document'), say(`staff.document.${documentType}`)],
    [say('staff.review.submitted'), dateAndTime(submittedAt)],
    [say('staff.recovery.bound'), [bound.email, bound.phone].filter((one) => one !== null).join(' · ')],
    [say('staff.recovery.factors'), `${factors.authenticators} · ${factors.passkeys}`],
    [say('staff.reason'), reason ?? '—'],
  ] as const;
}

function useActsOn({ recovery, userId, email, verified }: RecoveryDetail) {
  const { say } = useTexts();
  const [propose] = useProposeRecoveryMutation();
  const [decline] = useDeclineRecoveryMutation();
  const facts = [
    [say('staff.user.id'), `#${userId}`],
    [say('staff.review.name'), verified?.name ?? '—'],
    [say('staff.recovery.email'), email],
  ] as const;
  return {
    propose: {
      title: say('staff.recovery.propose'),
      consequence: say('staff.recovery.propose.consequence'),
      takes: 'RecoverAccount',
      facts,
      confirm: say('staff.recovery.propose'),
      done: say('staff.recovery.propose.done'),
      send: (_, clientId) => propose({ clientId, recovery }),
    },
    decline: {
      title: say('staff.recovery.decline'),
      consequence: say('staff.recovery.decline.consequence'),
      takes: null,
      facts,
      fields: [{ name: 'reason', label: say('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX }],
      confirm: say('staff.recovery.decline'),
      kind: 'bad',
      done: say('staff.recovery.decline.done'),
      send: async ({ reason }) => {
        const { error } = await decline({ recovery, reason });
        return error ? { error } : {};
      },
    },
  } satisfies Record<string, Act>;
}
