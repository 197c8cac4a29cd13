/** What the exchange publishes of what it owes, and the own part of it. */
import { PROOF_ROUTES } from '../../../../../shared/wire/proof';
import { api } from '../../../shared/api/api';
import { ask } from '../../../shared/api/endpoints';

const proofApi = api.injectEndpoints({
  endpoints: (build) => ({
    proofOfBalance: build.query({
      ...ask(PROOF_ROUTES.proofOfBalance),
      // Another one is made each day.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useProofOfBalanceQuery } = proofApi;
