import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { orderLinesOf, type ChartLine } from '../../../kit/entities/candle/chart-line';
import { selectOpenOrders } from '../../../kit/entities/order/order-slice';
import { restingIn, type Resting } from '../../../kit/entities/order/resting';
import { useTexts, type Texts } from '../../../kit/i18n/use-texts';

/** The user's open orders in a market as chart lines, with the orders' ids. */
export function useOrderLines(market: string): readonly ChartLine[] {
  const texts = useTexts();
  const orders = useSelector(selectOpenOrders);
  return useMemo(
    () => orders.filter((order) => order.market === market).flatMap((order) => linesIn(order, texts)),
    [orders, market, texts],
  );
}

/** The user's orders that rest in the market's book. */
export function useRestingOrders(market: string): readonly Resting[] {
  const orders = useSelector(selectOpenOrders);
  return useMemo(() => restingIn(orders, market), [orders, market]);
}

/** Keeps the lines of unchanged orders, so that a fill affects only its own. */
const cachedLines = new WeakMap<OrderState, { texts: Texts; lines: readonly ChartLine[] }>();

function linesIn(order: OrderState, texts: Texts): readonly ChartLine[] {
  const before = cachedLines.get(order);
  if (before?.texts === texts) return before.lines;
  const lines = linesOf(order, texts);
  cachedLines.set(order, { texts, lines });
  return lines;
}

function linesOf(order: OrderState, { t, numbers }: Texts): ChartLine[] {
  const { order: id, side, kind, quantity, price, trigger, phase, robot } = order;
  const title = [
    robot === undefined ? '' : t('orderlist.by_robot'),
    `${t(`trades.${side}`)} ${quantity === null ? '' : numbers.exact(quantity)}`.trim(),
    kind === 'limit' ? '' : t(`place.kind.${kind}`),
  ]
    .filter((part) => part !== '')
    .join(' · ');
  const isMovable = robot === undefined;
  return orderLinesOf({ id, side, phase, price, trigger, isMovable }, title, `${t('place.trigger')} · ${title}`);
}
