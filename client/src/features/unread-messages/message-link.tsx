import { Mail } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useUnreadQuery } from '../../entities/message/message-api';
import { selectMessagesFollowed } from '../../entities/message/message-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { CountedLink } from '../../shared/ui/counted-link';

/** Leads to the message centre and says how many messages are unread; new ones count as they come. */
export function MessageLink({ className }: { className: string }) {
  const { say, sayCount } = useTexts();
  const unread = useUnreadCount();
  const label = unread === 0 ? say('security.menu.messages') : sayCount('messages.count', unread);
  return <CountedLink className={className} to="/accountSet/messages" label={label} icon={Mail} count={unread} />;
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
