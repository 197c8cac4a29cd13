import { scaleOf } from '../../../../../shared/rules/units';
import type { OrderState } from '../../../../../shared/wire/market-data';
import type { ORDER_SORTS, OrderRecord } from '../../../../../shared/products/spot/wire';
import { labelOf, type Instrument } from '../../../kit/entities/instrument/instrument';
import type { Texts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { productOf } from '../../../kit/lib/numbers/exact';
import { Amount, RoundedAmount } from '../../../kit/ui/figures/amount';
import type { Column } from '../../../kit/ui/data-table/columns';
import styles from './orders.module.css';

/** Order from the stream, with fields from its stored record if known. */
export type ShownOrder = OrderState & Partial<Pick<OrderRecord, 'placedAt' | 'averagePrice'>>;

export type OrderSort = (typeof ORDER_SORTS)[number];

export type OrderColumn =
  'time' | 'market' | 'side' | 'price' | 'average' | 'quantity' | 'filled' | 'total' | 'trigger' | 'status';

/**
 * Columns of open orders: no average, and a trigger only if an order has one. Price and quantity come first, so that
 * they stay visible; the time is left out in narrow panels.
 */
export function openColumns(format: OrderWords, hasTriggers: boolean): Column<ShownOrder>[] {
  const keys = hasTriggers ? OPEN_WITH_TRIGGERS : OPEN_COLUMNS;
  return orderColumns(format, keys).map((column) => (column.key === 'time' ? { ...column, isMinor: true } : column));
}

export function haveTriggers(orders: readonly ShownOrder[]): boolean {
  return orders.some(({ trigger }) => trigger !== null);
}

const OPEN_COLUMNS = ['time', 'market', 'side', 'price', 'quantity', 'filled', 'total', 'status'] as const;
const OPEN_WITH_TRIGGERS = [
  ...(['time', 'market', 'side', 'price'] as const),
  ...(['quantity', 'filled', 'total', 'trigger', 'status'] as const),
];
export const ENDED_COLUMNS = [
  ...(['time', 'market', 'side', 'status'] as const),
  ...(['price', 'average', 'quantity', 'filled', 'total', 'trigger'] as const),
];

export interface OrderWords {
  texts: Pick<Texts, 't' | 'numbers'>;
  serverText: (kind: 'status' | 'reason', code: string) => string;
  /** By id: labels, and decimal places of prices and quantities. */
  instruments: ReadonlyMap<string, Instrument>;
}

export function priceShown({ texts, instruments }: OrderWords, market: string, price: string | null): string {
  if (price === null) return '—';
  return texts.numbers.fixed(price, instruments.get(market)?.decimals.price ?? scaleOf(price));
}

export function quantityShown({ texts, instruments }: OrderWords, market: string, quantity: string): string {
  return texts.numbers.fixed(quantity, instruments.get(market)?.decimals.quantity ?? scaleOf(quantity));
}

/** Ordered quantity, or the amount to spend of a market order. */
export function Ordered({
  format,
  order: { market, quantity, quoteAmount },
}: {
  format: OrderWords;
  order: ShownOrder;
}) {
  const { base = '', quote = '' } = format.instruments.get(market) ?? {};
  if (quantity === null) return <AmountOf amount={quoteAmount} asset={quote} />;
  return `${quantityShown(format, market, quantity)} ${base}`;
}

export function limitShown(format: OrderWords, { market, price }: ShownOrder): string {
  return price === null ? format.texts.t('orderlist.at_market') : priceShown(format, market, price);
}

/**
 * Kind, time in force unless it is GTC, and whether a robot placed it. Open orders have a link to their robot instead.
 */
function kindShown({ texts: { t } }: OrderWords, { kind, timeInForce, price, robot, phase }: ShownOrder): string {
  const name = t(`orderlist.kind_name.${kind}`);
  const force = timeInForce === 'gtc' || price === null ? [] : [t(`orderlist.force_name.${timeInForce}`)];
  return [name, ...force, ...(robot === undefined || phase !== 'closed' ? [] : [t('orderlist.by_robot')])].join(' · ');
}

/** Status, with the reason if the order did not go through. */
export function statusShown({ texts, serverText }: OrderWords, { phase, status, reason }: ShownOrder): string {
  const statusText = phase === 'waiting' ? texts.t('orderlist.waiting') : serverText('status', status);
  // No reason is shown for orders cancelled by their owner, or filled except for less than a lot.
  return reason === null || reason === 'requested' || status === 'filled'
    ? statusText
    : `${statusText} · ${serverText('reason', reason)}`;
}

/** Total of an order: at its limit while open, as traded once closed; null if there is none. */
export function totalOf({ phase, price, quantity, quoteAmount, filledQuote }: ShownOrder): string | null {
  if (phase === 'closed') return isZero(filledQuote) ? null : filledQuote;
  if (quoteAmount !== null) return quoteAmount;
  return price === null || quantity === null ? null : productOf(price, quantity);
}

function isZero(decimal: string): boolean {
  return /^[0.]+$/.test(decimal);
}

/** Selects columns for a list of orders. */
export function orderColumns(format: OrderWords, keys: readonly OrderColumn[]): Column<ShownOrder>[] {
  const columnsByKey = columnsOf(format);
  return keys.map((key) => ({ key, ...columnsByKey[key] }));
}

function columnsOf(format: OrderWords): Record<OrderColumn, Omit<Column<ShownOrder>, 'key'>> {
  const { t } = format.texts;
  return {
    time: {
      title: t('orderlist.time'),
      isFixed: true,
      sortBy: 'time',
      render: ({ placedAt }) => (placedAt === undefined ? '–' : dateAndTime(placedAt)),
    },
    market: {
      title: t('orderlist.market'),
      isFixed: true,
      sortBy: 'market',
      render: ({ market }) => <b>{labelOf(format.instruments, market)}</b>,
    },
    side: {
      title: t('orderlist.side'),
      isFixed: true,
      sortBy: 'side',
      render: (order) => (
        <>
          <span data-direction={order.side === 'buy' ? 'up' : 'down'}>{t(`trades.${order.side}`)}</span>{' '}
          <span className={styles.quiet}>{kindShown(format, order)}</span>
        </>
      ),
    },
    price: {
      title: t('orderlist.price'),
      isEnd: true,
      sortBy: 'price',
      render: (order) => limitShown(format, order),
    },
    average: {
      title: t('orderlist.average'),
      isEnd: true,
      render: ({ market, averagePrice = null }) => priceShown(format, market, averagePrice),
    },
    quantity: {
      title: t('orderlist.quantity'),
      isEnd: true,
      render: (order) => <Ordered format={format} order={order} />,
    },
    filled: {
      title: t('orderlist.filled'),
      isEnd: true,
      sortBy: 'filled',
      render: ({ market, filledQuantity }) => quantityShown(format, market, filledQuantity),
    },
    total: {
      title: t('orderlist.total'),
      isEnd: true,
      render: (order) => <TotalOf order={order} asset={format.instruments.get(order.market)?.quote ?? ''} />,
    },
    trigger: {
      title: t('orderlist.trigger'),
      isEnd: true,
      render: ({ market, trigger }) => priceShown(format, market, trigger),
    },
    status: {
      title: t('orderlist.status'),
      isFixed: true,
      render: (order) => <span className={styles.status}>{statusShown(format, order)}</span>,
    },
  };
}

/** The total of an open order is rounded for display; the total of a filled one is exact. */
function TotalOf({ order, asset }: { order: ShownOrder; asset: string }) {
  const total = totalOf(order);
  if (order.phase === 'closed' || total === null) return <AmountOf amount={total} asset={asset} />;
  return (
    <>
      <RoundedAmount amount={total} /> {asset}
    </>
  );
}

/** Amount with its asset; a dash if null. */
export function AmountOf({ amount, asset }: { amount: string | null; asset: string }) {
  if (amount === null) return '—';
  return (
    <>
      <Amount amount={amount} asset={asset} /> {asset}
    </>
  );
}
