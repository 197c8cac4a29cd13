/**
 * A list that follows a private channel is asked for again with each position it has to include. While it is being asked for the library
 * drops such a request, and the list would stand without what has just happened until something else does: here it is asked for as soon
 * as the one under way has been answered.
 */
import type { Middleware } from '@reduxjs/toolkit';
import { api } from './api';

interface Followed {
  minPosition?: number;
}
interface Asked {
  type: string;
  meta: {
    condition?: boolean;
    arg: { type: string; endpointName: string; queryCacheKey: string; originalArgs: Followed | undefined };
  };
}
interface Kept {
  status: string;
}
type Initiate = (arg: unknown, options: { forceRefetch: boolean; subscribe: boolean }) => unknown;

const QUERY = `${api.reducerPath}/executeQuery/`;
const FORGOTTEN = api.util.resetApiState.type;

/** Stands before the cache's own middleware, which keeps what was dropped to itself. */
export const askedAgain: Middleware = (store) => {
  /** By what they are kept under: what those that were dropped have to include. */
  const dropped = new Map<string, Followed>();
  return (next) => (action) => {
    const result = next(action);
    const { type, meta } = action as Asked;
    // Another session, whose lists are other ones.
    if (type === FORGOTTEN) dropped.clear();
    if (typeof type !== 'string' || !type.startsWith(QUERY) || type.endsWith('/pending')) return result;
    const { endpointName, queryCacheKey: key, originalArgs } = meta.arg;
    const position = originalArgs?.minPosition ?? -1;
    if (meta.condition === true) {
      const { queries } = (store.getState() as Record<string, { queries: Record<string, Kept | undefined> }>)[
        api.reducerPath
      ];
      if (queries[key]?.status !== 'pending') return result;
      if (position > (dropped.get(key)?.minPosition ?? -1)) dropped.set(key, originalArgs ?? {});
      return result;
    }
    const wanted = dropped.get(key);
    dropped.delete(key);
    if (wanted?.minPosition === undefined || wanted.minPosition <= position) return result;
    const endpoint = (api.endpoints as Record<string, { initiate: Initiate }>)[endpointName];
    store.dispatch(
      endpoint.initiate(wanted, { forceRefetch: true, subscribe: false }) as Parameters<typeof store.dispatch>[0],
    );
    return result;
  };
};
