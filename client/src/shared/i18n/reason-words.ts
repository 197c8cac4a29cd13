import { reasonInWords } from '../../../../shared/rules/staff-reasons';
import { keptText } from './kept-text';
import { useServerWords } from './server-words';
import { useTexts } from './use-texts';

/** Why something was done or ended: a code where the exchange decided, one of the catalogue of staff in words, or words as they are. */
export function useReasonWords(): (reason: string) => string {
  const words = useServerWords();
  const { say } = useTexts();
  return (reason) => {
    const given = reasonInWords(reason, (id) => words('staffReason', id));
    return keptText(say, words('code', given) || given);
  };
}
