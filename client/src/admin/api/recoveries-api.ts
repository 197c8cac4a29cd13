/** Account recovery requests for staff over HTTP. */
import { RECOVERY_ROUTES } from '../../../../shared/products/identity/recovery';
import { quietEndpointOf, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const recoveriesApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    recoveries: build.query({
      ...quietEndpointOf(RECOVERY_ROUTES.list),
      keepUnusedDataFor: 0,
      providesTags: ['Recoveries'],
    }),
    recovery: build.query({
      ...quietEndpointOf(RECOVERY_ROUTES.detail),
      query: (recovery: string) => requestOf(RECOVERY_ROUTES.detail, { recovery }),
      keepUnusedDataFor: 0,
      providesTags: ['Recoveries'],
    }),
    proposeRecovery: build.mutation({
      ...quietEndpointOf(RECOVERY_ROUTES.propose),
      invalidatesTags: (_, error) => (error ? [] : ['Recoveries', 'Proposals']),
    }),
    declineRecovery: build.mutation({
      ...quietEndpointOf(RECOVERY_ROUTES.decline),
      invalidatesTags: (_, error) => (error ? [] : ['Recoveries']),
    }),
  }),
});

export const { useRecoveriesQuery, useRecoveryQuery, useProposeRecoveryMutation, useDeclineRecoveryMutation } =
  recoveriesApi;
