import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { MessageRecord } from '../../../../shared/wire/messages-center';
import { useContractMessages } from '../../kit/entities/message/contract-messages';
import { selectOwnActs } from '../../kit/news/own-acts';
import { setPreference, usePreferenceText } from '../../kit/lib/storage/preferences';
import { isOwn, noticesIn, type Notice } from './notice';

export const TOLD_KEY = 'notices.told';
/** Storage key of the time of the newest notice that was read. */
const READ_KEY = 'notices.read';
const SHOWN_MAX = 50;

/** A notice about an order, stored in this browser, or a message of the exchange about a contract. */
export type ShownNotice = Notice | { kind: 'message'; id: string; at: number; message: MessageRecord };

interface Notices {
  /** Newest first. */
  notices: readonly ShownNotice[];
  unread: number;
  markRead: () => void;
}

/** The user's latest notices. Another tab may have stored notices of actions taken here; these are left out. */
export function useNotices(): Notices {
  const [storedNotices] = usePreferenceText(TOLD_KEY);
  const [read] = usePreferenceText(READ_KEY);
  const acts = useSelector(selectOwnActs);
  const messages = useContractMessages();
  const notices = useMemo(() => {
    const orders: readonly ShownNotice[] = noticesIn(storedNotices).filter((notice) => !isOwn(acts, notice));
    return [...(messages ?? []).map(ofMessage), ...orders].sort((a, b) => b.at - a.at).slice(0, SHOWN_MAX);
  }, [storedNotices, acts, messages]);
  const newestAt = notices[0]?.at ?? 0;
  return {
    notices,
    unread: notices.filter(isUnread(Number(read))).length,
    markRead: () => setPreference(READ_KEY, String(newestAt)),
  };
}

function ofMessage(message: MessageRecord): ShownNotice {
  return { kind: 'message', id: `message:${message.message}`, at: message.createdAt, message };
}

/** Messages may have been read on another device. */
function isUnread(read: number) {
  return (notice: ShownNotice): boolean =>
    notice.at > read && !(notice.kind === 'message' && notice.message.readAt !== null);
}
