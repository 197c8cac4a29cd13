import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { usePlaceContractMutation } from '../../entities/contract/contract-api';
import type { Fault } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { useAttempt } from '../../shared/lib/use-attempt';
import { toastShown } from '../../shared/toasts/toasts-slice';
import type { ContractOrder } from './contract-ticket';
import { placedOf } from './order-words';

/** Sends an order. One that may have been taken keeps its id when it is sent again, so that it is never placed twice. */
export function useContractSubmission() {
  const dispatch = useDispatch();
  const { say } = useTexts();
  const [place, { isLoading }] = usePlaceContractMutation();
  const [refused, setRefused] = useState<{ form: string; fault: Fault } | null>(null);
  const attempt = useAttempt();
  /** `form` tells which one it was sent from: what was refused is said there alone. */
  const submit = async (order: ContractOrder, form: string, isOneWay: boolean): Promise<boolean> => {
    const { error } = await place({ clientId: attempt.idOf(order), ...order });
    if (!error) attempt.accepted();
    setRefused(error ? { form, fault: error } : null);
    if (error) return false;
    dispatch(toastShown({ kind: 'success', text: say(placedOf(order.act, order.position, isOneWay)) }));
    return true;
  };
  return {
    submit,
    isSending: isLoading,
    faultOf: (form: string) => (refused?.form === form ? refused.fault : null),
    forget: () => setRefused(null),
  };
}
