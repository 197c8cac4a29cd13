/** What can stand on the terminal. A panel is a row of a product; where it stands is the layouts' business. */
import type { ComponentType } from 'react';
import type { TextKey } from '../shared/i18n/i18n';
import { lazyPart } from '../shared/ui/page/lazy-part';
import { PANEL_IDS, type PanelId } from './layout';
import type { Panel, Panels, TradeParts } from './trade-parts';

/** Those that a product has. */
export function idsOf<Own>(panels: Panels<Own>): PanelId[] {
  return PANEL_IDS.filter((id) => panels[id] !== undefined);
}

export function titleOf<Own>(panels: Panels<Own>, id: PanelId, say: (key: TextKey) => string): string {
  const shown = panels[id];
  return shown ? say(shown.title) : '';
}

/** Begins to load with the page: a panel waits for its part, not for its turn. */
export function panel<Own>(
  title: TextKey,
  load: () => Promise<ComponentType<TradeParts<Own>>>,
  { isLasting = false } = {},
): Panel<Own> {
  const loading = load();
  // Whoever shows it is told, by the panel's boundary.
  loading.catch(() => undefined);
  let isFirst = true;
  const Content = lazyPart(() => {
    const part = isFirst ? loading : load();
    isFirst = false;
    return part;
  });
  return { title, Content, isLasting };
}

const trades = async () => {
  const { TradesPanel } = await import('../features/watch-trades/trades-panel');
  return ({ market, onPick }: TradeParts) => <TradesPanel market={market} onPick={onPick} />;
};
const markets = async () => {
  const { MarketList } = await import('../features/choose-market/market-list');
  return ({ market, onChoose, searchRef }: TradeParts) => (
    <MarketList product={market.product} chosen={market.name} onChoose={onChoose} searchRef={searchRef} />
  );
};

/** Those that say the same of whatever is traded. */
export function tradesPanel<Own>(): Panel<Own> {
  return panel<Own>('trades.title', trades);
}
export function marketsPanel<Own>(): Panel<Own> {
  return panel<Own>('markets.title', markets, { isLasting: true });
}
