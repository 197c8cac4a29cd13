/** What users have in the market now, as staff see and end it, and what the house has, over HTTP. */
import type { ContractPositions } from '../../../../shared/wire/contract-stream';
import type { HouseFunds, RiskBoard } from '../../../../shared/wire/desk';
import type { StaffAnswer } from '../../../../shared/wire/fields';
import type { OrderSnapshot } from '../../../../shared/wire/market-data';
import type { OpenOptions } from '../../../../shared/wire/option-stream';
import { deskApi } from './desk-api';

interface OfUser {
  userId: number;
  /** As of this position at the earliest. */
  minPosition?: number;
}
interface ByStaff {
  clientId: string;
  userId: number;
}

const ordersApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    spotOrdersOf: build.query<OrderSnapshot, OfUser>({
      query: (params) => ({ url: '/admin/spot/orders', params }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    contractOrdersOf: build.query<ContractPositions, OfUser>({
      query: (params) => ({ url: '/admin/contract/positions', params }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    optionsOf: build.query<OpenOptions, OfUser>({
      query: (params) => ({ url: '/admin/option/contracts', params }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    cancelOrderOf: build.mutation<StaffAnswer, ByStaff & { order: string }>({
      query: (body) => ({ url: '/admin/spot/cancel', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    cancelAllOf: build.mutation<StaffAnswer, ByStaff & { market: string }>({
      query: (body) => ({ url: '/admin/spot/cancelAll', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    riskBoard: build.query<RiskBoard, void>({
      query: () => ({ url: '/audit/risk' }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    houseFunds: build.query<HouseFunds, number | undefined>({
      query: (minPosition) => ({
        url: '/audit/house/funds',
        ...(minPosition === undefined ? {} : { params: { minPosition } }),
      }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    fundHouse: build.mutation<
      StaffAnswer,
      { clientId: string; asset: string; amount: string; reference: string; reason: string }
    >({
      query: (body) => ({ url: '/admin/house/fund', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const {
  useSpotOrdersOfQuery,
  useContractOrdersOfQuery,
  useOptionsOfQuery,
  useCancelOrderOfMutation,
  useCancelAllOfMutation,
  useRiskBoardQuery,
  useHouseFundsQuery,
  useFundHouseMutation,
} = ordersApi;
