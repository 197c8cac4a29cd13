import { keptText } from '../../shared/i18n/kept-text';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';

/** Why something ended: a code where the exchange decided, words as they are where staff wrote them. */
export function useReasonWords(): (reason: string) => string {
  const words = useServerWords();
  const { say } = useTexts();
  return (reason) => keptText(say, words('code', reason) || reason);
}
