import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { useContractMessages } from '../../entities/message/contract-messages';
import { toastShown } from '../../shared/toasts/toasts-slice';

/** Says what the exchange writes about the user's contracts as it comes, wherever in the app they are. */
export function useContractMessagesTold(): void {
  const dispatch = useDispatch();
  const messages = useContractMessages();
  // What was there already is no news.
  const heard = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (messages === null) return;
    const known = heard.current;
    heard.current = new Set(messages.map(({ message }) => message));
    if (known === null) return;
    // The end of an order is told where orders are.
    const fresh = messages.filter(({ message, key }) => key !== 'order.margin' && !known.has(message));
    for (const { title } of [...fresh].reverse()) dispatch(toastShown({ kind: 'info', text: title }));
  }, [messages, dispatch]);
}
