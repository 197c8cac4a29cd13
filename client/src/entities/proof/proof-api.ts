/** What the exchange publishes of what it owes, and the own part of it. */
import type { BalanceProofAnswer } from '../../../../shared/wire/proof';
import { api } from '../../shared/api/api';

const proofApi = api.injectEndpoints({
  endpoints: (build) => ({
    proofOfBalance: build.query<BalanceProofAnswer | null, void>({
      query: () => ({ url: '/app/account/proofOfBalance' }),
      // Another one is made each day.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useProofOfBalanceQuery } = proofApi;
