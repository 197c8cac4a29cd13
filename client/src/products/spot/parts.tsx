/** The trading terminal of spot. */
import { useCallback } from 'react';
import { useStore } from 'react-redux';
import type { OrderState } from '../../../../shared/wire/market-data';
import { selectOpenById } from '../../kit/entities/order/order-slice';
import { TickerStrip } from '../../terminal/markets/ticker-strip';
import { DraggedOrder } from './panels/dragged-order';
import { useOrderLines, useRestingOrders } from './panels/use-order-lines';
import { NoticeSwitches } from '../../terminal/notices/notice-switches';
import { SKIP_CONFIRMATION_KEY } from './ticket/skip-confirmation';
import { useTicket, type Ticket } from './ticket/ticket';
import { usePreferenceSwitch } from '../../kit/lib/storage/preferences';
import { useOpenedItem } from '../../kit/lib/hooks/use-opened-item';
import { useInterest } from '../../kit/stream/interest';
import { marketsPanel, panel, tradesPanel } from '../../terminal/panels';
import { Terminal } from '../../terminal/terminal';
import type { TerminalProduct, TradeParts } from '../../terminal/trade-parts';

interface Own {
  ticket: Ticket;
  onDragged: (order: string, price: string) => void;
}
type Parts = TradeParts<Own>;

const chart = async () => {
  const { ChartPanel } = await import('../../terminal/chart/chart-panel');
  return ({ market, own }: Parts) => <ChartPanel market={market} useLines={useOrderLines} onDragged={own.onDragged} />;
};
const book = async () => {
  const { BookPanel } = await import('../../terminal/book/book-panel');
  return ({ market, onPick }: Parts) => <BookPanel market={market} useResting={useRestingOrders} onPick={onPick} />;
};
const form = async () => {
  const { OrderForm } = await import('./ticket/order-form');
  return ({ market, side, onSide, onPlaced, own }: Parts) => (
    <OrderForm market={market} side={side} onSide={onSide} ticket={own.ticket} onPlaced={onPlaced} />
  );
};
const orders = async () => {
  const { OrdersPanel } = await import('./panels/orders-panel');
  return ({ market }: Parts) => <OrdersPanel market={market} />;
};
const info = async () => {
  const { InfoPanel } = await import('../../terminal/index-price/info-panel');
  return ({ market }: Parts) => <InfoPanel market={market} />;
};

const SIDES = { buy: 'trades.buy', sell: 'trades.sell' } as const;

const SPOT: TerminalProduct<Own> = {
  id: 'spot',
  title: 'menu.spot',
  marketFirst: 'BTC-USDT',
  panels: {
    chart: panel('chart.title', chart, { isLasting: true }),
    book: panel('book.title', book, { isLasting: true }),
    trades: tradesPanel(),
    form: panel('place.title', form),
    orders: panel('own.title', orders, { isLasting: true }),
    markets: marketsPanel(),
    info: panel('info.title', info),
  },
  Strip: TickerStrip,
  Settings: NoticeSwitches,
  keys: { open: 'trade.open-markets', layout: 'trade.layout', skip: SKIP_CONFIRMATION_KEY },
  useSides: () => SIDES,
  viewPanels: ['chart', 'book', 'trades', 'info'],
  useOwn(market) {
    const store = useStore<Parameters<typeof selectOpenById>[0]>();
    const ticket = useTicket(market);
    const [dragged, drag, closeDragged] = useOpenedItem<{ order: OrderState; price: string }>(market.name);
    const [isSkipped] = usePreferenceSwitch(SKIP_CONFIRMATION_KEY);
    useInterest({ channel: 'index', market: market.name });
    const onDragged = useCallback(
      (id: string, price: string) => {
        const order = selectOpenById(store.getState())[id];
        if (order) drag({ order, price });
      },
      [store, drag],
    );
    return {
      own: { ticket, onDragged },
      onPick: ticket.pick,
      dialogs: dragged && (
        <DraggedOrder
          key={`${dragged.order.order}@${dragged.price}`}
          {...dragged}
          isSkipped={isSkipped}
          onDone={closeDragged}
        />
      ),
    };
  },
};

export function SpotPage() {
  return <Terminal product={SPOT} />;
}
