/** How money comes in, and what has come, over HTTP. */
import type {
  BankTransfer,
  FaucetRequest,
  RechargeAddress,
  RechargeAddressRequest,
  RechargeChain,
} from '../../../../shared/wire/chains';
import type { Page } from '../../../../shared/wire/fields';
import type { RechargeRecord, RechargesRequest } from '../../../../shared/wire/wallet';
import { api } from '../../shared/api/api';
import { followedPage } from '../../shared/api/followed-page';

export interface RechargeWays {
  /** Coins, each by the networks that bring it. */
  records: RechargeChain[];
  /** Legal currency that comes by bank transfer. */
  bank: string[];
}

const rechargeApi = api.injectEndpoints({
  endpoints: (build) => ({
    rechargeWays: build.query<RechargeWays, void>({
      query: () => ({ url: '/app/recharge/chains' }),
      extraOptions: { isQuiet: true },
    }),
    hasRecharge: build.query<boolean, void>({
      query: () => ({ url: '/app/rechargerecord/setHasRecharge' }),
      extraOptions: { isQuiet: true },
      providesTags: ['Recharges'],
    }),
    /** A question, though it is asked like a command: the address is made when it is first asked for, and stays. */
    rechargeAddress: build.query<RechargeAddress, RechargeAddressRequest>({
      query: (body) => ({ url: '/app/recharge/address', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      providesTags: ['Assets'],
    }),
    bankTransfer: build.query<BankTransfer, { asset: string }>({
      query: (params) => ({ url: '/app/recharge/bank', params }),
      extraOptions: { isQuiet: true },
      providesTags: ['Assets'],
    }),
    /** The form itself says what was refused. */
    askFaucet: build.mutation<{ transaction: string }, FaucetRequest>({
      query: (body) => ({ url: '/app/recharge/faucet', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Recharges'],
    }),
    recharges: build.query<Page<RechargeRecord>, Partial<RechargesRequest>>({
      query: (body) => ({ url: '/app/rechargerecord/list', method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Recharges', 'Assets'],
    }),
  }),
});

export const {
  useHasRechargeQuery,
  useRechargeWaysQuery,
  useRechargeAddressQuery,
  useBankTransferQuery,
  useAskFaucetMutation,
  useRechargesQuery,
} = rechargeApi;
