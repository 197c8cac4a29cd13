import { useDispatch } from 'react-redux';
import type { Words } from '../../api/envelope';
import { toastShown } from '../../toasts/toasts-slice';
import { useAttempt } from './use-attempt';

type Send<Wish> = (request: Wish & { clientId: string }) => PromiseLike<{ error?: unknown }>;

/**
 * Sends a command and shows a toast on success. Retries keep the client id while the outcome is unknown, with `attemptKey` also from another
 * dialog. Returns whether it was accepted.
 */
export function useSendOnce(attemptKey?: string) {
  const dispatch = useDispatch();
  const attempt = useAttempt(attemptKey);
  return async <Wish extends object>(send: Send<Wish>, request: Wish, successMessage: Words): Promise<boolean> => {
    const { error } = await send({ clientId: attempt.idOf(request), ...request });
    if (error) return false;
    attempt.accepted();
    dispatch(toastShown({ kind: 'success', ...successMessage }));
    return true;
  };
}
