/** The publications of an index that are known to the page, oldest first. */
import type { OptionPublication } from '../../../../../shared/products/option/stream';

/** Longer than the longest contract one watches. */
export const PUBLICATIONS_KEPT_MAX = 3_600;

export type Published = Pick<OptionPublication, 'price' | 'at'>;

/** With those that were published since, and those that were missed between; each once. The same row when there is nothing new. */
export function withPublished(known: readonly Published[], more: readonly Published[]): readonly Published[] {
  const times = new Set(known.map(({ at }) => at));
  const fresh = [...new Map(more.map((one) => [one.at, one])).values()].filter(({ at }) => !times.has(at));
  if (fresh.length === 0) return known;
  return [...known, ...fresh].sort((a, b) => a.at - b.at).slice(-PUBLICATIONS_KEPT_MAX);
}

/** The price that stood at each whole second, from the first publication to `until`: between two the earlier one holds. */
export function bySecond(published: readonly Published[], until: number): { second: number; price: string }[] {
  const points: { second: number; price: string }[] = [];
  published.forEach(({ price, at }, index) => {
    const second = Math.floor(at / 1_000);
    // Of two in one second the later one counts.
    if (points.at(-1)?.second === second) points.pop();
    const next = published[index + 1];
    const end = Math.floor((next?.at ?? Math.max(until, at)) / 1_000);
    for (let stands = second; stands < end || stands === second; stands += 1) points.push({ second: stands, price });
  });
  return points;
}
