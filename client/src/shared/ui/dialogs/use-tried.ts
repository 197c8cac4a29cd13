import { useState } from 'react';
import type { Fault } from '../../api/envelope';
import { useFaultWords } from '../../i18n/use-fault-words';

/** What stands in the way of what a form sends: a fault of its own, or why it was refused. */
export function useTried(refused: Fault | undefined) {
  const faultWords = useFaultWords();
  const [fault, setFault] = useState<string | null>(null);
  /** From then on it is told what is wrong with each field. */
  const [hasTried, setTried] = useState(false);
  return { hasTried, setTried, setFault, refusal: fault ?? faultWords(refused) };
}
