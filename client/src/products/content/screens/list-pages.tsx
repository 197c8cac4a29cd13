/** Lists of published articles by kind. */
import { CheckCheck } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { LISTS } from '../../../kit/entities/content/places';
import { markSeen, useSeenNotices } from '../../../kit/unread-notices/seen-notices';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Button } from '../../../kit/ui/controls/button';
import styles from './list-pages.module.css';
import { Listing } from './listing';
import { Head } from './reading';
import reading from './reading.module.css';

export function NoticeListPage() {
  const { t } = useTexts();
  const seenIds = useSeenNotices();
  const isUnread = (id: string) => !seenIds.has(id);
  return (
    <section className={reading.page} data-wide="true">
      <Head title={t(LISTS.notice.title)} lead={t('notices.lead')} />
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
              {t('notices.mark_all')}
            </Button>
          </div>
        )}
      />
    </section>
  );
}

export function NewsPage() {
  const { t } = useTexts();
  return (
    <section className={reading.page} data-wide="true">
      <Head title={t(LISTS.news.title)} lead={t('news.lead')} />
      <Listing kind="news" />
    </section>
  );
}

const INFORMATION = ['insight', 'learn'] as const;

/** Two categories; the address selects one. */
export function InformationListPage() {
  const { t } = useTexts();
  const [parameters] = useSearchParams();
  const category = INFORMATION.find((option) => option === parameters.get('category')) ?? 'insight';
  return (
    <section className={reading.page} data-wide="true">
      <Head title={t(LISTS.information.title)} lead={t('information.lead')} />
      <nav className={styles.shelves} aria-label={t('list.categories')}>
        {INFORMATION.map((option) => (
          <Link key={option} to={`?category=${option}`} aria-current={option === category ? 'page' : undefined}>
            {t(`article.category.${option}`)}
          </Link>
        ))}
      </nav>
      <Listing key={category} kind="information" category={category} />
    </section>
  );
}
