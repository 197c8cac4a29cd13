/** Where the margin of a position lies: in `locked`, and in `frozen` while staff have locked the position. Its hold says which. */
import type { EntryKind } from '../../../../../shared/rules/entry-kinds';
import { known } from '../../../../core/folding';
import type { CoreView } from '../../../../core/state';

export type MarginBucket = 'locked' | 'frozen';

export function marginBucket(view: CoreView, hold: number): MarginBucket {
  return bucketOf(known(view.holds, hold));
}

export function bucketOf({
  account,
}: CoreView['holds'] extends ReadonlyMap<number, infer H> ? H : never): MarginBucket {
  return account.side === 'locked' ? 'locked' : 'frozen';
}

/** Kinds that have a twin for margin in `frozen`. */
type Twinned = EntryKind extends infer K ? (K extends `${infer T}_frozen` ? T : never) : never;

/** The kind of that movement for margin that lies there. */
export function inBucket<K extends Twinned>(kind: K, bucket: MarginBucket): EntryKind {
  return bucket === 'locked' ? kind : (`${kind}_frozen` as EntryKind);
}
