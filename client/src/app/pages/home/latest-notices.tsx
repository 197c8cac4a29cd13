import { useId } from 'react';
import { Link } from 'react-router';
import { newestNotices, useArticlesQuery } from '../../../kit/entities/content/content-api';
import { articlePath, LISTS } from '../../../kit/entities/content/places';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dayOf } from '../../../kit/lib/numbers/format';
import { Note } from '../../../kit/ui/page/note';
import styles from './latest-notices.module.css';
import { Faulty } from '../../../kit/ui/page/faulty';

const NOTICES_MAX = 4;

export function LatestNotices() {
  const { t } = useTexts();
  const titleId = useId();
  return (
    <section className={styles.notices} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{t('home.notices.title')}</h2>
        <Link to={LISTS.notice.path}>{t('home.notices.all')}</Link>
      </header>
      <Latest />
    </section>
  );
}

function Latest() {
  const { t, language } = useTexts();
  const { data, error, refetch } = useArticlesQuery(newestNotices(language));
  if (!data) {
    if (!error) return <Note kind="loading" text={t('page.loading')} />;
    return <Faulty error={error} onRetry={() => void refetch()} />;
  }
  if (data.records.length === 0) return <Note kind="empty" text={t('home.notices.none')} />;
  return (
    <ul className={styles.list}>
      {data.records.slice(0, NOTICES_MAX).map((notice) => (
        <li key={notice.id}>
          <Link to={articlePath(notice)}>{notice.title}</Link>
          <p>{notice.summary}</p>
          <time dateTime={new Date(notice.publishedAt).toISOString()}>{dayOf(notice.publishedAt)}</time>
        </li>
      ))}
    </ul>
  );
}
