import { useLocation } from 'react-router';
import type { TextKey } from '../../shared/i18n/i18n';
import { useTexts } from '../../shared/i18n/use-texts';
import { WordPage } from '../../shared/ui/word-page';

/** Screens of products that are still to come, by the last part of their path. */
const NAMES: Readonly<Record<string, TextKey>> = {
  robot: 'not_open.robot',
};

/** Says what will be here and that it is not yet; there is nothing to press but the way to what is open. */
export function NotOpenPage() {
  const { say } = useTexts();
  const { pathname } = useLocation();
  const name = NAMES[pathname.split('/').at(-1) ?? ''];
  return (
    <WordPage
      title={name ? say(name) : say('not_open.title')}
      text={say('not_open.text')}
      way={{ to: '/quotation', text: say('not_open.markets') }}
    />
  );
}
