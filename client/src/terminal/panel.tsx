import { useTexts } from '../kit/i18n/use-texts';
import { PanelBoundary } from '../kit/ui/page/panel-boundary';
import type { PanelId } from './layout';
import type { Panels, TradeParts } from './trade-parts';

interface TerminalPanelProps<Own> {
  id: PanelId;
  panels: Panels<Own>;
  parts: TradeParts<Own>;
}

/** Loads and fails independently of other panels. Unless `isLasting`, another market remounts it. */
export function TerminalPanel<Own>({ id, panels, parts }: TerminalPanelProps<Own>) {
  const { t } = useTexts();
  const panel = panels[id];
  if (!panel) return null;
  const { title, Content, isLasting } = panel;
  const { name } = parts.market;
  return (
    <PanelBoundary key={isLasting ? undefined : name} id={`trade.${id}`} title={t(title)} subject={name}>
      <Content {...parts} />
    </PanelBoundary>
  );
}
