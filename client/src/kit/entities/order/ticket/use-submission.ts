import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Fault } from '../../../api/envelope';
import { useAttempt } from '../../../lib/hooks/use-attempt';
import { toastShown } from '../../../toasts/toasts-slice';

type Send<Order> = (order: Order & { clientId: string }) => PromiseLike<{ error?: Fault }>;

/** Sends an order. After an unknown outcome a retry keeps the client id, so it is never placed twice. */
export function useSubmission<Order extends object>(send: Send<Order>) {
  const dispatch = useDispatch();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<{ form: string; error: Fault } | null>(null);
  const attempt = useAttempt();
  /** `form` identifies the sending form, which alone shows the refusal. `successText` is the toast on success. */
  const submit = async (order: Order, form: string, successText: string): Promise<boolean> => {
    setSending(true);
    const { error } = await send({ clientId: attempt.idOf(order), ...order });
    setSending(false);
    if (!error) attempt.accepted();
    setRefusal(error ? { form, error } : null);
    if (error) return false;
    dispatch(toastShown({ kind: 'success', text: successText }));
    return true;
  };
  return {
    submit,
    isSending,
    faultOf: (form: string) => (refusal?.form === form ? refusal.error : null),
    forget: () => setRefusal(null),
  };
}
