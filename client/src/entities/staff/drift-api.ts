/** Whether the ledger agrees with everything that should say the same, over HTTP. */
import { ADMIN_ROUTES } from '../../../../shared/wire/admin';
import { DESK_ROUTES } from '../../../../shared/wire/desk';
import { askQuietly } from '../../shared/api/endpoints';
import { deskApi } from './desk-api';

const driftApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    drift: build.query({ ...askQuietly(DESK_ROUTES.drift), providesTags: ['Drift'] }),
    liftWithdrawals: build.mutation({
      ...askQuietly(ADMIN_ROUTES.liftWithdrawals),
      invalidatesTags: (_, error) => (error ? [] : ['Drift', 'Proposals']),
    }),
  }),
});

export const { useDriftQuery, useLiftWithdrawalsMutation } = driftApi;
