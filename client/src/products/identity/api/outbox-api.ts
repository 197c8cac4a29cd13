/** Mails and text messages that would have been sent, where no real transport is configured. */
import { ACCOUNT_ROUTES, type OutboxRecord } from '../../../../../shared/products/identity/account';
import { api } from '../../../kit/api/api';
import { quietEndpointOf } from '../../../kit/api/endpoints';

const outboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    outbox: build.query({
      ...quietEndpointOf(ACCOUNT_ROUTES.outbox),
      transformResponse: ({ records }: { records: OutboxRecord[] }) => records,
    }),
  }),
});

export const { useOutboxQuery } = outboxApi;
