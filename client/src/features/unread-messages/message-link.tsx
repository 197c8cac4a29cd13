import { Mail } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useUnreadQuery } from '../../entities/message/message-api';
import { selectMessagesFollowed } from '../../entities/message/message-slice';
import { useReturned } from '../../entities/message/use-returned';
import { useTexts } from '../../shared/i18n/use-texts';
import { CountedLink } from '../../shared/ui/controls/counted-link';

/** Leads to the message centre and says how many messages are unread; new ones count as they come. */
export function MessageLink({ className }: { className: string }) {
  const { say, sayCount } = useTexts();
  const unread = useUnreadCount();
  const label = unread === 0 ? say('security.menu.messages') : sayCount('messages.count', unread);
  return <CountedLink className={className} to="/accountSet/messages" label={label} icon={Mail} count={unread} />;
}

export function useUnreadCount(): number {
  const { data, refetch } = useUnreadQuery();
  useReturned(useSelector(selectMessagesFollowed), refetch);
  return data?.unread ?? 0;
}
