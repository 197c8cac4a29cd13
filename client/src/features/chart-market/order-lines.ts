/** What is the user's own as lines across the chart. A line is taken with the pointer and let go at another price. */
import type { ISeriesApi } from 'lightweight-charts';
import type { ChartLine } from '../../entities/candle/chart-line';
import { nearestTick } from '../../entities/order/order-terms';
import type { OrderMarks } from './order-marks';

/** A line is as thick as this to a pointer, and to a finger. */
const GRIP_PX = 6;
const FINGER_GRIP_PX = 14;
/** A finger that moves less than this up or down, or more to the side, has not dragged a line but touched it. */
const SLIP_PX = 8;

interface LineWishes {
  tick: string;
  onDragged: (id: string, price: string) => void;
}

export interface OrderLines {
  show(lines: readonly ChartLine[]): void;
  remove(): void;
}

/** Prices and the heights at which the chart has them; null while it has none. */
type Scale = Pick<ISeriesApi<'Candlestick'>, 'priceToCoordinate' | 'coordinateToPrice'>;

export function orderLines(
  place: HTMLElement,
  scale: Scale,
  marks: Pick<OrderMarks, 'show'>,
  { tick, onDragged }: LineWishes,
): OrderLines {
  let lines: readonly ChartLine[] = [];
  /** Without a price it was taken, and not moved yet. */
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
  /** The nearest of those within reach: lines may lie close to each other. */
  const lineAt = (event: PointerEvent): ChartLine | undefined => {
    const height = heightOf(event);
    const reach = event.pointerType === 'touch' ? FINGER_GRIP_PX : GRIP_PX;
    const [nearest] = lines
      .filter(({ isDraggable }) => isDraggable)
      .map((candidate) => ({ candidate, at: scale.priceToCoordinate(Number(candidate.price)) }))
      .flatMap(({ candidate, at }) => (at === null ? [] : [{ candidate, distance: Math.abs(at - height) }]))
      .filter(({ distance }) => distance <= reach)
      .sort((a, b) => a.distance - b.distance);
    return nearest?.candidate;
  };

  const take = (event: PointerEvent) => {
    const found = event.button === 0 && !dragged ? lineAt(event) : undefined;
    if (!found) return;
    // Before the chart sees it: a line that is dragged does not scroll what it lies on.
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
  /** Back to where it is: only the exchange moves an order. */
  const letGo = () => {
    dragged = null;
    place.style.cursor = '';
    draw();
  };
  const end = (isKept: boolean) => (event: PointerEvent) => {
    if (!dragged || event.pointerId !== dragged.pointer) return;
    const { line: moved, from, price } = dragged;
    letGo();
    const [across, along] = [Math.abs(event.clientX - from.x), Math.abs(event.clientY - from.y)];
    const isSlip = event.pointerType === 'touch' && along < Math.max(SLIP_PX, across);
    if (isKept && !isSlip && price !== null && price !== moved.price) onDragged(moved.id, price);
  };
  const drop = end(true);
  const giveUp = end(false);
  const shield = (event: MouseEvent | TouchEvent) => {
    if (!dragged) return;
    // The chart listens to these beside pointer events.
    event.stopPropagation();
    // Else the browser scrolls the page with the finger, and takes the pointer away.
    if (event.type === 'touchstart') event.preventDefault();
  };
  place.addEventListener('pointerdown', take, { capture: true });
  place.addEventListener('pointermove', move, { capture: true });
  place.addEventListener('pointerup', drop, { capture: true });
  place.addEventListener('pointercancel', giveUp, { capture: true });
  place.addEventListener('mousedown', shield, { capture: true });
  place.addEventListener('touchstart', shield, { capture: true, passive: false });

  return {
    show(wanted) {
      // An order that is filled in part stands where it stood, and what happens in another market is nothing to this one.
      if (areSame(wanted, lines)) return;
      lines = wanted;
      if (!dragged) return draw();
      // What is under the finger stays there, whatever has become of the order: unless it has none any more.
      const held = dragged.line;
      const same = lines.find(({ id, isDraggable }) => isDraggable && id === held.id);
      if (!same) return letGo();
      dragged.line = same;
      draw();
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

function areSame(some: readonly ChartLine[], others: readonly ChartLine[]): boolean {
  return some.length === others.length && some.every((line, at) => isSame(line, others[at]));
}

function isSame(a: ChartLine, b: ChartLine): boolean {
  return (Object.keys(a) as (keyof ChartLine)[]).every((part) => a[part] === b[part]);
}
