/** Withdrawals and the addresses they go to, over HTTP. */
import type {
  AddAddressRequest,
  AddressBook,
  DeclareAddressRequest,
  LabelAddressRequest,
  ListedAddress,
  OwnershipMessage,
  OwnershipMessageRequest,
} from '../../../../shared/wire/address-book';
import type { CommandAnswer, Page } from '../../../../shared/wire/fields';
import type {
  ApplyWithdrawalRequest,
  CancelWithdrawalRequest,
  WithdrawalQuote,
  WithdrawalQuoteRequest,
  WithdrawalRecord,
  WithdrawalsRequest,
} from '../../../../shared/wire/wallet';
import { api } from '../../shared/api/api';
import { followedPage } from '../../shared/api/followed-page';

const withdrawalApi = api.injectEndpoints({
  endpoints: (build) => ({
    withdrawalQuote: build.query<WithdrawalQuote, WithdrawalQuoteRequest>({
      query: (params) => ({ url: '/app/withdraw/quote', params }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Withdrawals', 'Assets', 'Security', 'Addresses'],
    }),
    /** The form itself says what was refused. */
    applyWithdrawal: build.mutation<CommandAnswer & { withdrawal: string }, ApplyWithdrawalRequest>({
      query: (body) => ({ url: '/app/withdraw/apply', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Withdrawals'],
    }),
    cancelWithdrawal: build.mutation<CommandAnswer, CancelWithdrawalRequest>({
      query: (body) => ({ url: '/app/withdraw/cancel', method: 'POST', body }),
      invalidatesTags: ['Withdrawals'],
    }),
    withdrawals: build.query<Page<WithdrawalRecord>, Partial<WithdrawalsRequest>>({
      query: (body) => ({ url: '/app/withdraw/list', method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Withdrawals'],
    }),
    addressBook: build.query<AddressBook, void>({
      query: () => ({ url: '/app/withdraw/addresses' }),
      extraOptions: { isQuiet: true },
      providesTags: ['Addresses'],
    }),
    addAddress: build.mutation<ListedAddress, AddAddressRequest>({
      query: (body) => ({ url: '/app/withdraw/addAddress', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Addresses'],
    }),
    labelAddress: build.mutation<ListedAddress, LabelAddressRequest>({
      query: (body) => ({ url: '/app/withdraw/labelAddress', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Addresses'],
    }),
    /** A question, though it is asked like a command. */
    ownershipMessage: build.mutation<OwnershipMessage, OwnershipMessageRequest>({
      query: (body) => ({ url: '/app/withdraw/ownershipMessage', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    declareAddress: build.mutation<ListedAddress, DeclareAddressRequest>({
      query: (body) => ({ url: '/app/withdraw/declareAddress', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Addresses'],
    }),
    removeAddress: build.mutation<null, { addressId: string }>({
      query: (body) => ({ url: '/app/withdraw/removeAddress', method: 'POST', body }),
      invalidatesTags: ['Addresses'],
    }),
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
