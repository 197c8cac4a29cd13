/** Demo users that a visitor may log in as; empty if the demo is off. */
import { DEMO_ROUTES, type DemoCodeRecord, type DemoUserRecord } from '../../../../../shared/wire/demo';
import { api } from '../../api/api';
import { quietEndpointOf } from '../../api/endpoints';

const demoApi = api.injectEndpoints({
  endpoints: (build) => ({
    demoUsers: build.query({
      ...quietEndpointOf(DEMO_ROUTES.users),
      transformResponse: ({ users }: { users: DemoUserRecord[] }) => users,
    }),
    demoCodes: build.query({
      ...quietEndpointOf(DEMO_ROUTES.codes),
      transformResponse: ({ codes }: { codes: DemoCodeRecord[] }) => codes,
    }),
  }),
});

export const { useDemoUsersQuery, useDemoCodesQuery, useLazyDemoCodesQuery } = demoApi;
