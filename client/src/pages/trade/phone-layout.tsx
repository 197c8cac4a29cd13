import { useState } from 'react';
import { AnnouncedTerms } from '../../features/announce-terms/announced-terms';
import { ChartPanel } from '../../features/chart-market/chart-panel';
import { MarketList } from '../../features/choose-market/market-list';
import { TickerStrip } from '../../features/choose-market/ticker-strip';
import { OrdersPanel } from '../../features/manage-orders/orders-panel';
import { OrderForm } from '../../features/place-order/order-form';
import { SKIP_CONFIRMATION_KEY } from '../../features/place-order/skip-confirmation';
import { TradeSettings } from '../../features/trade-settings/trade-settings';
import { InfoPanel } from '../../features/watch-index/info-panel';
import { BookPanel } from '../../features/watch-book/book-panel';
import { TradesPanel } from '../../features/watch-trades/trades-panel';
import { useTexts } from '../../shared/i18n/use-texts';
import { Dialog } from '../../shared/ui/dialog';
import { Tabs } from '../../shared/ui/tabs';
import { Sheet } from './sheet';
import styles from './trade-page.module.css';
import type { TradeParts } from './trade-parts';

type PhoneTab = 'chart' | 'book' | 'trades' | 'info';

/** One thing at a time, and the way to an order always under the thumb. */
export function PhoneLayout(parts: TradeParts) {
  const { say } = useTexts();
  const { market, onChoose, side, onSide, ticket, searches, entries } = parts;
  const [tab, setTab] = useState<PhoneTab>('chart');
  const [isListOpen, setListOpen] = useState(false);
  const [isFormOpen, setFormOpen] = useState(false);
  // Keys are counted, and there may be a keyboard.
  const [seen, setSeen] = useState({ searches, entries });
  if (seen.searches !== searches || seen.entries !== entries) {
    setSeen({ searches, entries });
    if (seen.searches !== searches) setListOpen(true);
    if (seen.entries !== entries) setFormOpen(true);
  }
  const pick: typeof ticket.pick = (picked) => {
    ticket.pick(picked);
    setFormOpen(true);
  };
  const open = (name: typeof side) => () => {
    onSide(name);
    setFormOpen(true);
  };
  const tabs = [
    { name: 'chart', title: say('chart.title') },
    { name: 'book', title: say('book.title') },
    { name: 'trades', title: say('trades.title') },
    { name: 'info', title: say('info.title') },
  ] as const;
  return (
    <div className={styles.phone}>
      <TickerStrip market={market} onOpenList={() => setListOpen(true)}>
        <AnnouncedTerms market={market} />
        <TradeSettings skipKey={SKIP_CONFIRMATION_KEY} onResetLayout={null} />
      </TickerStrip>
      <div className={styles.view}>
        <Tabs<PhoneTab> label={say('trade.views')} tabs={tabs} chosen={tab} onChoose={setTab}>
          {tab === 'chart' && <ChartPanel market={market} onDragged={parts.onDragged} />}
          {tab === 'book' && <BookPanel market={market} onPick={pick} />}
          {tab === 'trades' && <TradesPanel market={market} onPick={pick} />}
          {tab === 'info' && <InfoPanel market={market} />}
        </Tabs>
      </div>
      <div className={styles.orders}>
        <OrdersPanel market={market} />
      </div>
      <div className={styles.bar}>
        <button type="button" data-side="buy" onClick={open('buy')}>
          {say('trades.buy')}
        </button>
        <button type="button" data-side="sell" onClick={open('sell')}>
          {say('trades.sell')}
        </button>
      </div>
      <Sheet title={market.label} isOpen={isFormOpen} onClose={() => setFormOpen(false)}>
        <OrderForm market={market} side={side} onSide={onSide} ticket={ticket} onPlaced={() => setFormOpen(false)} />
      </Sheet>
      {isListOpen && (
        <Dialog title={say('markets.title')} onClose={() => setListOpen(false)}>
          <div className={styles.chooser}>
            <MarketList
              chosen={market.name}
              onChoose={(name) => {
                setListOpen(false);
                onChoose(name);
              }}
            />
          </div>
        </Dialog>
      )}
    </div>
  );
}
