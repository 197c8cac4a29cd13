import { wordsOf, type Fault } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { Button } from '../../shared/ui/button';
import { Notice } from '../../shared/ui/notice';

/** In the place of what could not be had. */
export function NotReached({ fault, onRetry }: { fault: Fault; onRetry: () => void }) {
  const { say } = useTexts();
  const words = wordsOf(fault);
  return (
    <Notice
      kind="error"
      text={'key' in words ? say(words.key) : words.text}
      action={<Button onClick={onRetry}>{say('page.retry')}</Button>}
    />
  );
}
