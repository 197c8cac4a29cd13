/** The user's orders, stops and positions as lines across the chart. Dragging a line with the pointer changes its price. */
import type { ISeriesApi } from 'lightweight-charts';
import type { ChartLine } from '../../kit/entities/candle/chart-line';
import { nearestTick } from '../../kit/entities/order/order-terms';
import type { OrderMarks } from './order-marks';

/** Distance at which a line can be grabbed, by mouse and by touch. */
const GRIP_PX = 6;
const FINGER_GRIP_PX = 14;
/** A touch that moves vertically by less than this, or less than sideways, is a tap and no drag. */
const SLIP_PX = 8;

interface LineOptions {
  tick: string;
  onDragged: (id: string, price: string) => void;
}

export interface OrderLines {
  show(lines: readonly ChartLine[]): void;
  remove(): void;
}

/** Converts between prices and heights in the chart; null while it has no data. */
type Scale = Pick<ISeriesApi<'Candlestick'>, 'priceToCoordinate' | 'coordinateToPrice'>;

export function orderLines(
  place: HTMLElement,
  scale: Scale,
  marks: Pick<OrderMarks, 'show'>,
  { tick, onDragged }: LineOptions,
): OrderLines {
  let lines: readonly ChartLine[] = [];
  /** `price` is null until the pointer moves. */
  let dragged: { line: ChartLine; pointer: number; from: { x: number; y: number }; price: string | null } | null = null;

  const draw = () =>
    marks.show(
      lines.map((line) => ({
        price: Number((line === dragged?.line ? dragged.price : null) ?? line.price),
        title: line.title,
        side: line.side,
        stroke: line.stroke,
        isHeld: line === dragged?.line,
      })),
    );
  const heightOf = (event: PointerEvent): number => event.clientY - place.getBoundingClientRect().top;
  /** The nearest line within reach; lines may be close together. */
  const lineAt = (event: PointerEvent): ChartLine | undefined => {
    const height = heightOf(event);
    const reachPx = event.pointerType === 'touch' ? FINGER_GRIP_PX : GRIP_PX;
    const [nearest] = lines
      .filter(({ isDraggable }) => isDraggable)
      .map((candidate) => ({ candidate, at: scale.priceToCoordinate(Number(candidate.price)) }))
      .flatMap(({ candidate, at }) => (at === null ? [] : [{ candidate, distance: Math.abs(at - height) }]))
      .filter(({ distance }) => distance <= reachPx)
      .sort((a, b) => a.distance - b.distance);
    return nearest?.candidate;
  };

  const startDrag = (event: PointerEvent) => {
    const found = event.button === 0 && !dragged ? lineAt(event) : undefined;
    if (!found) return;
    // Runs before the chart's own handlers, so that dragging a line does not scroll the chart.
    event.stopPropagation();
    event.preventDefault();
    const from = { x: event.clientX, y: event.clientY };
    dragged = { line: found, pointer: event.pointerId, from, price: null };
    place.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (!dragged) {
      place.style.cursor = event.pointerType === 'mouse' && lineAt(event) ? 'ns-resize' : '';
      return;
    }
    if (event.pointerId !== dragged.pointer) return;
    const price = scale.coordinateToPrice(heightOf(event));
    if (price === null) return;
    dragged.price = nearestTick(price, tick);
    draw();
  };
  /** Returns the line to its price: only the exchange moves an order. */
  const letGo = () => {
    dragged = null;
    place.style.cursor = '';
    draw();
  };
  const end = (isKept: boolean) => (event: PointerEvent) => {
    if (!dragged || event.pointerId !== dragged.pointer) return;
    const { line: draggedLine, from, price } = dragged;
    letGo();
    const [across, along] = [Math.abs(event.clientX - from.x), Math.abs(event.clientY - from.y)];
    const isSlip = event.pointerType === 'touch' && along < Math.max(SLIP_PX, across);
    if (isKept && !isSlip && price !== null && price !== draggedLine.price) onDragged(draggedLine.id, price);
  };
  const drop = end(true);
  const giveUp = end(false);
  const shield = (event: MouseEvent | TouchEvent) => {
    if (!dragged) return;
    // The chart also handles mouse and touch events.
    event.stopPropagation();
    // Otherwise the browser scrolls the page and cancels the pointer.
    if (event.type === 'touchstart') event.preventDefault();
  };
  place.addEventListener('pointerdown', startDrag, { capture: true });
  place.addEventListener('pointermove', move, { capture: true });
  place.addEventListener('pointerup', drop, { capture: true });
  place.addEventListener('pointercancel', giveUp, { capture: true });
  place.addEventListener('mousedown', shield, { capture: true });
  place.addEventListener('touchstart', shield, { capture: true, passive: false });

  return {
    show(nextLines) {
      // Avoids a redraw for changes that affect no line, as partial fills or orders in other markets.
      if (areSame(nextLines, lines)) return;
      lines = nextLines;
      if (!dragged) return draw();
      // A dragged line stays as long as its order has a line.
      const draggedLine = dragged.line;
      const same = lines.find(({ id, isDraggable }) => isDraggable && id === draggedLine.id);
      if (!same) return letGo();
      dragged.line = same;
      draw();
    },
    remove() {
      place.removeEventListener('pointerdown', startDrag, { capture: true });
      place.removeEventListener('pointermove', move, { capture: true });
      place.removeEventListener('pointerup', drop, { capture: true });
      place.removeEventListener('pointercancel', giveUp, { capture: true });
      place.removeEventListener('mousedown', shield, { capture: true });
      place.removeEventListener('touchstart', shield, { capture: true });
    },
  };
}

function areSame(some: readonly ChartLine[], others: readonly ChartLine[]): boolean {
  return some.length === others.length && some.every((line, at) => isSame(line, others[at]));
}

function isSame(a: ChartLine, b: ChartLine): boolean {
  return (Object.keys(a) as (keyof ChartLine)[]).every((key) => a[key] === b[key]);
}
