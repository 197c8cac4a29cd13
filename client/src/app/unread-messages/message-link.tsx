import { Mail } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useUnreadQuery } from '../../kit/entities/message/message-api';
import { selectMessagesFollowed } from '../../kit/entities/message/message-slice';
import { useRefetchOnReturn } from '../../kit/entities/message/use-refetch-on-return';
import { useTexts } from '../../kit/i18n/use-texts';
import { CountedLink } from '../../kit/ui/controls/counted-link';

/** Links to the message centre with the number of unread messages, updated live. */
export function MessageLink({ className }: { className: string }) {
  const { t, tCount } = useTexts();
  const unread = useUnreadCount();
  const label = unread === 0 ? t('security.menu.messages') : tCount('messages.count', unread);
  return <CountedLink className={className} to="/accountSet/messages" label={label} icon={Mail} count={unread} />;
}

export function useUnreadCount(): number {
  const { data, refetch } = useUnreadQuery();
  useRefetchOnReturn(useSelector(selectMessagesFollowed), refetch);
  return data?.unread ?? 0;
}
