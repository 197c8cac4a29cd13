import { Bell } from 'lucide-react';
import { newestNotices, useArticlesQuery } from '../entities/content/content-api';
import { LISTS } from '../entities/content/places';
import { useTexts } from '../i18n/use-texts';
import { CountedLink } from '../ui/controls/counted-link';
import { useSeenNotices } from './seen-notices';

const REFRESH_MS = 300_000;

/** Links to the announcements and shows how many of the newest are unread. */
export function NoticeBell({ className }: { className: string }) {
  const { t, tCount } = useTexts();
  const unread = useUnreadCount();
  const label = unread === 0 ? t('menu.notices') : tCount('notices.unread', unread);
  return <CountedLink className={className} to={LISTS.notice.path} label={label} icon={Bell} count={unread} />;
}

function useUnreadCount(): number {
  const { language } = useTexts();
  const seenIds = useSeenNotices();
  const { data } = useArticlesQuery(newestNotices(language), { pollingInterval: REFRESH_MS });
  return data?.records.filter(({ id }) => !seenIds.has(id)).length ?? 0;
}
