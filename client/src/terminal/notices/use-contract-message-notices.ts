import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { useContractMessages } from '../../kit/entities/message/contract-messages';
import { toastShown } from '../../kit/toasts/toasts-slice';

/** Shows new messages about the user's contracts as toasts on every screen. */
export function useContractMessageNotices(): void {
  const dispatch = useDispatch();
  const messages = useContractMessages();
  // Messages before the first load are not news.
  const heard = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (messages === null) return;
    const known = heard.current;
    heard.current = new Set(messages.map(({ message }) => message));
    if (known === null) return;
    // `order.margin` is announced by the order notices.
    const fresh = messages.filter(({ message, key }) => key !== 'order.margin' && !known.has(message));
    for (const { title } of [...fresh].reverse()) dispatch(toastShown({ kind: 'info', text: title }));
  }, [messages, dispatch]);
}
