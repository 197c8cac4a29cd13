/** What would have gone out by mail or text message, where nothing real is set up to send it. */
import type { OutboxRecord } from '../../../../shared/wire/account';
import { api } from '../../shared/api/api';

const outboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    outbox: build.query<OutboxRecord[], void>({
      query: () => ({ url: '/app/outbox/list' }),
      transformResponse: ({ records }: { records: OutboxRecord[] }) => records,
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const { useOutboxQuery } = outboxApi;
