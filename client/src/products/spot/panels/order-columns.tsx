import { scaleOf } from '../../../../../shared/rules/units';
import type { OrderState } from '../../../../../shared/wire/market-data';
import type { ORDER_SORTS, OrderRecord } from '../../../../../shared/products/spot/wire';
import { labelOf, type Instrument } from '../../../entities/instrument/instrument';
import type { Texts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { productOf } from '../../../shared/lib/numbers/exact';
import { Amount, RoundedAmount } from '../../../shared/ui/figures/amount';
import type { Column } from '../../../shared/ui/data-table/columns';
import styles from './orders.module.css';

/** As the socket tells it, with what only a stored one knows where that is known. */
export type ShownOrder = OrderState & Partial<Pick<OrderRecord, 'placedAt' | 'averagePrice'>>;

export type OrderSort = (typeof ORDER_SORTS)[number];

export type OrderColumn =
  'time' | 'market' | 'side' | 'price' | 'average' | 'quantity' | 'filled' | 'total' | 'trigger' | 'status';

/**
 * Of orders that can still be filled: they have no average worth a column, and a trigger only where one waits. What is wanted and how
 * much of it there is comes first, in sight; where a panel has no room for more, when it was placed stands in the list of orders.
 */
export function openColumns(how: OrderWords, hasTriggers: boolean): Column<ShownOrder>[] {
  const keys = hasTriggers ? OPEN_WITH_TRIGGERS : OPEN_COLUMNS;
  return orderColumns(how, keys).map((column) => (column.key === 'time' ? { ...column, isMinor: true } : column));
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
  texts: Pick<Texts, 'say' | 'numbers'>;
  words: (kind: 'status' | 'reason', code: string) => string;
  /** By id: what they are called, and how many places prices and quantities have. */
  instruments: ReadonlyMap<string, Instrument>;
}

export function priceShown({ texts, instruments }: OrderWords, market: string, price: string | null): string {
  if (price === null) return '—';
  return texts.numbers.fixed(price, instruments.get(market)?.decimals.price ?? scaleOf(price));
}

export function quantityShown({ texts, instruments }: OrderWords, market: string, quantity: string): string {
  return texts.numbers.fixed(quantity, instruments.get(market)?.decimals.quantity ?? scaleOf(quantity));
}

/** What was ordered: a quantity, or of a market order an amount to spend, with the places of the total beside it. */
export function Ordered({ how, order: { market, quantity, quoteAmount } }: { how: OrderWords; order: ShownOrder }) {
  const { base = '', quote = '' } = how.instruments.get(market) ?? {};
  if (quantity === null) return <AmountOf amount={quoteAmount} asset={quote} />;
  return `${quantityShown(how, market, quantity)} ${base}`;
}

export function limitShown(how: OrderWords, { market, price }: ShownOrder): string {
  return price === null ? how.texts.say('orderlist.at_market') : priceShown(how, market, price);
}

/**
 * The kind, how long it may rest where that is not until it is cancelled, and whether a robot placed it: of one that is open the way to
 * its robot says so.
 */
function kindShown({ texts: { say } }: OrderWords, { kind, timeInForce, price, robot, phase }: ShownOrder): string {
  const name = say(`orderlist.kind_name.${kind}`);
  const force = timeInForce === 'gtc' || price === null ? [] : [say(`orderlist.force_name.${timeInForce}`)];
  return [name, ...force, ...(robot === undefined || phase !== 'closed' ? [] : [say('orderlist.by_robot')])].join(
    ' · ',
  );
}

/** Where it stands, and why when it did not go through. */
export function statusShown({ texts, words }: OrderWords, { phase, status, reason }: ShownOrder): string {
  const stands = phase === 'waiting' ? texts.say('orderlist.waiting') : words('status', status);
  // An order that its owner took back needs no reason, nor does one that is filled but for less than a lot.
  return reason === null || reason === 'requested' || status === 'filled'
    ? stands
    : `${stands} · ${words('reason', reason)}`;
}

/** What an order comes to: all of it at its limit while it is open, what it traded once it has ended. Null: nothing to say. */
export function totalOf({ phase, price, quantity, quoteAmount, filledQuote }: ShownOrder): string | null {
  if (phase === 'closed') return isZero(filledQuote) ? null : filledQuote;
  if (quoteAmount !== null) return quoteAmount;
  return price === null || quantity === null ? null : productOf(price, quantity);
}

function isZero(decimal: string): boolean {
  return /^[0.]+$/.test(decimal);
}

/** Columns of any list of orders; a list takes those that say something about its orders. */
export function orderColumns(how: OrderWords, keys: readonly OrderColumn[]): Column<ShownOrder>[] {
  const all = columnsOf(how);
  return keys.map((key) => ({ key, ...all[key] }));
}

function columnsOf(how: OrderWords): Record<OrderColumn, Omit<Column<ShownOrder>, 'key'>> {
  const { say } = how.texts;
  return {
    time: {
      title: say('orderlist.time'),
      isFixed: true,
      sortBy: 'time',
      render: ({ placedAt }) => (placedAt === undefined ? '–' : dateAndTime(placedAt)),
    },
    market: {
      title: say('orderlist.market'),
      isFixed: true,
      sortBy: 'market',
      render: ({ market }) => <b>{labelOf(how.instruments, market)}</b>,
    },
    side: {
      title: say('orderlist.side'),
      isFixed: true,
      sortBy: 'side',
      render: (order) => (
        <>
          <span data-direction={order.side === 'buy' ? 'up' : 'down'}>{say(`trades.${order.side}`)}</span>{' '}
          <span className={styles.quiet}>{kindShown(how, order)}</span>
        </>
      ),
    },
    price: {
      title: say('orderlist.price'),
      isEnd: true,
      sortBy: 'price',
      render: (order) => limitShown(how, order),
    },
    average: {
      title: say('orderlist.average'),
      isEnd: true,
      render: ({ market, averagePrice = null }) => priceShown(how, market, averagePrice),
    },
    quantity: { title: say('orderlist.quantity'), isEnd: true, render: (order) => <Ordered how={how} order={order} /> },
    filled: {
      title: say('orderlist.filled'),
      isEnd: true,
      sortBy: 'filled',
      render: ({ market, filledQuantity }) => quantityShown(how, market, filledQuantity),
    },
    total: {
      title: say('orderlist.total'),
      isEnd: true,
      render: (order) => <TotalOf order={order} asset={how.instruments.get(order.market)?.quote ?? ''} />,
    },
    trigger: {
      title: say('orderlist.trigger'),
      isEnd: true,
      render: ({ market, trigger }) => priceShown(how, market, trigger),
    },
    status: {
      title: say('orderlist.status'),
      isFixed: true,
      render: (order) => <span className={styles.status}>{statusShown(how, order)}</span>,
    },
  };
}

/** The total of an open order is rounded for display; the total of a filled one is exact. */
function TotalOf({ order, asset }: { order: ShownOrder; asset: string }) {
  const total = totalOf(order);
  if (order.phase === 'closed' || total === null) return <AmountOf amount={total} asset={asset} />;
  return (
    <>
      <RoundedAmount of={total} /> {asset}
    </>
  );
}

/** An amount with its asset; a dash where there is none. */
export function AmountOf({ amount, asset }: { amount: string | null; asset: string }) {
  if (amount === null) return '—';
  return (
    <>
      <Amount of={amount} asset={asset} /> {asset}
    </>
  );
}
