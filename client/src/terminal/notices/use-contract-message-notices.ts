import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { useContractMessages } from '../../kit/entities/message/contract-messages';
import { toastShown } from '../../kit/toasts/toasts-slice';

/** Shows new messages about the user's contracts as toasts on every screen. */
export function useContractMessageNotices(): void {
  const dispatch = useDispatch();
  const messages = useContractMessages();
  // Messages before the first load are not news.
  const previousIds = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (messages === null) return;
    const previous = previousIds.current;
    previousIds.current = new Set(messages.map(({ message }) => message));
    if (previous === null) return;
    // `order.margin` is announced by the order notices.
    const newMessages = messages.filter(({ message, key }) => key !== 'order.margin' && !previous.has(message));
    for (const { title } of [...newMessages].reverse()) dispatch(toastShown({ kind: 'info', text: title }));
  }, [messages, dispatch]);
}
