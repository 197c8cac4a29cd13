import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { AnnouncedTerms } from '../../features/announce-terms/announced-terms';
import { ChartPanel } from '../../features/chart-market/chart-panel';
import { MarketList } from '../../features/choose-market/market-list';
import { TickerStrip } from '../../features/choose-market/ticker-strip';
import { OrdersPanel } from '../../features/manage-orders/orders-panel';
import { OrderForm } from '../../features/place-order/order-form';
import { SKIP_CONFIRMATION_KEY } from '../../features/place-order/skip-confirmation';
import { ConnectionBadge } from '../../features/show-connection/connection-badge';
import { KeyHelp, TradeSettings } from '../../features/trade-settings/trade-settings';
import { InfoPanel } from '../../features/watch-index/info-panel';
import { BookPanel } from '../../features/watch-book/book-panel';
import { TradesPanel } from '../../features/watch-trades/trades-panel';
import { useTexts } from '../../shared/i18n/use-texts';
import { useKept } from '../../shared/lib/kept';
import { Dialog } from '../../shared/ui/dialog';
import { Tabs } from '../../shared/ui/tabs';
import styles from './trade-page.module.css';
import type { TradeParts } from './trade-parts';
import { useMedia } from '../../shared/lib/use-media';

/** Room for the list of markets beside everything else. */
const WITH_LIST = '(min-width: 80rem)';
/** Room for the form below the chart and the trades below the book. */
const ROOMY = '(min-width: 100rem) and (min-height: 54rem)';
const LAYOUT_PREFIX = 'react-resizable-panels:trade';

/** A whole screen without scrolling; the panels are the user's to size, and stay as they were left. */
export function DeskLayout(parts: TradeParts) {
  const hasList = useMedia(WITH_LIST);
  const isRoomy = useMedia(ROOMY);
  const [resets, setResets] = useState(0);
  const [isListOpen, setListOpen] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const { say } = useTexts();
  const { market, onChoose, side, searches, entries } = parts;

  // Only a new press of the key counts, not a window that grows.
  const answered = useRef(searches);
  useEffect(() => {
    if (searches === answered.current) return;
    answered.current = searches;
    if (hasList) search.current?.focus();
    else setListOpen(true);
  }, [searches, hasList]);
  const entered = useRef(entries);
  useEffect(() => {
    if (entries === entered.current) return;
    entered.current = entries;
    form.current?.querySelector<HTMLInputElement>(`[data-side="${side}"] input[inputmode]`)?.focus();
  }, [entries, side]);

  const reset = () => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(LAYOUT_PREFIX)) localStorage.removeItem(key);
    setResets((count) => count + 1);
  };
  const open = () => (hasList ? search.current?.focus() : setListOpen(true));
  const list = <MarketList chosen={market.name} onChoose={onChoose} searchRef={search} />;
  const orderForm = (
    <div ref={form} className={styles.pane} onKeyDown={leaveField}>
      <OrderForm market={market} side={parts.side} onSide={parts.onSide} ticket={parts.ticket} />
    </div>
  );
  const chart = (
    <div className={styles.pane}>
      <ChartPanel market={market} onDragged={parts.onDragged} />
    </div>
  );
  const variant = isRoomy ? 'roomy' : hasList ? 'laptop' : 'narrow';
  return (
    <div className={styles.desk}>
      <TickerStrip market={market} onOpenList={open}>
        <AnnouncedTerms market={market} />
        <ConnectionBadge />
        <KeyHelp isOpen={parts.isHelpOpen} onOpen={parts.onHelp} />
        <TradeSettings skipKey={SKIP_CONFIRMATION_KEY} onResetLayout={reset} />
      </TickerStrip>
      <Split key={`${variant}-${resets}`} id={`trade-${variant}`} orientation="vertical">
        {{
          top: {
            size: isRoomy ? '74%' : '72%',
            min: '18rem',
            content: <Top {...{ variant, list, chart, orderForm, parts }} />,
          },
          orders: {
            size: isRoomy ? '26%' : '28%',
            min: '6rem',
            content: (
              <div className={styles.pane}>
                <OrdersPanel market={market} />
              </div>
            ),
          },
        }}
      </Split>
      {isListOpen && !hasList && (
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

/** Out of a field the keys act on the whole screen again. */
function leaveField({ key, target }: KeyboardEvent): void {
  if (key === 'Escape' && target instanceof HTMLInputElement) target.blur();
}

interface TopProps {
  variant: 'roomy' | 'laptop' | 'narrow';
  list: ReactNode;
  chart: ReactNode;
  orderForm: ReactNode;
  parts: TradeParts;
}

function Top({ variant, list, chart, orderForm, parts }: TopProps) {
  if (variant === 'roomy') {
    return (
      <Split id="trade-roomy-top" orientation="horizontal">
        {{
          list: { size: '17%', min: '14rem', content: <div className={styles.pane}>{list}</div> },
          middle: {
            size: '61%',
            min: '30rem',
            content: (
              <Split id="trade-roomy-middle" orientation="vertical">
                {{
                  chart: { size: '50%', min: '12rem', content: chart },
                  form: { size: '50%', min: '12rem', content: orderForm },
                }}
              </Split>
            ),
          },
          book: { size: '22%', min: '16rem', content: <BookAndTrades {...parts} /> },
        }}
      </Split>
    );
  }
  const columns = {
    chart: { size: variant === 'laptop' ? '43%' : '46%', min: '20rem', content: chart },
    book: { size: variant === 'laptop' ? '20%' : '26%', min: '14rem', content: <BookOrTrades {...parts} /> },
    form: { size: variant === 'laptop' ? '20%' : '28%', min: '14rem', content: orderForm },
  };
  return (
    <Split id={`trade-${variant}-top`} orientation="horizontal">
      {variant === 'laptop'
        ? { list: { size: '17%', min: '11rem', content: <div className={styles.pane}>{list}</div> }, ...columns }
        : columns}
    </Split>
  );
}

function BookAndTrades({ market, ticket }: TradeParts) {
  const { say } = useTexts();
  return (
    <Split id="trade-roomy-book" orientation="vertical">
      {{
        book: {
          size: '64%',
          min: '12rem',
          content: (
            <div className={styles.pane}>
              <h2 className={styles.title}>{say('book.title')}</h2>
              <BookPanel market={market} onPick={ticket.pick} />
            </div>
          ),
        },
        trades: {
          size: '36%',
          min: '8rem',
          content: <TradesOrInfo market={market} ticket={ticket} />,
        },
      }}
    </Split>
  );
}

function TradesOrInfo({ market, ticket }: Pick<TradeParts, 'market' | 'ticket'>) {
  const { say } = useTexts();
  const [tab, chooseTab] = useKept<'trades' | 'info'>('trade.trades-tab', ['trades', 'info']);
  return (
    <div className={styles.pane}>
      <Tabs
        label={say('trade.views')}
        tabs={[
          { name: 'trades', title: say('trades.title') },
          { name: 'info', title: say('info.title') },
        ]}
        chosen={tab}
        onChoose={chooseTab}
      >
        {tab === 'trades' ? <TradesPanel market={market} onPick={ticket.pick} /> : <InfoPanel market={market} />}
      </Tabs>
    </div>
  );
}

function BookOrTrades({ market, ticket }: TradeParts) {
  const { say } = useTexts();
  const [tab, chooseTab] = useKept<'book' | 'trades' | 'info'>('trade.book-tab', ['book', 'trades', 'info']);
  return (
    <div className={styles.pane}>
      <Tabs
        label={say('book.title')}
        tabs={[
          { name: 'book', title: say('book.title') },
          { name: 'trades', title: say('trades.title') },
          { name: 'info', title: say('info.title') },
        ]}
        chosen={tab}
        onChoose={chooseTab}
      >
        {tab === 'book' && <BookPanel market={market} onPick={ticket.pick} />}
        {tab === 'trades' && <TradesPanel market={market} onPick={ticket.pick} />}
        {tab === 'info' && <InfoPanel market={market} />}
      </Tabs>
    </div>
  );
}

interface SplitProps {
  id: string;
  orientation: 'horizontal' | 'vertical';
  children: Readonly<Record<string, { size: string; min: string; content: ReactNode }>>;
}

/** Panels in a row or a column, with something to take hold of between them. */
function Split({ id, orientation, children }: SplitProps) {
  const names = useMemo(() => Object.keys(children), [children]);
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({ id, storage: localStorage });
  const { say } = useTexts();
  return (
    <Group
      id={id}
      className={styles.split}
      orientation={orientation}
      defaultLayout={defaultLayout}
      onLayoutChanged={onLayoutChanged}
    >
      {names.flatMap((name, index) => {
        const { size, min, content } = children[name];
        const panel = (
          <Panel key={name} id={`${id}-${name}`} className={styles.cell} defaultSize={size} minSize={min}>
            {content}
          </Panel>
        );
        if (index === 0) return [panel];
        return [<Separator key={`${name}-edge`} className={styles.edge} aria-label={say('trade.resize')} />, panel];
      })}
    </Group>
  );
}
