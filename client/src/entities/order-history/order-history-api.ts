/** One order with everything that it traded. */
import type { OrderDetail, OrderRequest } from '../../../../shared/wire/spot';
import { api } from '../../shared/api/api';

const orderHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderDetail: build.query<OrderDetail, OrderRequest>({
      query: (params) => ({ url: '/app/spot/order', params }),
      extraOptions: { isQuiet: true },
      providesTags: ['Orders'],
    }),
  }),
});

export const { useOrderDetailQuery } = orderHistoryApi;
