/** Panels of the terminal. A product defines them; layouts place them. */
import type { ComponentType } from 'react';
import type { TextKey } from '../kit/i18n/i18n';
import { lazyPart } from '../kit/ui/page/lazy-part';
import { PANEL_IDS, type PanelId } from './layout';
import type { Panel, Panels, TradeParts } from './trade-parts';

export function idsOf<Own>(panels: Panels<Own>): PanelId[] {
  return PANEL_IDS.filter((id) => panels[id] !== undefined);
}

export function titleOf<Own>(panels: Panels<Own>, id: PanelId, t: (key: TextKey) => string): string {
  const panel = panels[id];
  return panel ? t(panel.title) : '';
}

/** Starts loading when the module is evaluated, so that panels load in parallel. */
export function panel<Own>(
  title: TextKey,
  load: () => Promise<ComponentType<TradeParts<Own>>>,
  { isLasting = false } = {},
): Panel<Own> {
  const loading = load();
  // The panel's error boundary shows the failure.
  loading.catch(() => undefined);
  let isFirst = true;
  const Content = lazyPart(() => {
    const contentPromise = isFirst ? loading : load();
    isFirst = false;
    return contentPromise;
  });
  return { title, Content, isLasting };
}

const trades = async () => {
  const { TradesPanel } = await import('./trades/trades-panel');
  return ({ market, onPick }: TradeParts) => <TradesPanel market={market} onPick={onPick} />;
};
const markets = async () => {
  const { MarketList } = await import('./markets/market-list');
  return ({ market, onChoose, searchRef }: TradeParts) => (
    <MarketList product={market.product} chosen={market.name} onChoose={onChoose} searchRef={searchRef} />
  );
};

/** Panels that are the same for every product. */
export function tradesPanel<Own>(): Panel<Own> {
  return panel<Own>('trades.title', trades);
}
export function marketsPanel<Own>(): Panel<Own> {
  return panel<Own>('markets.title', markets, { isLasting: true });
}
