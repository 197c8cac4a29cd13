/** A small price line as SVG paths. Only pixels are computed here, so numbers may be floats; no amount leaves as one. */

export interface PricePoint {
  /** Epoch milliseconds. */
  at: number;
  /** Canonical decimal. */
  price: string;
  /** The segment up to this point was generated for the demo, without trades. */
  isMade?: boolean;
}

export interface SparkBox {
  width: number;
  height: number;
  /** Vertical margin for the stroke width. */
  inset: number;
  /** The price at the top; absent: the highest of the line. */
  ceiling?: number;
}

export interface Sparkline {
  /** Path of traded prices. */
  line: string;
  /** Path of earlier, generated prices; null if there are none. */
  made: string | null;
  /** The line closed along the bottom, for the fill. */
  area: string;
  /** End point of the line. */
  end: { x: number; y: number };
}

/** Time spans the width and price the height; a constant price is a line in the middle. Null with fewer than two points in time. */
export function sparkline(
  points: readonly PricePoint[],
  { width, height, inset, ceiling }: SparkBox,
): Sparkline | null {
  if (points.length < 2) return null;
  const prices = points.map(({ price }) => Number(price));
  const [lowest, highest] = [Math.min(...prices), ceiling ?? Math.max(...prices)];
  const [from, to] = [points[0].at, points[points.length - 1].at];
  if (to <= from) return null;
  const x = (at: number) => ((at - from) / (to - from)) * width;
  const y = (price: number) =>
    highest === lowest ? height / 2 : inset + ((highest - price) / (highest - lowest)) * (height - 2 * inset);
  const places = points.map(({ at }, index) => ({ x: short(x(at)), y: short(y(prices[index])) }));
  const firstTraded = points.findIndex(({ isMade }) => isMade !== true);
  const lastMade = (firstTraded < 0 ? points.length : firstTraded) - 1;
  const traded = places.slice(Math.max(0, lastMade));
  return {
    line: pathOf(traded),
    made: lastMade > 0 ? pathOf(places.slice(0, lastMade + 1)) : null,
    area: `${pathOf(traded)}L${width} ${height}L${traded[0].x} ${height}Z`,
    end: places[places.length - 1],
  };
}

function pathOf(places: readonly Sparkline['end'][]): string {
  return `M${places.map(({ x, y }) => `${x} ${y}`).join('L')}`;
}

/** Rounded to 0.1 px. */
function short(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
