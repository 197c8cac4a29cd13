import { Monitor, Smartphone } from 'lucide-react';
import type { SessionRecord } from '../../../../../../shared/products/identity/account';
import { securityApi, useSessionsQuery } from '../../../../kit/entities/security/security-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Waiting } from '../../../../kit/ui/page/waiting';
import { Section } from './parts/panel';
import styles from './parts/security.module.css';
import { useConfirmation } from './parts/use-done';

/** Active sessions; all but the current one can be ended. */
export function Sessions() {
  const { t } = useTexts();
  const confirm = useConfirmation();
  const { data: sessions, error, refetch } = useSessionsQuery();
  const [endOthers, { isLoading }] = securityApi.useEndOtherSessionsMutation();
  const endAll = async () => {
    const { error: endError } = await endOthers();
    if (!endError) confirm('sessions.others_ended');
  };
  return (
    <Section
      title={t('sessions.title')}
      lead={t('sessions.lead')}
      actions={
        <button
          type="button"
          className={styles.action}
          disabled={isLoading || !sessions || sessions.length < 2}
          onClick={() => void endAll()}
        >
          {t('sessions.end_others')}
        </button>
      }
    >
      {sessions ? (
        <ul className={styles.rows}>
          {sessions.map((session) => (
            <SessionRow key={session.session} session={session} />
          ))}
        </ul>
      ) : (
        <Waiting error={error} onRetry={refetch} />
      )}
    </Section>
  );
}

const HANDHELD = /Android|iPhone|iPad|Mobile/;

function SessionRow({ session: { session, device, ip, place, userAgent, startedAt, lastSeenAt, current } }: Row) {
  const { t } = useTexts();
  const confirm = useConfirmation();
  const [end, { isLoading }] = securityApi.useEndSessionMutation();
  const Icon = HANDHELD.test(userAgent) ? Smartphone : Monitor;
  const revoke = async () => {
    const { error } = await end({ session });
    if (!error) confirm('sessions.ended');
  };
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className={styles.about}>
        <b>{device}</b>
        <p>
          {[ip, place].filter(Boolean).join(' · ')}
          <br />
          {t('sessions.times', { from: dateAndTime(startedAt), last: dateAndTime(lastSeenAt) })}
        </p>
      </div>
      {current ? (
        <span className={styles.tag}>{t('sessions.current')}</span>
      ) : (
        <button
          type="button"
          className={styles.action}
          disabled={isLoading}
          aria-label={`${t('sessions.end')}: ${device}, ${ip}`}
          onClick={() => void revoke()}
        >
          {t('sessions.end')}
        </button>
      )}
    </li>
  );
}

interface Row {
  session: SessionRecord;
}
