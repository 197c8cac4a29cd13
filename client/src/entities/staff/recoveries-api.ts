/** Requests to be let back into an account as staff judge them, over HTTP. */
import type { Page, StaffAnswer } from '../../../../shared/wire/fields';
import type {
  DeclineRecoveryRequest,
  ProposeRecoveryRequest,
  RecoveriesRequest,
  RecoveryDetail,
  RecoveryRecord,
} from '../../../../shared/wire/recovery';
import { deskApi } from './desk-api';

const recoveriesApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    recoveries: build.query<Page<RecoveryRecord>, RecoveriesRequest>({
      query: (body) => ({ url: '/admin/recovery/list', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
      providesTags: ['Recoveries'],
    }),
    recovery: build.query<RecoveryDetail, string>({
      query: (recovery) => ({ url: '/admin/recovery/detail', params: { recovery } }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
      providesTags: ['Recoveries'],
    }),
    proposeRecovery: build.mutation<StaffAnswer, ProposeRecoveryRequest>({
      query: (body) => ({ url: '/admin/recovery/propose', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Recoveries', 'Proposals']),
    }),
    declineRecovery: build.mutation<null, DeclineRecoveryRequest>({
      query: (body) => ({ url: '/admin/recovery/decline', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Recoveries']),
    }),
  }),
});

export const { useRecoveriesQuery, useRecoveryQuery, useProposeRecoveryMutation, useDeclineRecoveryMutation } =
  recoveriesApi;
