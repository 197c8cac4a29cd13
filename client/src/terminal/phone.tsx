import { CandlestickChart, ClipboardList, LineChart, List } from 'lucide-react';
import { useState } from 'react';
import { AnnouncedTerms } from '../kit/announced-terms/announced-terms';
import { ConnectionBadge } from './connection/connection-badge';
import { TradeSettings } from './settings/trade-settings';
import { useTexts } from '../kit/i18n/use-texts';
import { Tabs } from '../kit/ui/controls/tabs';
import { ViewBar, type BarView } from '../kit/ui/lists/view-bar';
import type { PanelId } from './layout';
import { MarketDialog } from './markets/market-dialog';
import { TerminalPanel } from './panel';
import { titleOf } from './panels';
import phone from './phone.module.css';
import type { ScreenParts, Side, TradeParts } from './trade-parts';
import { useFillsWindow } from './use-fills-window';

/** The market, the order form, and the user's orders. */
type View = 'chart' | 'trade' | 'orders';
const VIEWS: readonly BarView<View>[] = [
  { name: 'chart', text: 'chart.title', Icon: CandlestickChart },
  { name: 'trade', text: 'desk.trade', Icon: LineChart },
  { name: 'orders', text: 'menu.group_orders', Icon: ClipboardList },
];

/** Shows one view at a time, chosen in the bar at the bottom. */
export function Phone<Own>({
  product,
  isHelpOpen: _,
  onHelp: __,
  searches,
  entries,
  ...screenProps
}: ScreenParts<Own>) {
  const { t } = useTexts();
  useFillsWindow();
  const { panels, Strip, Banner, Settings } = product;
  const [view, setView] = useState<View>('chart');
  const [activePanel, setActivePanel] = useState<PanelId>(product.viewPanels[0]);
  const [isListOpen, setListOpen] = useState(false);
  const { market, onChoose, onSide } = screenProps;
  // The counters of key presses change on phones too, as with an attached keyboard.
  const [previous, setPrevious] = useState({ searches, entries, market: market.name });
  if (previous.searches !== searches || previous.entries !== entries || previous.market !== market.name) {
    setPrevious({ searches, entries, market: market.name });
    if (previous.searches !== searches) setListOpen(true);
    if (previous.entries !== entries) setView('trade');
    // The orders view does not show the market, so choosing another one switches to the chart.
    if (previous.market !== market.name && view === 'orders') setView('chart');
  }
  const sides = product.useSides(market);
  const panelProps: TradeParts<Own> = {
    ...screenProps,
    onPick: (picked) => {
      screenProps.onPick(picked);
      setView('trade');
    },
  };
  const trade = (requestedSide: Side) => () => {
    onSide(requestedSide);
    setView('trade');
  };
  return (
    <div className={phone.phone}>
      <Strip market={market} onOpenList={() => setListOpen(true)}>
        <AnnouncedTerms key={market.name} market={market} />
        <ConnectionBadge />
        <TradeSettings skipKey={product.keys.skip}>{Settings && <Settings />}</TradeSettings>
      </Strip>
      {Banner && <Banner key={market.name} market={market} />}
      {view === 'chart' && (
        <>
          <div className={phone.watched}>
            <Tabs
              label={t('trade.views')}
              tabs={product.viewPanels.map((name) => ({ name, title: titleOf(panels, name, t) }))}
              selected={activePanel}
              onChoose={setActivePanel}
            >
              <TerminalPanel key={activePanel} id={activePanel} panels={panels} parts={panelProps} />
            </Tabs>
          </div>
          <div className={phone.sides}>
            <button type="button" data-side="buy" onClick={trade('buy')}>
              {t(sides.buy)}
            </button>
            <button type="button" data-side="sell" onClick={trade('sell')}>
              {t(sides.sell)}
            </button>
          </div>
        </>
      )}
      {/* Stays mounted while hidden, so that a half-typed order is kept. */}
      <div className={phone.trade} hidden={view !== 'trade'}>
        <div className={phone.form}>
          <TerminalPanel id="form" panels={panels} parts={panelProps} />
        </div>
        {view === 'trade' && (
          <div className={phone.book}>
            <TerminalPanel id="book" panels={panels} parts={panelProps} />
          </div>
        )}
      </div>
      {view !== 'chart' && (
        <div className={phone.orders}>
          {view === 'orders' && panels.account && <TerminalPanel id="account" panels={panels} parts={panelProps} />}
          <TerminalPanel id="orders" panels={panels} parts={panelProps} />
        </div>
      )}
      <ViewBar views={VIEWS} selectedView={view} onChoose={setView}>
        <button type="button" onClick={() => setListOpen(true)}>
          <List size={20} aria-hidden="true" />
          <span>{t('markets.title')}</span>
        </button>
      </ViewBar>
      {isListOpen && <MarketDialog selectedMarket={market} onChoose={onChoose} onClose={() => setListOpen(false)} />}
    </div>
  );
}
