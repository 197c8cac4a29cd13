import { Bell } from 'lucide-react';
import { newestNotices, useArticlesQuery } from '../../entities/content/content-api';
import { LISTS } from '../../entities/content/places';
import { useTexts } from '../../shared/i18n/use-texts';
import { CountedLink } from '../../shared/ui/controls/counted-link';
import { useSeenNotices } from './seen-notices';

const REFRESH_MS = 300_000;

/** Leads to the announcements and says how many of the newest were not read yet. */
export function NoticeBell({ className }: { className: string }) {
  const { say, sayCount } = useTexts();
  const unread = useUnreadCount();
  const label = unread === 0 ? say('menu.notices') : sayCount('notices.unread', unread);
  return <CountedLink className={className} to={LISTS.notice.path} label={label} icon={Bell} count={unread} />;
}

function useUnreadCount(): number {
  const { language } = useTexts();
  const seen = useSeenNotices();
  const { data } = useArticlesQuery(newestNotices(language), { pollingInterval: REFRESH_MS });
  return data?.records.filter(({ id }) => !seen.has(id)).length ?? 0;
}
