/** HTTP endpoints of the wallet: balances, their records and history, and transfers. */
import { PRODUCT_ROUTES, type AssetRecord, type CoinRecord } from '../../../../../shared/wire/product';
import { VALUATION_ROUTES, type DayWorth } from '../../../../../shared/products/wallet/valuation';
import { WALLET_ROUTES } from '../../../../../shared/products/wallet/wire';
import { api } from '../../api/api';
import { endpointOf, quietEndpointOf } from '../../api/endpoints';
import { followedPage } from '../../api/followed-page';
import { fetchAllPages } from '../../api/fetch-all-pages';

/** Coin states rarely change. Maximum delay for screens about to use one. */
export const ASSETS_REFRESH_MS = 10_000;

export const walletApi = api.injectEndpoints({
  endpoints: (build) => ({
    walletBalances: build.query({ ...quietEndpointOf(WALLET_ROUTES.balances), providesTags: ['Assets'] }),
    assetRecords: build.query({ ...quietEndpointOf(WALLET_ROUTES.records), ...followedPage, providesTags: ['Assets'] }),
    /** Returns the file as text. It is not cached, as it may be as long as the account's history. */
    exportRecords: build.mutation(endpointOf(VALUATION_ROUTES.export)),
    exportTaxes: build.mutation(endpointOf(VALUATION_ROUTES.taxes)),
    worthHistory: build.query({
      ...quietEndpointOf(VALUATION_ROUTES.history),
      transformResponse: ({ records }: { records: DayWorth[] }) => records,
      providesTags: ['Assets'],
    }),
    listedAssets: build.query<AssetRecord[], void>({
      queryFn: (_, _api, _options, baseQuery) => fetchAllPages(PRODUCT_ROUTES.assetList, baseQuery),
      extraOptions: { isQuiet: true },
    }),
    coins: build.query<CoinRecord[], void>({
      queryFn: (_, _api, _options, baseQuery) => fetchAllPages(PRODUCT_ROUTES.coinList, baseQuery),
      extraOptions: { isQuiet: true },
    }),
    /** The form shows refusals itself. */
    applyTransfer: build.mutation({
      ...quietEndpointOf(WALLET_ROUTES.applyTransfer),
      invalidatesTags: (_answer, error) => (error ? [] : ['Assets']),
    }),
    transfers: build.query({ ...quietEndpointOf(WALLET_ROUTES.transfers), ...followedPage, providesTags: ['Assets'] }),
  }),
});

export const {
  useWalletBalancesQuery,
  useAssetRecordsQuery,
  useExportRecordsMutation,
  useExportTaxesMutation,
  useWorthHistoryQuery,
  useCoinsQuery,
  useListedAssetsQuery,
  useApplyTransferMutation,
  useTransfersQuery,
} = walletApi;
