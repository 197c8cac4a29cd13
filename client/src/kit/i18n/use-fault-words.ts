import { faultMessage, type Fault } from '../api/envelope';
import { useTexts } from './use-texts';

/** Text of a refusal in the user's language; null if there is none. */
export function useFaultWords(): (fault: Fault | null | undefined) => string | null {
  const { t } = useTexts();
  return (fault) => {
    if (!fault) return null;
    const words = faultMessage(fault);
    return 'text' in words ? words.text : t(words.key);
  };
}
