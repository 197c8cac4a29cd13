/** Trading fees over HTTP. */
import { PRODUCT_ROUTES, type MarketProduct } from '../../../../../shared/wire/product';
import { api } from '../../api/api';
import { quietEndpointOf, requestOf } from '../../api/endpoints';

const feeApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Keyed by user, since the answer contains the caller's level; null is a visitor. */
    feeTiers: build.query({
      ...quietEndpointOf(PRODUCT_ROUTES.feeTiers),
      query: (_user: number | null) => requestOf(PRODUCT_ROUTES.feeTiers, undefined),
    }),
  }),
});

export const { useFeeTiersQuery } = feeApi;

/** The user's fee level in markets of a product: the first one for a visitor, and until it is loaded. */
export function useFeeLevel(user: number | null, product: MarketProduct): number {
  const { data } = useFeeTiersQuery(user);
  return data?.products[product].own?.level ?? 0;
}
