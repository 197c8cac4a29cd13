import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { groupOf, type BookSide } from '../../entities/book/ladder';
import { selectOpenOrders } from '../../entities/order/order-slice';

/** The rows in which the user's own orders stand. */
export function useOwnPrices(market: string, step: string): Record<BookSide, ReadonlySet<string>> {
  const orders = useSelector(selectOpenOrders);
  return useMemo(() => {
    const own = { bids: new Set<string>(), asks: new Set<string>() };
    for (const order of orders) {
      if (order.market !== market || order.phase !== 'resting' || order.price === null) continue;
      const side = order.side === 'buy' ? 'bids' : 'asks';
      own[side].add(groupOf(order.price, side, step));
    }
    return own;
  }, [orders, market, step]);
}
