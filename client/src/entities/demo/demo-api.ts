/** Whom a visitor of the demo may be; nobody where the demo is off. */
import { DEMO_ROUTES, type DemoCodeRecord, type DemoUserRecord } from '../../../../shared/wire/demo';
import { api } from '../../shared/api/api';
import { askQuietly } from '../../shared/api/endpoints';

const demoApi = api.injectEndpoints({
  endpoints: (build) => ({
    demoUsers: build.query({
      ...askQuietly(DEMO_ROUTES.users),
      transformResponse: ({ users }: { users: DemoUserRecord[] }) => users,
    }),
    demoCodes: build.query({
      ...askQuietly(DEMO_ROUTES.codes),
      transformResponse: ({ codes }: { codes: DemoCodeRecord[] }) => codes,
    }),
  }),
});

export const { useDemoUsersQuery, useDemoCodesQuery, useLazyDemoCodesQuery } = demoApi;
