import { useId } from 'react';
import { Link } from 'react-router';
import { useArticlesQuery } from '../../entities/content/content-api';
import { articlePath, LISTS } from '../../entities/content/places';
import { wordsOf } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { dayOf } from '../../shared/lib/format';
import { Button } from '../../shared/ui/button';
import { Notice } from '../../shared/ui/notice';
import styles from './latest-notices.module.css';

const NOTICES_MAX = 4;
/** The smallest page that every list offers. */
const PAGE_SIZE = 10;

export function LatestNotices() {
  const { say } = useTexts();
  const titleId = useId();
  return (
    <section className={styles.notices} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{say('home.notices.title')}</h2>
        <Link to={LISTS.notice.path}>{say('home.notices.all')}</Link>
      </header>
      <Latest />
    </section>
  );
}

function Latest() {
  const { say, language } = useTexts();
  const { data, error, isFetching, refetch } = useArticlesQuery({
    kind: 'notice',
    pageIndex: 1,
    pageSize: PAGE_SIZE,
    language,
  });
  if (!data) {
    if (!error) return <Notice kind="loading" text={say('page.loading')} />;
    const words = wordsOf(error);
    return (
      <Notice
        kind="error"
        text={'key' in words ? say(words.key) : words.text}
        action={
          <Button disabled={isFetching} onClick={() => void refetch()}>
            {say('page.retry')}
          </Button>
        }
      />
    );
  }
  if (data.records.length === 0) return <Notice kind="empty" text={say('home.notices.none')} />;
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
