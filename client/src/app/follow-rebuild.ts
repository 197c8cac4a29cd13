import { TAGS, api } from '../kit/api/api';
import { selectIsRebuildShown } from '../kit/api/rebuild-slice';
import type { AppStore } from './store';

export const LOOK_MS = 10_000;

/** While the server rebuilds its lists, refetches every `LOOK_MS` until they are complete. */
export function followRebuild({ dispatch, getState }: Pick<AppStore, 'dispatch' | 'getState'>): void {
  setInterval(() => {
    if (selectIsRebuildShown(getState())) dispatch(api.util.invalidateTags([...TAGS]));
  }, LOOK_MS);
}
