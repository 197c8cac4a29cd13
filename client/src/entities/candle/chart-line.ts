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
