import { useDispatch } from 'react-redux';
import type { Words } from '../api/envelope';
import { toastShown } from '../toasts/toasts-slice';
import { useAttempt } from './use-attempt';

type Send<Wish> = (wish: Wish & { clientId: string }) => PromiseLike<{ error?: unknown }>;

/**
 * Sends a wish, and says so when it was taken. Sent again, it is the same as long as nobody knows what became of it. Answers
 * whether it was taken.
 */
export function useSent() {
  const dispatch = useDispatch();
  const attempt = useAttempt();
  return async <Wish extends object>(send: Send<Wish>, wish: Wish, done: Words): Promise<boolean> => {
    const { error } = await send({ clientId: attempt.idOf(wish), ...wish });
    if (error) return false;
    attempt.accepted();
    dispatch(toastShown({ kind: 'success', ...done }));
    return true;
  };
}
