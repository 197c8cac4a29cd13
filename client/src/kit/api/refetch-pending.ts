/**
 * A list that follows a private channel is refetched for each position it must include. The cache drops such a request while another one is
 * in flight, which would leave the list stale. This middleware repeats the request once the response has arrived.
 */
import type { Middleware } from '@reduxjs/toolkit';
import { api } from './api';

interface Followed {
  minPosition?: number;
}
interface PendingRequest {
  type: string;
  meta: {
    condition?: boolean;
    arg: { type: string; endpointName: string; queryCacheKey: string; originalArgs: Followed | undefined };
  };
}
interface CacheEntry {
  status: string;
}
type Initiate = (arg: unknown, options: { forceRefetch: boolean; subscribe: boolean }) => unknown;

const QUERY = `${api.reducerPath}/executeQuery/`;
const FORGOTTEN = api.util.resetApiState.type;

/** Must precede the cache's own middleware, which does not pass on dropped requests. */
export const refetchPending: Middleware = (store) => {
  /** Arguments of dropped requests by cache key. */
  const dropped = new Map<string, Followed>();
  return (next) => (action) => {
    const result = next(action);
    const { type, meta } = action as PendingRequest;
    // The session changed.
    if (type === FORGOTTEN) dropped.clear();
    if (typeof type !== 'string' || !type.startsWith(QUERY) || type.endsWith('/pending')) return result;
    const { endpointName, queryCacheKey: key, originalArgs } = meta.arg;
    const position = originalArgs?.minPosition ?? -1;
    if (meta.condition === true) {
      const { queries } = (store.getState() as Record<string, { queries: Record<string, CacheEntry | undefined> }>)[
        api.reducerPath
      ];
      if (queries[key]?.status !== 'pending') return result;
      if (position > (dropped.get(key)?.minPosition ?? -1)) dropped.set(key, originalArgs ?? {});
      return result;
    }
    const droppedRequest = dropped.get(key);
    dropped.delete(key);
    if (droppedRequest?.minPosition === undefined || droppedRequest.minPosition <= position) return result;
    const endpoint = (api.endpoints as Record<string, { initiate: Initiate }>)[endpointName];
    store.dispatch(
      endpoint.initiate(droppedRequest, { forceRefetch: true, subscribe: false }) as Parameters<
        typeof store.dispatch
      >[0],
    );
    return result;
  };
};
