/** Own open orders as lines across the chart. A line is taken with the pointer and let go at another price. */
import { LineStyle, type IChartApi, type IPriceLine, type ISeriesApi } from 'lightweight-charts';
import type { OrderState } from '../../../../shared/wire/market-data';
import { nearestTick } from '../../entities/order/order-terms';
import { tokenValue } from '../../shared/ui/theme';

/** A line is as thick as this to the pointer. */
const GRIP_PX = 6;

interface Drawn {
  order: OrderState;
  line: IPriceLine;
}

interface LineWishes {
  tick: string;
  onDragged: (order: OrderState, price: string) => void;
}

export interface OrderLines {
  show(orders: readonly OrderState[], titleOf: (order: OrderState) => string): void;
  remove(): void;
}

export function orderLines(
  place: HTMLElement,
  chart: IChartApi,
  series: ISeriesApi<'Candlestick'>,
  { tick, onDragged }: LineWishes,
): OrderLines {
  let drawn: Drawn[] = [];
  let dragged: { drawn: Drawn; pointer: number; price: string } | null = null;

  const heightOf = (event: PointerEvent): number => event.clientY - place.getBoundingClientRect().top;
  const lineAt = (height: number): Drawn | undefined =>
    drawn.find(({ order }) => {
      const at = series.priceToCoordinate(Number(order.price));
      return at !== null && Math.abs(at - height) <= GRIP_PX;
    });

  const take = (event: PointerEvent) => {
    const found = event.button === 0 ? lineAt(heightOf(event)) : undefined;
    if (!found) return;
    // Before the chart sees it: a line that is dragged does not scroll what it lies on.
    event.stopPropagation();
    event.preventDefault();
    dragged = { drawn: found, pointer: event.pointerId, price: found.order.price ?? '' };
    place.setPointerCapture(event.pointerId);
    chart.applyOptions({ handleScroll: false, handleScale: false });
  };
  const move = (event: PointerEvent) => {
    if (!dragged) {
      place.style.cursor = event.pointerType === 'mouse' && lineAt(heightOf(event)) ? 'ns-resize' : '';
      return;
    }
    if (event.pointerId !== dragged.pointer) return;
    const price = series.coordinateToPrice(heightOf(event));
    if (price === null) return;
    dragged.price = nearestTick(price, tick);
    dragged.drawn.line.applyOptions({ price: Number(dragged.price) });
  };
  const end = (isKept: boolean) => (event: PointerEvent) => {
    if (!dragged || event.pointerId !== dragged.pointer) return;
    const { drawn: moved, price } = dragged;
    dragged = null;
    place.style.cursor = '';
    chart.applyOptions({ handleScroll: true, handleScale: true });
    // Back to where it is: only the exchange moves an order.
    moved.line.applyOptions({ price: Number(moved.order.price) });
    if (isKept && price !== moved.order.price) onDragged(moved.order, price);
  };
  const drop = end(true);
  const giveUp = end(false);
  const shield = (event: MouseEvent | TouchEvent) => {
    // The chart listens to these beside pointer events.
    if (dragged) event.stopPropagation();
  };
  place.addEventListener('pointerdown', take, { capture: true });
  place.addEventListener('pointermove', move, { capture: true });
  place.addEventListener('pointerup', drop, { capture: true });
  place.addEventListener('pointercancel', giveUp, { capture: true });
  place.addEventListener('mousedown', shield, { capture: true });
  place.addEventListener('touchstart', shield, { capture: true });

  return {
    show(orders, titleOf) {
      for (const { line } of drawn) series.removePriceLine(line);
      drawn = orders.map((order) => ({
        order,
        line: series.createPriceLine({
          price: Number(order.price),
          color: tokenValue(order.side === 'buy' ? '--up' : '--down'),
          lineWidth: 1,
          lineStyle: order.phase === 'waiting' ? LineStyle.Dotted : LineStyle.Dashed,
          axisLabelVisible: true,
          title: titleOf(order),
        }),
      }));
    },
    remove() {
      place.removeEventListener('pointerdown', take, { capture: true });
      place.removeEventListener('pointermove', move, { capture: true });
      place.removeEventListener('pointerup', drop, { capture: true });
      place.removeEventListener('pointercancel', giveUp, { capture: true });
      place.removeEventListener('mousedown', shield, { capture: true });
      place.removeEventListener('touchstart', shield, { capture: true });
    },
  };
}
