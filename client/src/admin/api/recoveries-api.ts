/** Account recovery requests for staff over HTTP. */
import { RECOVERY_ROUTES } from '../../../../shared/products/identity/recovery';
import { askQuietly, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const recoveriesApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    recoveries: build.query({
      ...askQuietly(RECOVERY_ROUTES.list),
      keepUnusedDataFor: 0,
      providesTags: ['Recoveries'],
    }),
    recovery: build.query({
      ...askQuietly(RECOVERY_ROUTES.detail),
      query: (recovery: string) => requestOf(RECOVERY_ROUTES.detail, { recovery }),
      keepUnusedDataFor: 0,
      providesTags: ['Recoveries'],
    }),
    proposeRecovery: build.mutation({
      ...askQuietly(RECOVERY_ROUTES.propose),
      invalidatesTags: (_, fault) => (fault ? [] : ['Recoveries', 'Proposals']),
    }),
    declineRecovery: build.mutation({
      ...askQuietly(RECOVERY_ROUTES.decline),
      invalidatesTags: (_, fault) => (fault ? [] : ['Recoveries']),
    }),
  }),
});

export const { useRecoveriesQuery, useRecoveryQuery, useProposeRecoveryMutation, useDeclineRecoveryMutation } =
  recoveriesApi;
