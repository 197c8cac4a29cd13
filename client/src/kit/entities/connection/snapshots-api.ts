import { STREAM_ROUTES } from '../../../../../shared/wire/stream-snapshots';
import { api } from '../../api/api';
import { quietEndpointOf, requestOf } from '../../api/endpoints';

const snapshotsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A mutation, so that the cache keeps nothing: the channels keep the snapshots. */
    snapshots: build.mutation({
      ...quietEndpointOf(STREAM_ROUTES.snapshots),
      query: (topics: string) => requestOf(STREAM_ROUTES.snapshots, { topics }),
    }),
  }),
});

export const { snapshots: snapshotsEndpoint } = snapshotsApi.endpoints;
