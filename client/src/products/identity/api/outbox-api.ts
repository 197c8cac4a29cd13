/** What would have gone out by mail or text message, where nothing real is set up to send it. */
import { ACCOUNT_ROUTES, type OutboxRecord } from '../../../../../shared/products/identity/account';
import { api } from '../../../shared/api/api';
import { askQuietly } from '../../../shared/api/endpoints';

const outboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    outbox: build.query({
      ...askQuietly(ACCOUNT_ROUTES.outbox),
      transformResponse: ({ records }: { records: OutboxRecord[] }) => records,
    }),
  }),
});

export const { useOutboxQuery } = outboxApi;
