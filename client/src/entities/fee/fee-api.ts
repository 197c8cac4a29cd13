/** What trading costs, over HTTP. */
import { PRODUCT_ROUTES, type MarketProduct } from '../../../../shared/wire/product';
import { api } from '../../shared/api/api';
import { askQuietly, requestOf } from '../../shared/api/endpoints';

const feeApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** By user, since the answer names the level of whoever asks; null is a visitor. */
    feeTiers: build.query({
      ...askQuietly(PRODUCT_ROUTES.feeTiers),
      query: (_user: number | null) => requestOf(PRODUCT_ROUTES.feeTiers, undefined),
    }),
  }),
});

export const { useFeeTiersQuery } = feeApi;

/** The level by which whoever looks is charged in markets of a product: the first one for a visitor, and until it is known. */
export function useFeeLevel(user: number | null, product: MarketProduct): number {
  const { data } = useFeeTiersQuery(user);
  return data?.products[product].own?.level ?? 0;
}
