/** What stands as a line across the candles: an own order, a stop, a position, at its price. */
export interface ChartLine {
  /** What it stands for, when it is dragged: one of those with the same is draggable. */
  id: string;
  price: string;
  title: string;
  side: 'buy' | 'sell';
  /** How firm it is: what only waits is dotted, what rests is dashed, what is there is drawn through. */
  stroke: 'dotted' | 'dashed' | 'solid';
  isDraggable: boolean;
}

interface Ordered {
  id: string;
  side: 'buy' | 'sell';
  phase: string;
  price: string | null;
  trigger: string | null;
  /** Not an order that a robot placed, nor one that takes no other price now. */
  isMovable?: boolean;
}

/** Of an order: one that waits has a line where it is set off, and one with a price where it would rest. */
export function orderLinesOf(
  { id, side, phase, price, trigger, isMovable = true }: Ordered,
  title: string,
  waiting: string,
): ChartLine[] {
  const stroke = phase === 'waiting' ? 'dotted' : 'dashed';
  return [
    ...(phase === 'waiting' && trigger !== null
      ? [{ id, side, stroke, price: trigger, isDraggable: false, title: waiting } as const]
      : []),
    ...(price === null ? [] : [{ id, side, stroke, price, isDraggable: isMovable, title } as const]),
  ];
}
