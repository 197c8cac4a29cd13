/** One order with everything that it traded. */
import { SPOT_ROUTES } from '../../../../../shared/products/spot/wire';
import { api } from '../../../shared/api/api';
import { askQuietly } from '../../../shared/api/endpoints';
import { followedPage } from '../../../shared/api/followed-page';

const orderHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderDetail: build.query({ ...askQuietly(SPOT_ROUTES.order), ...followedPage, providesTags: ['Orders'] }),
  }),
});

export const { useOrderDetailQuery } = orderHistoryApi;
