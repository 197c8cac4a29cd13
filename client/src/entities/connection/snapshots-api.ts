import type { SnapshotsAnswer } from '../../../../shared/wire/stream-snapshots';
import { api } from '../../shared/api/api';

const snapshotsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Each is asked for once more, and kept by the channels: a mutation, so that the cache keeps none. */
    snapshots: build.mutation<SnapshotsAnswer, string>({
      query: (topics) => ({ url: '/app/stream/snapshots', params: { topics } }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const { snapshots: snapshotsEndpoint } = snapshotsApi.endpoints;
