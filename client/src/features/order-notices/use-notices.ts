import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { MessageRecord } from '../../../../shared/wire/messages-center';
import { useContractMessages } from '../../entities/message/contract-messages';
import { selectOwnActs } from '../../shared/news/own-acts';
import { keep, useKeptText } from '../../shared/lib/storage/kept';
import { isOwn, noticesIn, type Notice } from './notice';

export const TOLD_KEY = 'notices.told';
/** Time of the newest one that was looked at. */
const READ_KEY = 'notices.read';
const SHOWN_MAX = 50;

/** What became of an order as this browser has heard it, or of a contract as the exchange has written it. */
export type Told = Notice | { kind: 'message'; id: string; at: number; message: MessageRecord };

interface Notices {
  /** Newest first. */
  notices: readonly Told[];
  unread: number;
  markRead: () => void;
}

/** The latest of this user: without what was done in this tab, which another one has noted. */
export function useNotices(): Notices {
  const [told] = useKeptText(TOLD_KEY);
  const [read] = useKeptText(READ_KEY);
  const acts = useSelector(selectOwnActs);
  const messages = useContractMessages();
  const notices = useMemo(() => {
    const orders: readonly Told[] = noticesIn(told).filter((notice) => !isOwn(acts, notice));
    return [...(messages ?? []).map(ofMessage), ...orders].sort((a, b) => b.at - a.at).slice(0, SHOWN_MAX);
  }, [told, acts, messages]);
  const newest = notices[0]?.at ?? 0;
  return {
    notices,
    unread: notices.filter(isUnread(Number(read))).length,
    markRead: () => keep(READ_KEY, String(newest)),
  };
}

function ofMessage(message: MessageRecord): Told {
  return { kind: 'message', id: `message:${message.message}`, at: message.createdAt, message };
}

/** A message may have been read elsewhere. */
function isUnread(read: number) {
  return (told: Told): boolean => told.at > read && !(told.kind === 'message' && told.message.readAt !== null);
}
