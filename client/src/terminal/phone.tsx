import { CandlestickChart, ClipboardList, LineChart, List } from 'lucide-react';
import { useState } from 'react';
import { AnnouncedTerms } from '../features/announce-terms/announced-terms';
import { ConnectionBadge } from '../features/show-connection/connection-badge';
import { TradeSettings } from '../features/trade-settings/trade-settings';
import { useTexts } from '../shared/i18n/use-texts';
import { Tabs } from '../shared/ui/controls/tabs';
import { ViewBar, type BarView } from '../shared/ui/lists/view-bar';
import type { PanelId } from './layout';
import { MarketDialog } from './markets/market-dialog';
import { TerminalPanel } from './panel';
import { titleOf } from './panels';
import phone from './phone.module.css';
import type { ScreenParts, Side, TradeParts } from './trade-parts';
import { useFillsWindow } from './use-fills-window';

/** What the market does, what one does there oneself, and what became of it. */
type View = 'chart' | 'trade' | 'orders';
const VIEWS: readonly BarView<View>[] = [
  { name: 'chart', text: 'chart.title', Icon: CandlestickChart },
  { name: 'trade', text: 'desk.trade', Icon: LineChart },
  { name: 'orders', text: 'menu.group_orders', Icon: ClipboardList },
];

/** One view at a time, chosen below the thumb. */
export function Phone<Own>({ product, isHelpOpen: _, onHelp: __, searches, entries, ...given }: ScreenParts<Own>) {
  const { say } = useTexts();
  useFillsWindow();
  const { panels, Strip, Banner, Settings } = product;
  const [view, setView] = useState<View>('chart');
  const [watched, setWatched] = useState<PanelId>(product.watched[0]);
  const [isListOpen, setListOpen] = useState(false);
  const { market, onChoose, onSide } = given;
  // Keys are counted, and there may be a keyboard.
  const [seen, setSeen] = useState({ searches, entries, market: market.name });
  if (seen.searches !== searches || seen.entries !== entries || seen.market !== market.name) {
    setSeen({ searches, entries, market: market.name });
    if (seen.searches !== searches) setListOpen(true);
    if (seen.entries !== entries) setView('trade');
    // Another market is chosen to be seen or traded: among orders of all of them nothing would show it.
    if (seen.market !== market.name && view === 'orders') setView('chart');
  }
  const sides = product.useSides(market);
  const parts: TradeParts<Own> = {
    ...given,
    onPick: (picked) => {
      given.onPick(picked);
      setView('trade');
    },
  };
  const trade = (wanted: Side) => () => {
    onSide(wanted);
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
              label={say('trade.views')}
              tabs={product.watched.map((name) => ({ name, title: titleOf(panels, name, say) }))}
              chosen={watched}
              onChoose={setWatched}
            >
              <TerminalPanel key={watched} id={watched} panels={panels} parts={parts} />
            </Tabs>
          </div>
          <div className={phone.sides}>
            <button type="button" data-side="buy" onClick={trade('buy')}>
              {say(sides.buy)}
            </button>
            <button type="button" data-side="sell" onClick={trade('sell')}>
              {say(sides.sell)}
            </button>
          </div>
        </>
      )}
      {/* Kept while another view is seen: a half-typed order is still there. */}
      <div className={phone.trade} hidden={view !== 'trade'}>
        <div className={phone.form}>
          <TerminalPanel id="form" panels={panels} parts={parts} />
        </div>
        {view === 'trade' && (
          <div className={phone.book}>
            <TerminalPanel id="book" panels={panels} parts={parts} />
          </div>
        )}
      </div>
      {view !== 'chart' && (
        <div className={phone.orders}>
          {view === 'orders' && panels.account && <TerminalPanel id="account" panels={panels} parts={parts} />}
          <TerminalPanel id="orders" panels={panels} parts={parts} />
        </div>
      )}
      <ViewBar views={VIEWS} chosen={view} onChoose={setView}>
        <button type="button" onClick={() => setListOpen(true)}>
          <List size={20} aria-hidden="true" />
          <span>{say('markets.title')}</span>
        </button>
      </ViewBar>
      {isListOpen && <MarketDialog chosen={market} onChoose={onChoose} onClose={() => setListOpen(false)} />}
    </div>
  );
}
