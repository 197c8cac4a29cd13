/**
 * What is stored of the user's orders follows what the private channel tells: the lists that are on the screen are asked for again,
 * each in its own place of the cache. At most so often, and always after the last word: under fills without end they go on.
 */
import { orderApi } from '../entities/order/order-api';
import { selectOrdersPosition } from '../entities/order/order-slice';
import type { AppStore } from './store';

export const FOLLOW_MS = 500;

/** For the life of the page. */
export function followLists(store: AppStore): void {
  let followed = selectOrdersPosition(store.getState());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => {
    timer = undefined;
    followed = selectOrdersPosition(store.getState());
    if (followed !== null) store.dispatch(orderApi.util.invalidateTags(['Orders']));
  };
  store.subscribe(() => {
    if (timer === undefined && selectOrdersPosition(store.getState()) !== followed)
      timer = setTimeout(follow, FOLLOW_MS);
  });
}
