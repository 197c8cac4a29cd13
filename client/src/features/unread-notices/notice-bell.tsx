import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import { newestNotices, useArticlesQuery } from '../../entities/content/content-api';
import { LISTS } from '../../entities/content/places';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './notice-bell.module.css';
import { useSeenNotices } from './seen-notices';

const REFRESH_MS = 300_000;
/** A second figure would hide the bell. */
const COUNT_SHOWN_MAX = 9;

/** Leads to the announcements and says how many of the newest were not read yet. */
export function NoticeBell({ className }: { className: string }) {
  const { say, sayCount } = useTexts();
  const unread = useUnreadCount();
  const label = unread === 0 ? say('menu.notices') : sayCount('notices.unread', unread);
  return (
    <Link className={`${className} ${styles.bell}`} to={LISTS.notice.path} aria-label={label} title={label}>
      <Bell size={18} aria-hidden="true" />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > COUNT_SHOWN_MAX ? `${COUNT_SHOWN_MAX}+` : unread}
        </span>
      )}
    </Link>
  );
}

function useUnreadCount(): number {
  const { language } = useTexts();
  const seen = useSeenNotices();
  const { data } = useArticlesQuery(newestNotices(language), { pollingInterval: REFRESH_MS });
  return data?.records.filter(({ id }) => !seen.has(id)).length ?? 0;
}
