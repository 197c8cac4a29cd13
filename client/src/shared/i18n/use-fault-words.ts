import { wordsOf, type Fault } from '../api/envelope';
import { useTexts } from './use-texts';

/** What a refusal says, in the user's language; null where there is none. */
export function useFaultWords(): (fault: Fault | null | undefined) => string | null {
  const { say } = useTexts();
  return (fault) => {
    if (!fault) return null;
    const words = wordsOf(fault);
    return 'text' in words ? words.text : say(words.key);
  };
}
