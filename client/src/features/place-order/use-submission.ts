import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { usePlaceOrderMutation } from '../../entities/order/order-api';
import { placingBegun, placingEnded } from '../../entities/order/own-acts';
import type { Fault } from '../../shared/api/envelope';
import { useAttempt } from '../../shared/lib/use-attempt';
import { toastShown } from '../../shared/toasts/toasts-slice';
import type { SpotOrder } from './spot-ticket';

/** Sends an order. One that may have been taken keeps its id when it is sent again, so that it is never placed twice. */
export function useSubmission(said: (order: SpotOrder) => string) {
  const dispatch = useDispatch();
  const [place, { isLoading }] = usePlaceOrderMutation();
  const [refused, setRefused] = useState<{ form: string; fault: Fault } | null>(null);
  const attempt = useAttempt();
  /** `form` tells which one it was sent from: what was refused is said there alone. */
  const submit = async (order: SpotOrder, form: string): Promise<boolean> => {
    dispatch(placingBegun());
    const { data, error } = await place({ clientId: attempt.idOf(order), ...order });
    dispatch(placingEnded(data?.order ?? null));
    if (!error) attempt.accepted();
    setRefused(error ? { form, fault: error } : null);
    if (error) return false;
    dispatch(toastShown({ kind: 'success', text: said(order) }));
    return true;
  };
  return {
    submit,
    isSending: isLoading,
    faultOf: (form: string) => (refused?.form === form ? refused.fault : null),
    forget: () => setRefused(null),
  };
}
