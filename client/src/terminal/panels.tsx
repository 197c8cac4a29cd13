/** What can stand on the terminal. A panel is a row here; where it stands is the layouts' business. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { TextKey } from '../shared/i18n/i18n';
import type { PanelId } from './layout';
import type { TradeParts } from './trade-parts';

interface Panel {
  title: TextKey;
  Content: LazyExoticComponent<ComponentType<TradeParts>>;
}

/** Begins to load with the page: a panel waits for its part, not for its turn. */
function panel(title: TextKey, load: () => Promise<ComponentType<TradeParts>>): Panel {
  const loading = load();
  // Whoever shows it is told, by the panel's boundary.
  loading.catch(() => undefined);
  let isFirst = true;
  const Content = lazy(async () => {
    const part = isFirst ? loading : load();
    isFirst = false;
    return { default: await part };
  });
  return { title, Content };
}

const chart = async () => {
  const { ChartPanel } = await import('../features/chart-market/chart-panel');
  return ({ market, onDragged }: TradeParts) => <ChartPanel market={market} onDragged={onDragged} />;
};
const book = async () => {
  const { BookPanel } = await import('../features/watch-book/book-panel');
  return ({ market, onPick }: TradeParts) => <BookPanel market={market} onPick={onPick} />;
};
const trades = async () => {
  const { TradesPanel } = await import('../features/watch-trades/trades-panel');
  return ({ market, onPick }: TradeParts) => <TradesPanel market={market} onPick={onPick} />;
};
const form = async () => {
  const { OrderForm } = await import('../features/place-order/order-form');
  return ({ market, side, onSide, ticket, onPlaced }: TradeParts) => (
    <OrderForm market={market} side={side} onSide={onSide} ticket={ticket} onPlaced={onPlaced} />
  );
};
const orders = async () => {
  const { OrdersPanel } = await import('../features/manage-orders/orders-panel');
  return ({ market }: TradeParts) => <OrdersPanel market={market} />;
};
const markets = async () => {
  const { MarketList } = await import('../features/choose-market/market-list');
  return ({ market, onChoose, searchRef }: TradeParts) => (
    <MarketList chosen={market.name} onChoose={onChoose} searchRef={searchRef} />
  );
};
const info = async () => {
  const { InfoPanel } = await import('../features/watch-index/info-panel');
  return ({ market }: TradeParts) => <InfoPanel market={market} />;
};

export const PANELS: Readonly<Record<PanelId, Panel>> = {
  chart: panel('chart.title', chart),
  book: panel('book.title', book),
  trades: panel('trades.title', trades),
  form: panel('place.title', form),
  orders: panel('own.title', orders),
  markets: panel('markets.title', markets),
  info: panel('info.title', info),
};
