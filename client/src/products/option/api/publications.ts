/** Publications of an index known to the page, oldest first. */
import type { OptionPublication } from '../../../../../shared/products/option/stream';

/** Longer than any contract that a user would watch, in publications. */
export const PUBLICATIONS_KEPT_MAX = 3_600;

export type Published = Pick<OptionPublication, 'price' | 'at'>;

/** Merges new and missed publications without duplicates. Returns the same array if nothing is new. */
export function withPublished(existing: readonly Published[], incoming: readonly Published[]): readonly Published[] {
  const times = new Set(existing.map(({ at }) => at));
  const newPublications = [...new Map(incoming.map((one) => [one.at, one])).values()].filter(
    ({ at }) => !times.has(at),
  );
  if (newPublications.length === 0) return existing;
  return [...existing, ...newPublications].sort((a, b) => a.at - b.at).slice(-PUBLICATIONS_KEPT_MAX);
}

/** Price at each whole second, from the first publication to `until`; a price stands until the next publication. */
export function pricesBySecond(published: readonly Published[], until: number): { second: number; price: string }[] {
  const points: { second: number; price: string }[] = [];
  published.forEach(({ price, at }, index) => {
    const second = Math.floor(at / 1_000);
    // If two fall in the same second, the later one counts.
    if (points.at(-1)?.second === second) points.pop();
    const next = published[index + 1];
    const end = Math.floor((next?.at ?? Math.max(until, at)) / 1_000);
    for (let currentSecond = second; currentSecond < end || currentSecond === second; currentSecond += 1)
      points.push({ second: currentSecond, price });
  });
  return points;
}
