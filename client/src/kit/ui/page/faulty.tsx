import { faultMessage, type Fault } from '../../api/envelope';
import { useTexts } from '../../i18n/use-texts';
import { Button } from '../controls/button';
import { Note } from './note';

/** A fault in place of content, with a retry. */
export function Faulty({ error, onRetry }: { error: Fault; onRetry: () => void }) {
  const { t } = useTexts();
  const message = faultMessage(error);
  return (
    <Note
      kind="error"
      text={'key' in message ? t(message.key) : message.text}
      action={<Button onClick={onRetry}>{t('page.retry')}</Button>}
    />
  );
}
