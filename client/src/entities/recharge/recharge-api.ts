/** How money comes in, and what has come, over HTTP. */
import { CHAIN_ROUTES, type RechargeChain } from '../../../../shared/products/wallet/chains';
import { WALLET_ROUTES } from '../../../../shared/products/wallet/wire';
import { api } from '../../shared/api/api';
import { askQuietly } from '../../shared/api/endpoints';
import { followedPage } from '../../shared/api/followed-page';

export interface RechargeWays {
  /** Coins, each by the networks that bring it. */
  records: RechargeChain[];
  /** Legal currency that comes by bank transfer. */
  bank: string[];
}

const rechargeApi = api.injectEndpoints({
  endpoints: (build) => ({
    rechargeWays: build.query(askQuietly(CHAIN_ROUTES.chains)),
    hasRecharge: build.query({ ...askQuietly(WALLET_ROUTES.setHasRecharge), providesTags: ['Recharges'] }),
    /** A question, though it is asked like a command: the address is made when it is first asked for, and stays. */
    rechargeAddress: build.query({ ...askQuietly(CHAIN_ROUTES.address), providesTags: ['Assets'] }),
    bankTransfer: build.query({ ...askQuietly(CHAIN_ROUTES.bank), providesTags: ['Assets'] }),
    /** The form itself says what was refused. */
    askFaucet: build.mutation({ ...askQuietly(CHAIN_ROUTES.faucet), invalidatesTags: ['Recharges'] }),
    recharges: build.query({
      ...askQuietly(WALLET_ROUTES.recharges),
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
