/** Whom a visitor of the demo may be; nobody where the demo is off. */
import type { DemoUserRecord } from '../../../../shared/wire/demo';
import { api } from '../../shared/api/api';

const demoApi = api.injectEndpoints({
  endpoints: (build) => ({
    demoUsers: build.query<DemoUserRecord[], void>({
      query: () => ({ url: '/app/demo/users' }),
      transformResponse: ({ users }: { users: DemoUserRecord[] }) => users,
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const { useDemoUsersQuery } = demoApi;
