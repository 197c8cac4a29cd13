import { Monitor, Smartphone } from 'lucide-react';
import type { SessionRecord } from '../../../../../../shared/products/identity/account';
import { securityApi, useSessionsQuery } from '../../../../entities/security/security-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { Waiting } from '../../../../shared/ui/page/waiting';
import { Section } from './parts/panel';
import styles from './parts/security.module.css';
import { useSaid } from './parts/use-done';

/** Where the account is logged in right now; each log-in but this one can be ended. */
export function Sessions() {
  const { say } = useTexts();
  const said = useSaid();
  const { data: sessions, error, refetch } = useSessionsQuery();
  const [endOthers, { isLoading }] = securityApi.useEndOtherSessionsMutation();
  const endAll = async () => {
    const { error: refused } = await endOthers();
    if (!refused) said('sessions.others_ended');
  };
  return (
    <Section
      title={say('sessions.title')}
      lead={say('sessions.lead')}
      actions={
        <button
          type="button"
          className={styles.action}
          disabled={isLoading || !sessions || sessions.length < 2}
          onClick={() => void endAll()}
        >
          {say('sessions.end_others')}
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
  const { say } = useTexts();
  const said = useSaid();
  const [end, { isLoading }] = securityApi.useEndSessionMutation();
  const Icon = HANDHELD.test(userAgent) ? Smartphone : Monitor;
  const revoke = async () => {
    const { error } = await end({ session });
    if (!error) said('sessions.ended');
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
          {say('sessions.times', { from: dateAndTime(startedAt), last: dateAndTime(lastSeenAt) })}
        </p>
      </div>
      {current ? (
        <span className={styles.tag}>{say('sessions.current')}</span>
      ) : (
        <button
          type="button"
          className={styles.action}
          disabled={isLoading}
          aria-label={`${say('sessions.end')}: ${device}, ${ip}`}
          onClick={() => void revoke()}
        >
          {say('sessions.end')}
        </button>
      )}
    </li>
  );
}

interface Row {
  session: SessionRecord;
}
