/** What is published, kind by kind. */
import { CheckCheck } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { LISTS } from '../../../entities/content/places';
import { markSeen, useSeenNotices } from '../../../features/unread-notices/seen-notices';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import styles from './list-pages.module.css';
import { Listing } from './listing';
import { Head } from './reading';
import reading from './reading.module.css';

export function NoticeListPage() {
  const { say } = useTexts();
  const seen = useSeenNotices();
  const isUnread = (id: string) => !seen.has(id);
  return (
    <section className={reading.page} data-wide="true">
      <Head title={say(LISTS.notice.title)} lead={say('notices.lead')} />
      <Listing
        kind="notice"
        isUnread={isUnread}
        above={(notices) => (
          <div className={styles.above}>
            <Button
              disabled={!notices.some(({ id }) => isUnread(id))}
              onClick={() => markSeen(notices.map(({ id }) => id))}
            >
              <CheckCheck size={16} aria-hidden="true" />
              {say('notices.mark_all')}
            </Button>
          </div>
        )}
      />
    </section>
  );
}

export function NewsPage() {
  const { say } = useTexts();
  return (
    <section className={reading.page} data-wide="true">
      <Head title={say(LISTS.news.title)} lead={say('news.lead')} />
      <Listing kind="news" />
    </section>
  );
}

const INFORMATION = ['insight', 'learn'] as const;

/** Two shelves; which one is open is part of the address. */
export function InformationListPage() {
  const { say } = useTexts();
  const [parameters] = useSearchParams();
  const category = INFORMATION.find((known) => known === parameters.get('category')) ?? 'insight';
  return (
    <section className={reading.page} data-wide="true">
      <Head title={say(LISTS.information.title)} lead={say('information.lead')} />
      <nav className={styles.shelves} aria-label={say('list.categories')}>
        {INFORMATION.map((known) => (
          <Link key={known} to={`?category=${known}`} aria-current={known === category ? 'page' : undefined}>
            {say(`article.category.${known}`)}
          </Link>
        ))}
      </nav>
      <Listing key={category} kind="information" category={category} />
    </section>
  );
}
