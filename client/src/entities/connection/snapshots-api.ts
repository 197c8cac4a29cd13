import { STREAM_ROUTES } from '../../../../shared/wire/stream-snapshots';
import { api } from '../../shared/api/api';
import { askQuietly, requestOf } from '../../shared/api/endpoints';

const snapshotsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Each is asked for once more, and kept by the channels: a mutation, so that the cache keeps none. */
    snapshots: build.mutation({
      ...askQuietly(STREAM_ROUTES.snapshots),
      query: (topics: string) => requestOf(STREAM_ROUTES.snapshots, { topics }),
    }),
  }),
});

export const { snapshots: snapshotsEndpoint } = snapshotsApi.endpoints;
