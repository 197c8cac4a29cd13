import { useTexts } from '../shared/i18n/use-texts';
import { PanelBoundary } from '../shared/ui/page/panel-boundary';
import type { PanelId } from './layout';
import type { Panels, TradeParts } from './trade-parts';

interface TerminalPanelProps<Own> {
  id: PanelId;
  panels: Panels<Own>;
  parts: TradeParts<Own>;
}

/** One panel, by itself: while its part comes and when it fails, all others go on. What is of one market goes with it. */
export function TerminalPanel<Own>({ id, panels, parts }: TerminalPanelProps<Own>) {
  const { say } = useTexts();
  const shown = panels[id];
  if (!shown) return null;
  const { title, Content, isLasting } = shown;
  const { name } = parts.market;
  return (
    <PanelBoundary key={isLasting ? undefined : name} id={`trade.${id}`} title={say(title)} of={name}>
      <Content {...parts} />
    </PanelBoundary>
  );
}
