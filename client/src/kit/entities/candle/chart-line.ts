/** A line across the candles at the price of an own order, stop or position. */
export interface ChartLine {
  /** Id of the dragged subject. At most one line per id is draggable. */
  id: string;
  price: string;
  title: string;
  side: 'buy' | 'sell';
  /** Stroke by state: dotted for waiting orders, dashed for resting ones, solid for positions. */
  stroke: 'dotted' | 'dashed' | 'solid';
  isDraggable: boolean;
}

interface Ordered {
  id: string;
  side: 'buy' | 'sell';
  phase: string;
  price: string | null;
  trigger: string | null;
  /** False for robot orders and for orders that cannot be amended now. */
  isMovable?: boolean;
}

/** Lines of an order: one at the trigger while waiting, one at its limit price. */
export function orderLinesOf(
  { id, side, phase, price, trigger, isMovable = true }: Ordered,
  title: string,
  waitingTitle: string,
): ChartLine[] {
  const stroke = phase === 'waiting' ? 'dotted' : 'dashed';
  return [
    ...(phase === 'waiting' && trigger !== null
      ? [{ id, side, stroke, price: trigger, isDraggable: false, title: waitingTitle } as const]
      : []),
    ...(price === null ? [] : [{ id, side, stroke, price, isDraggable: isMovable, title } as const]),
  ];
}
