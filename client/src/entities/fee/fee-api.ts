/** What trading costs, over HTTP. */
import type { FeeTiers as ToldFees } from '../../../../shared/wire/product';
import { api } from '../../shared/api/api';
import { feeTiersOf, type FeeTiers } from './rates';

const feeApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** By user, since the answer names the level of whoever asks; null is a visitor. */
    feeTiers: build.query<FeeTiers, number | null>({
      query: () => ({ url: '/app/product/feeTiers' }),
      transformResponse: (told: ToldFees) => feeTiersOf(told),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const { useFeeTiersQuery } = feeApi;
