/** What trading costs, over HTTP. */
import type { FeeTiers } from '../../../../shared/wire/product';
import { api } from '../../shared/api/api';

const feeApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** By user, since the answer names the level of whoever asks; null is a visitor. */
    feeTiers: build.query<FeeTiers, number | null>({
      query: () => ({ url: '/app/product/feeTiers' }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const { useFeeTiersQuery } = feeApi;
