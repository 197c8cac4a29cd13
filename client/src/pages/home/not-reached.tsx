import { wordsOf, type Fault } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { Button } from '../../shared/ui/button';
import { Note } from '../../shared/ui/note';

/** In the place of what could not be had. */
export function NotReached({ fault, onRetry }: { fault: Fault; onRetry: () => void }) {
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
