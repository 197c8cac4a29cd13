/** Orders as lines of a file: every digit, codes in the user's words. */
import { zonedTime } from '../../../../../shared/rules/days';
import type { OrderRecord } from '../../../../../shared/products/spot/wire';
import { timeTitle } from '../../../shared/lib/csv';
import { statusShown, type OrderWords } from './order-columns';

export function orderLines(how: OrderWords, orders: readonly OrderRecord[]): { head: string[]; rows: string[][] } {
  const { say } = how.texts;
  return {
    head: [
      timeTitle(say('orderlist.time')),
      say('orderlist.number'),
      say('orderlist.market'),
      say('orderlist.side'),
      say('orderlist.kind'),
      say('orderlist.price'),
      say('orderlist.average'),
      say('orderlist.quantity'),
      say('orderlist.amount'),
      say('orderlist.filled'),
      say('orderlist.total'),
      say('orderlist.trigger'),
      say('orderlist.status'),
      say('orderlist.by_robot'),
    ],
    rows: orders.map((order) => [
      zonedTime(order.placedAt),
      order.order,
      order.market,
      say(order.side === 'buy' ? 'trades.buy' : 'trades.sell'),
      say(`orderlist.kind_name.${order.kind}`),
      order.price ?? '',
      order.averagePrice ?? '',
      order.quantity ?? '',
      order.quoteAmount ?? '',
      order.filledQuantity,
      order.filledQuote,
      order.trigger ?? '',
      statusShown(how, order),
      order.robot ?? '',
    ]),
  };
}
