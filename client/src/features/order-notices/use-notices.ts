import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { isOwnAct, selectOwnActs } from '../../entities/order/own-acts';
import { keep, useKeptText } from '../../shared/lib/kept';
import { noticesIn, type Notice } from './notice';

export const TOLD_KEY = 'notices.told';
/** Time of the newest one that was looked at. */
const READ_KEY = 'notices.read';

interface Notices {
  /** Newest first. */
  notices: readonly Notice[];
  unread: number;
  markRead: () => void;
}

/** The latest of this user, as this browser has heard them: without what was done in this tab, which another one has noted. */
export function useNotices(): Notices {
  const [told] = useKeptText(TOLD_KEY);
  const [read] = useKeptText(READ_KEY);
  const acts = useSelector(selectOwnActs);
  const notices = useMemo(() => noticesIn(told).filter((notice) => !isOwnAct(acts, notice)), [told, acts]);
  const newest = notices[0]?.at ?? 0;
  return {
    notices,
    unread: notices.filter(({ at }) => at > Number(read)).length,
    markRead: () => keep(READ_KEY, String(newest)),
  };
}
