import { TAGS, api } from '../shared/api/api';
import { isRebuildTold } from '../shared/api/rebuild-slice';
import type { AppStore } from './store';

export const LOOK_MS = 10_000;

/** For the life of the page: lists that are made anew are asked for again until they are whole. */
export function followRebuild({ dispatch, getState }: Pick<AppStore, 'dispatch' | 'getState'>): void {
  setInterval(() => {
    if (isRebuildTold(getState())) dispatch(api.util.invalidateTags([...TAGS]));
  }, LOOK_MS);
}
