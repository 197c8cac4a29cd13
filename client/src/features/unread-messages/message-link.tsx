import { Mail } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { useUnreadQuery } from '../../entities/message/message-api';
import { selectMessagesFollowed } from '../../entities/message/message-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './message-link.module.css';

/** A second figure would hide the letter. */
const COUNT_SHOWN_MAX = 9;

/** Leads to the message centre and says how many messages are unread; new ones count as they come. */
export function MessageLink({ className }: { className: string }) {
  const { say, sayCount } = useTexts();
  const unread = useUnreadCount();
  const label = unread === 0 ? say('security.menu.messages') : sayCount('messages.count', unread);
  return (
    <Link className={`${className} ${styles.link}`} to="/accountSet/messages" aria-label={label} title={label}>
      <Mail size={18} aria-hidden="true" />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > COUNT_SHOWN_MAX ? `${COUNT_SHOWN_MAX}+` : unread}
        </span>
      )}
    </Link>
  );
}

/** What came while the stream was away is asked for when it is back. */
export function useUnreadCount(): number {
  const isFollowed = useSelector(selectMessagesFollowed);
  const { data, refetch } = useUnreadQuery();
  const wasFollowed = useRef(false);
  useEffect(() => {
    if (!isFollowed) return;
    if (wasFollowed.current) void refetch();
    wasFollowed.current = true;
  }, [isFollowed, refetch]);
  return data?.unread ?? 0;
}
