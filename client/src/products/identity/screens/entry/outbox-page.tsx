import { RefreshCw } from 'lucide-react';
import type { OutboxRecord } from '../../../../../../shared/products/identity/account';
import { useDemoUsersQuery } from '../../../../entities/demo/demo-api';
import { useOutboxQuery } from '../../api/outbox-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { Button } from '../../../../shared/ui/controls/button';
import { Faulty } from '../../../../shared/ui/page/faulty';
import { Note } from '../../../../shared/ui/page/note';
import styles from './outbox-page.module.css';

const REFRESH_MS = 3_000;

/** For whoever tries the exchange without a mail server: what it would have sent. */
export function OutboxPage() {
  const { say } = useTexts();
  const { data: users } = useDemoUsersQuery();
  const isDemo = users !== undefined && users.length > 0;
  return (
    <section className={styles.page}>
      <h1>{say('outbox.title')}</h1>
      <p className={styles.lead}>{say('outbox.lead')}</p>
      {users === undefined && <Note kind="loading" text={say('page.loading')} />}
      {users !== undefined && !isDemo && <Note kind="empty" text={say('outbox.closed')} />}
      {isDemo && <Letters />}
    </section>
  );
}

function Letters() {
  const { say } = useTexts();
  const { data: letters, error, refetch } = useOutboxQuery(undefined, { pollingInterval: REFRESH_MS });
  if (error?.code === 'path.not.found') return <Note kind="empty" text={say('outbox.closed')} />;
  if (error && !letters) return <Faulty fault={error} onRetry={() => void refetch()} />;
  if (!letters) return <Note kind="loading" text={say('page.loading')} />;
  return (
    <>
      <Button onClick={() => void refetch()}>
        <RefreshCw size={15} aria-hidden="true" />
        <span className={styles.refresh}>{say('outbox.refresh')}</span>
      </Button>
      {letters.length === 0 && <Note kind="empty" text={say('outbox.empty')} />}
      <ul className={styles.letters}>
        {letters.map((letter) => (
          <Letter key={letter.id} letter={letter} />
        ))}
      </ul>
    </>
  );
}

function Letter({ letter: { channel, address, subject, text, at } }: { letter: OutboxRecord }) {
  const { say } = useTexts();
  return (
    <li className={styles.letter}>
      <header>
        <b>{address}</b>
        <small>{say(`login.${channel}`)}</small>
        <time dateTime={new Date(at).toISOString()}>{dateAndTime(at)}</time>
      </header>
      {subject !== '' && <h2>{subject}</h2>}
      <p>{text}</p>
    </li>
  );
}
