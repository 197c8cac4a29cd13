/** A small price line as SVG paths. Only pixels are computed here, so numbers may be floats; no amount leaves as one. */

export interface PricePoint {
  /** Epoch milliseconds. */
  at: number;
  /** A decimal. */
  price: string;
  /** What leads here was made for the demo: nobody traded. */
  isMade?: boolean;
}

export interface SparkBox {
  width: number;
  height: number;
  /** Room above and below, so that the stroke is not cut. */
  inset: number;
  /** The price at the top; absent: the highest of the line. */
  ceiling?: number;
}

export interface Sparkline {
  /** What was traded. */
  line: string;
  /** What was made before that; null where nothing was. */
  made: string | null;
  /** The line closed along the bottom, to be filled. */
  area: string;
  /** Where the line ends. */
  end: { x: number; y: number };
}

/**
 * Time runs over the whole width, price over the whole height; a price that never changed is a line in the middle.
 * `null` when there are fewer than two moments.
 */
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

/** A tenth of a pixel is enough for anyone. */
function short(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
