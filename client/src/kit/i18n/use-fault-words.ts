import { faultMessage, type Fault } from '../api/envelope';
import { useTexts } from './use-texts';

/** Text of a refusal in the user's language; null if there is none. */
export function useFaultWords(): (error: Fault | null | undefined) => string | null {
  const { t } = useTexts();
  return (error) => {
    if (!error) return null;
    const message = faultMessage(error);
    return 'text' in message ? message.text : t(message.key);
  };
}
