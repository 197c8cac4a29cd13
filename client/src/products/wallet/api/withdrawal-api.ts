/** Withdrawals and their addresses, over HTTP. */
import { ADDRESS_BOOK_ROUTES } from '../../../../../shared/products/wallet/address-book';
import { WALLET_ROUTES } from '../../../../../shared/products/wallet/wire';
import { api } from '../../../kit/api/api';
import { endpointOf, quietEndpointOf } from '../../../kit/api/endpoints';
import { followedPage } from '../../../kit/api/followed-page';

const withdrawalApi = api.injectEndpoints({
  endpoints: (build) => ({
    withdrawalQuote: build.query({
      ...quietEndpointOf(WALLET_ROUTES.withdrawalQuote),
      ...followedPage,
      providesTags: ['Withdrawals', 'Assets', 'Security', 'Addresses'],
    }),
    /** Quiet, as the form shows the refusal. */
    applyWithdrawal: build.mutation({
      ...quietEndpointOf(WALLET_ROUTES.applyWithdrawal),
      invalidatesTags: ['Withdrawals'],
    }),
    cancelWithdrawal: build.mutation({
      ...endpointOf(WALLET_ROUTES.cancelWithdrawal),
      invalidatesTags: ['Withdrawals'],
    }),
    withdrawals: build.query({
      ...quietEndpointOf(WALLET_ROUTES.withdrawals),
      ...followedPage,
      providesTags: ['Withdrawals'],
    }),
    addressBook: build.query({ ...quietEndpointOf(ADDRESS_BOOK_ROUTES.list), providesTags: ['Addresses'] }),
    addAddress: build.mutation({ ...quietEndpointOf(ADDRESS_BOOK_ROUTES.add), invalidatesTags: ['Addresses'] }),
    labelAddress: build.mutation({ ...quietEndpointOf(ADDRESS_BOOK_ROUTES.label), invalidatesTags: ['Addresses'] }),
    /** A query that is requested on demand, hence a mutation. */
    ownershipMessage: build.mutation(quietEndpointOf(ADDRESS_BOOK_ROUTES.ownershipMessage)),
    declareAddress: build.mutation({ ...quietEndpointOf(ADDRESS_BOOK_ROUTES.declare), invalidatesTags: ['Addresses'] }),
    removeAddress: build.mutation({ ...endpointOf(ADDRESS_BOOK_ROUTES.remove), invalidatesTags: ['Addresses'] }),
  }),
});

export const {
  useWithdrawalQuoteQuery,
  useApplyWithdrawalMutation,
  useCancelWithdrawalMutation,
  useWithdrawalsQuery,
  useAddressBookQuery,
  useAddAddressMutation,
  useLabelAddressMutation,
  useOwnershipMessageMutation,
  useDeclareAddressMutation,
  useRemoveAddressMutation,
} = withdrawalApi;
