/** Allocation as the arcs of a ring. */

export interface Share {
  name: string;
  /** Share in whole thousandths. */
  permille: number;
}

export interface Slice extends Share {
  /** Index of the colour. */
  place: number;
  /** For an SVG circle with `pathLength` 1000: dash length and start. */
  dash: string;
  offset: number;
}

/** Gap between arcs, in thousandths. */
const GAP = 6;

/**
 * The `count` largest shares, and the others combined as `rest`. The largest takes the rounding remainder, so that the
 * ring is complete.
 */
export function slicesOf(shares: readonly Share[], count: number, rest: string): Slice[] {
  const nonZeroShares = shares.filter(({ permille }) => permille > 0).sort((a, b) => b.permille - a.permille);
  const others = nonZeroShares.slice(count).reduce((sum, { permille }) => sum + permille, 0);
  const visibleShares = [...nonZeroShares.slice(0, count), ...(others > 0 ? [{ name: rest, permille: others }] : [])];
  const missing = 1_000 - visibleShares.reduce((sum, { permille }) => sum + permille, 0);
  let from = 0;
  return visibleShares.map(({ name, permille }, place) => {
    const length = place === 0 ? permille + missing : permille;
    const arcLength = visibleShares.length === 1 ? length : Math.max(length - GAP, 1);
    const slice = {
      name,
      permille: length,
      place,
      dash: `${arcLength} ${1_000 - arcLength}`,
      offset: from === 0 ? 0 : -from,
    };
    from += length;
    return slice;
  });
}
