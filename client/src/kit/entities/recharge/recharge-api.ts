/** HTTP endpoints of deposits: addresses, terms and records. */
import { CHAIN_ROUTES, type RechargeChain } from '../../../../../shared/products/wallet/chains';
import { WALLET_ROUTES } from '../../../../../shared/products/wallet/wire';
import { api } from '../../api/api';
import { quietEndpointOf } from '../../api/endpoints';
import { followedPage } from '../../api/followed-page';

export interface RechargeWays {
  /** Coins with their networks. */
  records: RechargeChain[];
  /** Legal currencies received by bank transfer. */
  bank: string[];
}

const rechargeApi = api.injectEndpoints({
  endpoints: (build) => ({
    rechargeWays: build.query(quietEndpointOf(CHAIN_ROUTES.chains)),
    hasRecharge: build.query({ ...quietEndpointOf(WALLET_ROUTES.setHasRecharge), providesTags: ['Recharges'] }),
    /** A query in spite of its POST method: the address is created on first request and then stays. */
    rechargeAddress: build.query({ ...quietEndpointOf(CHAIN_ROUTES.address), providesTags: ['Assets'] }),
    bankTransfer: build.query({ ...quietEndpointOf(CHAIN_ROUTES.bank), providesTags: ['Assets'] }),
    /** The form shows refusals itself. */
    askFaucet: build.mutation({ ...quietEndpointOf(CHAIN_ROUTES.faucet), invalidatesTags: ['Recharges'] }),
    recharges: build.query({
      ...quietEndpointOf(WALLET_ROUTES.recharges),
      ...followedPage,
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
