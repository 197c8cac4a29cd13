import { faultMessage, type Fault } from '../../api/envelope';
import { useTexts } from '../../i18n/use-texts';
import { Button } from '../controls/button';
import { Note } from './note';

/** A fault in place of content, with a retry. */
export function Faulty({ fault, onRetry }: { fault: Fault; onRetry: () => void }) {
  const { t } = useTexts();
  const words = faultMessage(fault);
  return (
    <Note
      kind="error"
      text={'key' in words ? t(words.key) : words.text}
      action={<Button onClick={onRetry}>{t('page.retry')}</Button>}
    />
  );
}
