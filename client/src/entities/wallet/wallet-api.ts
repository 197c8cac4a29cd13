/** The user's balances, what changed them, what they were worth, and transfers between accounts, over HTTP. */
import { PRODUCT_ROUTES, type AssetRecord, type CoinRecord } from '../../../../shared/wire/product';
import { VALUATION_ROUTES, type DayWorth } from '../../../../shared/products/wallet/valuation';
import { WALLET_ROUTES } from '../../../../shared/products/wallet/wire';
import { api } from '../../shared/api/api';
import { ask, askQuietly } from '../../shared/api/endpoints';
import { followedPage } from '../../shared/api/followed-page';
import { wholeList } from '../../shared/api/whole-list';

/** Coins change their state seldom. Whoever is about to do something with one is told this soon. */
export const ASSETS_REFRESH_MS = 10_000;

export const walletApi = api.injectEndpoints({
  endpoints: (build) => ({
    walletBalances: build.query({ ...askQuietly(WALLET_ROUTES.balances), providesTags: ['Assets'] }),
    assetRecords: build.query({ ...askQuietly(WALLET_ROUTES.records), ...followedPage, providesTags: ['Assets'] }),
    /** A file as text; it is not kept, since it is as long as the account is old. */
    exportRecords: build.mutation(ask(VALUATION_ROUTES.export)),
    exportTaxes: build.mutation(ask(VALUATION_ROUTES.taxes)),
    worthHistory: build.query({
      ...askQuietly(VALUATION_ROUTES.history),
      transformResponse: ({ records }: { records: DayWorth[] }) => records,
      providesTags: ['Assets'],
    }),
    listedAssets: build.query<AssetRecord[], void>({
      queryFn: (_, _api, _options, ask) => wholeList(PRODUCT_ROUTES.assetList, ask),
      extraOptions: { isQuiet: true },
    }),
    coins: build.query<CoinRecord[], void>({
      queryFn: (_, _api, _options, ask) => wholeList(PRODUCT_ROUTES.coinList, ask),
      extraOptions: { isQuiet: true },
    }),
    /** The form itself says what was refused. */
    applyTransfer: build.mutation({
      ...askQuietly(WALLET_ROUTES.applyTransfer),
      invalidatesTags: (_answer, error) => (error ? [] : ['Assets']),
    }),
    transfers: build.query({ ...askQuietly(WALLET_ROUTES.transfers), ...followedPage, providesTags: ['Assets'] }),
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
