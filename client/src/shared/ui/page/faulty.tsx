import { wordsOf, type Fault } from '../../api/envelope';
import { useTexts } from '../../i18n/use-texts';
import { Button } from '../controls/button';
import { Note } from './note';

/** Where content would be: why it did not come, and another try. */
export function Faulty({ fault, onRetry }: { fault: Fault; onRetry: () => void }) {
  const { say } = useTexts();
  const words = wordsOf(fault);
  return (
    <Note
      kind="error"
      text={'key' in words ? say(words.key) : words.text}
      action={<Button onClick={onRetry}>{say('page.retry')}</Button>}
    />
  );
}
