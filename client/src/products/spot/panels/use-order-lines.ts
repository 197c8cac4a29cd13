import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { orderLinesOf, type ChartLine } from '../../../entities/candle/chart-line';
import { selectOpenOrders } from '../../../entities/order/order-slice';
import { restingIn, type Resting } from '../../../entities/order/resting';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';

/** The user's open orders in a market as lines of its chart, by the orders' ids. */
export function useOrderLines(market: string): readonly ChartLine[] {
  const texts = useTexts();
  const orders = useSelector(selectOpenOrders);
  return useMemo(
    () => orders.filter((order) => order.market === market).flatMap((order) => linesIn(order, texts)),
    [orders, market, texts],
  );
}

/** Those of them that rest in its book. */
export function useRestingOrders(market: string): readonly Resting[] {
  const orders = useSelector(selectOpenOrders);
  return useMemo(() => restingIn(orders, market), [orders, market]);
}

/** Of a hundred orders one is filled: the others have the lines that they had. */
const known = new WeakMap<OrderState, { texts: Texts; lines: readonly ChartLine[] }>();

function linesIn(order: OrderState, texts: Texts): readonly ChartLine[] {
  const before = known.get(order);
  if (before?.texts === texts) return before.lines;
  const lines = linesOf(order, texts);
  known.set(order, { texts, lines });
  return lines;
}

function linesOf(order: OrderState, { say, numbers }: Texts): ChartLine[] {
  const { order: id, side, kind, quantity, price, trigger, phase, robot } = order;
  const title = [
    robot === undefined ? '' : say('orderlist.by_robot'),
    `${say(`trades.${side}`)} ${quantity === null ? '' : numbers.exact(quantity)}`.trim(),
    kind === 'limit' ? '' : say(`place.kind.${kind}`),
  ]
    .filter((part) => part !== '')
    .join(' · ');
  const isMovable = robot === undefined;
  return orderLinesOf({ id, side, phase, price, trigger, isMovable }, title, `${say('place.trigger')} · ${title}`);
}
