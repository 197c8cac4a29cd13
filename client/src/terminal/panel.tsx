import { Suspense } from 'react';
import { useTexts } from '../shared/i18n/use-texts';
import { Note } from '../shared/ui/note';
import { PanelBoundary } from '../shared/ui/panel-boundary';
import type { PanelId } from './layout';
import { PANELS } from './panels';
import type { TradeParts } from './trade-parts';

/** One panel, by itself: while its part comes and when it fails, all others go on. */
export function TerminalPanel({ id, parts }: { id: PanelId; parts: TradeParts }) {
  const { say } = useTexts();
  const { title, Content } = PANELS[id];
  return (
    <PanelBoundary id={`trade.${id}`} title={say(title)}>
      <Suspense fallback={<Note kind="loading" text={say('page.loading')} />}>
        <Content {...parts} />
      </Suspense>
    </PanelBoundary>
  );
}
