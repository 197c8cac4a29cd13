import { useState } from 'react';
import type { Fault } from '../../api/envelope';
import { useFaultWords } from '../../i18n/use-fault-words';

/** The obstacle to a form's request: a fault of the form, or the reason of a refusal. */
export function useSubmitState(requestError: Fault | undefined) {
  const faultWords = useFaultWords();
  const [formError, setFault] = useState<string | null>(null);
  /** Set by a submit attempt; from then on each field shows its fault. */
  const [hasTried, setTried] = useState(false);
  return { hasTried, setTried, setFault, refusal: formError ?? faultWords(requestError) };
}
