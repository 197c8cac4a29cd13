/** Whom a visitor of the demo may be; nobody where the demo is off. */
import type { DemoCodeRecord, DemoUserRecord } from '../../../../shared/wire/demo';
import { api } from '../../shared/api/api';

const demoApi = api.injectEndpoints({
  endpoints: (build) => ({
    demoUsers: build.query<DemoUserRecord[], void>({
      query: () => ({ url: '/app/demo/users' }),
      transformResponse: ({ users }: { users: DemoUserRecord[] }) => users,
      extraOptions: { isQuiet: true },
    }),
    demoCodes: build.query<DemoCodeRecord[], void>({
      query: () => ({ url: '/app/demo/codes' }),
      transformResponse: ({ codes }: { codes: DemoCodeRecord[] }) => codes,
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const { useDemoUsersQuery, useDemoCodesQuery, useLazyDemoCodesQuery } = demoApi;
