/**
 * Commit-reveal of a simulated feed's randomness: the hash before the day, the seed after it. The core has no hash function. Auditors
 * verify that the two match, and that the day's sources were the walk from that seed.
 */
import { dayOf, dayStart } from '../../../shared/rules/days';
import { feedName } from '../actor';
import type { Context, Decision } from '../decision';
import { reject } from '../rejection';
import type { CoreView } from '../state';
import type { PublishSeed, RevealSeed } from './commands';
import { seedKey } from './state';

/** A seed can be committed at most this many days ahead. */
const DAYS_AHEAD_MAX = 7;
const HASH = /^[0-9a-f]{64}$/;
/** Printable ASCII, so that every hash implementation gets the same bytes. */
const SEED = /^[\x21-\x7e]{1,128}$/;

/** The day must not be over, so that no seed is committed after it was revealed. */
export function decidePublishSeed({ index }: CoreView, { day, hash }: PublishSeed, { actor, at }: Context): Decision {
  const today = dayOf(at);
  const isValid = Number.isSafeInteger(day) && day >= today && day <= today + DAYS_AHEAD_MAX && HASH.test(hash);
  if (!isValid) return reject('index.seed.invalid');
  const feed = feedName(actor);
  if (index.seeds.has(seedKey({ feed, day }))) return reject('index.seed.already.committed');
  return [{ type: 'IndexSeedCommitted', feed, day, hash }];
}

export function decideRevealSeed({ index }: CoreView, { day, seed }: RevealSeed, { actor, at }: Context): Decision {
  if (!SEED.test(seed)) return reject('index.seed.invalid');
  const feed = feedName(actor);
  if (!index.seeds.has(seedKey({ feed, day }))) return reject('index.seed.not.committed');
  if (at < dayStart(day + 1)) return reject('index.seed.too.early');
  return [{ type: 'IndexSeedRevealed', feed, day, seed }];
}
