import { Suspense, lazy, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts';
import { Note } from '../../shared/ui/note';

const loadMarkdown = async () => ({ default: (await import('./markdown')).Markdown });

/** Lists need no reader of Markdown: it is loaded with the first text. */
export function Prose({ text }: { text: string }) {
  const { say } = useTexts();
  // One of its own each time it is shown, so that another try after a failure loads anew.
  const [Markdown] = useState(() => lazy(loadMarkdown));
  return (
    <Suspense fallback={<Note kind="loading" text={say('page.loading')} />}>
      <Markdown text={text} />
    </Suspense>
  );
}
