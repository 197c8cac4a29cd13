/** Published proof of the exchange's liabilities, and the user's part of it. */
import { PROOF_ROUTES } from '../../../../../shared/wire/audit/proof';
import { api } from '../../../kit/api/api';
import { endpointOf } from '../../../kit/api/endpoints';

const proofApi = api.injectEndpoints({
  endpoints: (build) => ({
    proofOfBalance: build.query({
      ...endpointOf(PROOF_ROUTES.proofOfBalance),
      // Not cached, as a new proof is made each day.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useProofOfBalanceQuery } = proofApi;
