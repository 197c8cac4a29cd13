/** Seeds of the simulated walk and its anchors, for the feed that publishes prices and for their verification. */
import { createHash, randomBytes } from 'node:crypto';
import { dayStart } from '../../../../shared/rules/days';
import type { IndexState } from '../../../core/index-price/state';
import { indexDecimal } from '../index-units';
import type { Anchor } from './day-walk';

const SEED_BYTES = 32;

/** 256 random bits. */
export function seedByChance(): string {
  return randomBytes(SEED_BYTES).toString('hex');
}

/** Deterministic seeds from a number, which must be secret: it determines all prices. */
export function seedsFrom(number: number): (feed: string, day: number) => string {
  return (feed, day) => createHash('sha256').update(`${number}/${feed}/${day}`).digest('hex');
}

/** As in the journal: lower-case hex of the SHA-256 of the text. */
export function seedHash(seed: string): string {
  return createHash('sha256').update(seed).digest('hex');
}

/** Prices of the symbols before a day's seed is committed: the last publication before the day counts as of its start. */
export function anchorsOf({ symbols }: Pick<IndexState, 'symbols'>, day: number): Record<string, Anchor> {
  const anchors: Record<string, Anchor> = {};
  for (const { terms, latest } of symbols.values()) {
    if (!latest) continue;
    const price = indexDecimal(latest.price, terms.decimals);
    anchors[terms.symbol] = { price, at: Math.max(latest.at, dayStart(day)) };
  }
  return anchors;
}
