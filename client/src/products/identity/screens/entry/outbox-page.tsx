import { RefreshCw } from 'lucide-react';
import type { OutboxRecord } from '../../../../../../shared/products/identity/account';
import { useDemoUsersQuery } from '../../../../kit/entities/demo/demo-api';
import { useOutboxQuery } from '../../api/outbox-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Button } from '../../../../kit/ui/controls/button';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import styles from './outbox-page.module.css';

const REFRESH_MS = 3_000;

/** Messages the exchange would have sent, for trying it without a mail server. */
export function OutboxPage() {
  const { t } = useTexts();
  const { data: users } = useDemoUsersQuery();
  const isDemo = users !== undefined && users.length > 0;
  return (
    <section className={styles.page}>
      <h1>{t('outbox.title')}</h1>
      <p className={styles.lead}>{t('outbox.lead')}</p>
      {users === undefined && <Note kind="loading" text={t('page.loading')} />}
      {users !== undefined && !isDemo && <Note kind="empty" text={t('outbox.closed')} />}
      {isDemo && <Letters />}
    </section>
  );
}

function Letters() {
  const { t } = useTexts();
  const { data: letters, error, refetch } = useOutboxQuery(undefined, { pollingInterval: REFRESH_MS });
  if (error?.code === 'path.not.found') return <Note kind="empty" text={t('outbox.closed')} />;
  if (error && !letters) return <Faulty error={error} onRetry={() => void refetch()} />;
  if (!letters) return <Note kind="loading" text={t('page.loading')} />;
  return (
    <>
      <Button onClick={() => void refetch()}>
        <RefreshCw size={15} aria-hidden="true" />
        <span className={styles.refresh}>{t('outbox.refresh')}</span>
      </Button>
      {letters.length === 0 && <Note kind="empty" text={t('outbox.empty')} />}
      <ul className={styles.letters}>
        {letters.map((letter) => (
          <Letter key={letter.id} letter={letter} />
        ))}
      </ul>
    </>
  );
}

function Letter({ letter: { channel, address, subject, text, at } }: { letter: OutboxRecord }) {
  const { t } = useTexts();
  return (
    <li className={styles.letter}>
      <header>
        <b>{address}</b>
        <small>{t(`login.${channel}`)}</small>
        <time dateTime={new Date(at).toISOString()}>{dateAndTime(at)}</time>
      </header>
      {subject !== '' && <h2>{subject}</h2>}
      <p>{text}</p>
    </li>
  );
}
