/** Seeds of the simulated walk, and where it goes on from: for the feed that makes prices of them, and for whoever checks it. */
import { createHash, randomBytes } from 'node:crypto';
import { dayStart } from '../../../../shared/rules/days';
import type { IndexState } from '../../../core/index-price/state';
import { indexDecimal } from '../index-units';
import type { Anchor } from './day-walk';

const SEED_BYTES = 32;

/** By chance alone: 256 bits that nobody knows. */
export function seedByChance(): string {
  return randomBytes(SEED_BYTES).toString('hex');
}

/** The same seeds for the same number: whoever knows it knows every price beforehand. */
export function seedsFrom(number: number): (feed: string, day: number) => string {
  return (feed, day) => createHash('sha256').update(`${number}/${feed}/${day}`).digest('hex');
}

/** As the journal has it: lower-case hex of the SHA-256 of the text. */
export function seedHash(seed: string): string {
  return createHash('sha256').update(seed).digest('hex');
}

/** Where the symbols stand before the seed of a day is committed: what was published before the day counts as of its beginning. */
export function anchorsOf({ symbols }: Pick<IndexState, 'symbols'>, day: number): Record<string, Anchor> {
  const anchors: Record<string, Anchor> = {};
  for (const { terms, latest } of symbols.values()) {
    if (!latest) continue;
    const price = indexDecimal(latest.price, terms.decimals);
    anchors[terms.symbol] = { price, at: Math.max(latest.at, dayStart(day)) };
  }
  return anchors;
}
