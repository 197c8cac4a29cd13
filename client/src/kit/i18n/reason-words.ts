import { reasonInWords } from '../../../../shared/rules/staff-reasons';
import { storedText } from './stored-text';
import { useServerWords } from './server-words';
import { useTexts } from './use-texts';

/** Text for a reason: a code of the exchange, one of the staff catalogue, or free text. */
export function useReasonWords(): (reason: string) => string {
  const serverText = useServerWords();
  const { t } = useTexts();
  return (reason) => {
    const reasonText = reasonInWords(reason, (id) => serverText('staffReason', id));
    return storedText(t, serverText('code', reasonText) || reasonText);
  };
}
