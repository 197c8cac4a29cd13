/** Requests to be let back into an account as staff judge them, over HTTP. */
import { RECOVERY_ROUTES } from '../../../../shared/products/identity/recovery';
import { askQuietly, requestOf } from '../../shared/api/endpoints';
import { deskApi } from './desk-api';

const recoveriesApi = deskApi.injectEndpoints({
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
