/** Query of one order with its fills. */
import { SPOT_ROUTES } from '../../../../../shared/products/spot/wire';
import { api } from '../../../kit/api/api';
import { quietEndpointOf } from '../../../kit/api/endpoints';
import { followedPage } from '../../../kit/api/followed-page';

const orderHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderDetail: build.query({ ...quietEndpointOf(SPOT_ROUTES.order), ...followedPage, providesTags: ['Orders'] }),
  }),
});

export const { useOrderDetailQuery } = orderHistoryApi;
