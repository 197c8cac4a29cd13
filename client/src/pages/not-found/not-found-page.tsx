import { useTexts } from '../../shared/i18n/use-texts';
import { WordPage } from '../../shared/ui/page/word-page';

export function NotFoundPage() {
  const { say } = useTexts();
  return (
    <WordPage
      code="404"
      title={say('not_found.title')}
      text={say('not_found.text')}
      way={{ to: '/', text: say('not_found.home') }}
    />
  );
}
