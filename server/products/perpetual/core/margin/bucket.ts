/** Bucket of a position's margin: `locked`, or `frozen` while staff have locked the position. The position's hold records the bucket. */
import type { EntryKind } from '../../../../../shared/rules/entry-kinds';
import { getOrThrow } from '../../../../core/evolve-helpers';
import type { CoreView } from '../../../../core/state';

export type MarginBucket = 'locked' | 'frozen';

export function marginBucket(view: CoreView, hold: number): MarginBucket {
  return bucketOf(getOrThrow(view.holds, hold));
}

export function bucketOf({
  account,
}: CoreView['holds'] extends ReadonlyMap<number, infer H> ? H : never): MarginBucket {
  return account.side === 'locked' ? 'locked' : 'frozen';
}

/** Kinds that have a twin for margin in `frozen`. */
type KindWithFrozenTwin = EntryKind extends infer K ? (K extends `${infer T}_frozen` ? T : never) : never;

/** The entry kind of the movement for margin in that bucket. */
export function entryKindForBucket<K extends KindWithFrozenTwin>(kind: K, bucket: MarginBucket): EntryKind {
  return bucket === 'locked' ? kind : (`${kind}_frozen` as EntryKind);
}
