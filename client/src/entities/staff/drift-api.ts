/** Whether the ledger agrees with everything that should say the same, over HTTP. */
import type { DriftBoard } from '../../../../shared/wire/desk';
import type { StaffAnswer } from '../../../../shared/wire/fields';
import { deskApi } from './desk-api';

const driftApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    drift: build.query<DriftBoard, void>({
      query: () => ({ url: '/audit/drift' }),
      extraOptions: { isQuiet: true },
      providesTags: ['Drift'],
    }),
    liftWithdrawals: build.mutation<StaffAnswer, { clientId: string; upTo: string; reason: string }>({
      query: (body) => ({ url: '/admin/withdraw/lift', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, error) => (error ? [] : ['Drift', 'Proposals']),
    }),
  }),
});

export const { useDriftQuery, useLiftWithdrawalsMutation } = driftApi;
