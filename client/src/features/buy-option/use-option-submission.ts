import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useBuyOptionMutation } from '../../entities/option/option-api';
import type { Fault } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { useAttempt } from '../../shared/lib/use-attempt';
import { toastShown } from '../../shared/toasts/toasts-slice';
import type { OptionWish } from './option-ticket';

/** Sends a purchase. One that may have been taken keeps its id when it is sent again, so that it is never bought twice. */
export function useOptionSubmission() {
  const dispatch = useDispatch();
  const { say } = useTexts();
  const [buy, { isLoading }] = useBuyOptionMutation();
  const [refused, setRefused] = useState<{ symbol: string; fault: Fault } | null>(null);
  const attempt = useAttempt();
  const submit = async (wish: OptionWish, product: string): Promise<boolean> => {
    const { error } = await buy({ clientId: attempt.idOf(wish), ...wish });
    if (!error) attempt.accepted();
    setRefused(error ? { symbol: wish.symbol, fault: error } : null);
    if (error) return false;
    dispatch(toastShown({ kind: 'success', text: say(`option.bought.${wish.direction}`, { product }) }));
    return true;
  };
  return {
    submit,
    isSending: isLoading,
    faultOf: (symbol: string) => (refused?.symbol === symbol ? refused.fault : null),
    forget: () => setRefused(null),
  };
}
