/** Withdrawals and their addresses, over HTTP. */
import { ADDRESS_BOOK_ROUTES } from '../../../../../shared/products/wallet/address-book';
import { WALLET_ROUTES } from '../../../../../shared/products/wallet/wire';
import { api } from '../../../kit/api/api';
import { ask, askQuietly } from '../../../kit/api/endpoints';
import { followedPage } from '../../../kit/api/followed-page';

const withdrawalApi = api.injectEndpoints({
  endpoints: (build) => ({
    withdrawalQuote: build.query({
      ...askQuietly(WALLET_ROUTES.withdrawalQuote),
      ...followedPage,
      providesTags: ['Withdrawals', 'Assets', 'Security', 'Addresses'],
    }),
    /** Quiet, as the form shows the refusal. */
    applyWithdrawal: build.mutation({ ...askQuietly(WALLET_ROUTES.applyWithdrawal), invalidatesTags: ['Withdrawals'] }),
    cancelWithdrawal: build.mutation({ ...ask(WALLET_ROUTES.cancelWithdrawal), invalidatesTags: ['Withdrawals'] }),
    withdrawals: build.query({
      ...askQuietly(WALLET_ROUTES.withdrawals),
      ...followedPage,
      providesTags: ['Withdrawals'],
    }),
    addressBook: build.query({ ...askQuietly(ADDRESS_BOOK_ROUTES.list), providesTags: ['Addresses'] }),
    addAddress: build.mutation({ ...askQuietly(ADDRESS_BOOK_ROUTES.add), invalidatesTags: ['Addresses'] }),
    labelAddress: build.mutation({ ...askQuietly(ADDRESS_BOOK_ROUTES.label), invalidatesTags: ['Addresses'] }),
    /** A query that is requested on demand, hence a mutation. */
    ownershipMessage: build.mutation(askQuietly(ADDRESS_BOOK_ROUTES.ownershipMessage)),
    declareAddress: build.mutation({ ...askQuietly(ADDRESS_BOOK_ROUTES.declare), invalidatesTags: ['Addresses'] }),
    removeAddress: build.mutation({ ...ask(ADDRESS_BOOK_ROUTES.remove), invalidatesTags: ['Addresses'] }),
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
