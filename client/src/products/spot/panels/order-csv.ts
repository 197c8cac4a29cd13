/** Orders as lines of a file: full precision, codes in the user's language. */
import { zonedTime } from '../../../../../shared/rules/days';
import type { OrderRecord } from '../../../../../shared/products/spot/wire';
import { timeTitle } from '../../../kit/lib/csv';
import { statusShown, type OrderWords } from './order-columns';

export function orderLines(format: OrderWords, orders: readonly OrderRecord[]): { head: string[]; rows: string[][] } {
  const { t } = format.texts;
  return {
    head: [
      timeTitle(t('orderlist.time')),
      t('orderlist.number'),
      t('orderlist.market'),
      t('orderlist.side'),
      t('orderlist.kind'),
      t('orderlist.price'),
      t('orderlist.average'),
      t('orderlist.quantity'),
      t('orderlist.amount'),
      t('orderlist.filled'),
      t('orderlist.total'),
      t('orderlist.trigger'),
      t('orderlist.status'),
      t('orderlist.by_robot'),
    ],
    rows: orders.map((order) => [
      zonedTime(order.placedAt),
      order.order,
      order.market,
      t(order.side === 'buy' ? 'trades.buy' : 'trades.sell'),
      t(`orderlist.kind_name.${order.kind}`),
      order.price ?? '',
      order.averagePrice ?? '',
      order.quantity ?? '',
      order.quoteAmount ?? '',
      order.filledQuantity,
      order.filledQuote,
      order.trigger ?? '',
      statusShown(format, order),
      order.robot ?? '',
    ]),
  };
}
