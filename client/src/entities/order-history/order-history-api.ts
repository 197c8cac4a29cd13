/** One order with everything that it traded. */
import type { OrderDetail, OrderRequest } from '../../../../shared/wire/spot';
import { api } from '../../shared/api/api';
import { followedPage } from '../../shared/api/followed-page';

const orderHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderDetail: build.query<OrderDetail, OrderRequest>({
      query: (params) => ({ url: '/app/spot/order', params }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Orders'],
    }),
  }),
});

export const { useOrderDetailQuery } = orderHistoryApi;
