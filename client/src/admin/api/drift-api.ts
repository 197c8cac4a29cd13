/** Reconciliation of the ledger over HTTP. */
import { ADMIN_ROUTES } from '../../../../shared/wire/admin';
import { DESK_ROUTES } from '../../../../shared/wire/desk';
import { quietEndpointOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const driftApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    drift: build.query({ ...quietEndpointOf(DESK_ROUTES.drift), providesTags: ['Drift'] }),
    liftWithdrawals: build.mutation({
      ...quietEndpointOf(ADMIN_ROUTES.liftWithdrawals),
      invalidatesTags: (_, error) => (error ? [] : ['Drift', 'Proposals']),
    }),
  }),
});

export const { useDriftQuery, useLiftWithdrawalsMutation } = driftApi;
