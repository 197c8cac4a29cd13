import { useDispatch } from 'react-redux';
import type { Words } from '../../api/envelope';
import { toastShown } from '../../toasts/toasts-slice';
import { useAttempt } from './use-attempt';

type Send<Wish> = (wish: Wish & { clientId: string }) => PromiseLike<{ error?: unknown }>;

/**
 * Sends a wish, and says so when it was taken. Sent again, it is the same as long as nobody knows what became of it, with a
 * name for what it is `about` also from another dialog. Answers whether it was taken.
 */
export function useSent(about?: string) {
  const dispatch = useDispatch();
  const attempt = useAttempt(about);
  return async <Wish extends object>(send: Send<Wish>, wish: Wish, done: Words): Promise<boolean> => {
    const { error } = await send({ clientId: attempt.idOf(wish), ...wish });
    if (error) return false;
    attempt.accepted();
    dispatch(toastShown({ kind: 'success', ...done }));
    return true;
  };
}
