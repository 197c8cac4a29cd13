/** The user's balances, what changed them, what they were worth, and transfers between accounts, over HTTP. */
import type { CommandAnswer, Page } from '../../../../shared/wire/fields';
import type { BalanceSnapshot } from '../../../../shared/wire/market-data';
import type { AssetRecord, CoinRecord } from '../../../../shared/wire/product';
import type {
  BalanceHistoryRequest,
  DayWorth,
  ExportRequest,
  TaxExportRequest,
} from '../../../../shared/wire/valuation';
import type {
  ApplyTransferRequest,
  AssetChange,
  AssetRecordsRequest,
  TransferRecord,
  TransfersRequest,
} from '../../../../shared/wire/wallet';
import { api } from '../../shared/api/api';
import { inEnvelope } from '../../shared/api/csv-file';
import { followedPage } from '../../shared/api/followed-page';
import { wholeList } from '../../shared/api/whole-list';

/** Coins change their state seldom. Whoever is about to do something with one is told this soon. */
export const ASSETS_REFRESH_MS = 10_000;

export const walletApi = api.injectEndpoints({
  endpoints: (build) => ({
    walletBalances: build.query<BalanceSnapshot, void>({
      query: () => ({ url: '/app/assets/balances' }),
      extraOptions: { isQuiet: true },
      providesTags: ['Assets'],
    }),
    assetRecords: build.query<Page<AssetChange>, Partial<AssetRecordsRequest>>({
      query: (body) => ({ url: '/app/assets/records', method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Assets'],
    }),
    /** A file as text; it is not kept, since it is as long as the account is old. */
    exportRecords: build.mutation<string, Partial<ExportRequest>>({
      query: (params) => ({ url: '/app/assets/export', params, responseHandler: inEnvelope }),
    }),
    exportTaxes: build.mutation<string, TaxExportRequest>({
      query: (params) => ({ url: '/app/assets/taxes', params, responseHandler: inEnvelope }),
    }),
    worthHistory: build.query<DayWorth[], Partial<BalanceHistoryRequest>>({
      query: (params) => ({ url: '/app/assets/history', params }),
      transformResponse: ({ records }: { records: DayWorth[] }) => records,
      extraOptions: { isQuiet: true },
      providesTags: ['Assets'],
    }),
    listedAssets: build.query<AssetRecord[], void>({
      queryFn: (_, _api, _options, ask) => wholeList<AssetRecord>('/app/product/assetList', ask),
      extraOptions: { isQuiet: true },
    }),
    coins: build.query<CoinRecord[], void>({
      queryFn: (_, _api, _options, ask) => wholeList<CoinRecord>('/app/product/coinList', ask),
      extraOptions: { isQuiet: true },
    }),
    /** The form itself says what was refused. */
    applyTransfer: build.mutation<CommandAnswer & { transfer: string }, ApplyTransferRequest>({
      query: (body) => ({ url: '/app/transfer/apply', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_answer, error) => (error ? [] : ['Assets']),
    }),
    transfers: build.query<Page<TransferRecord>, Partial<TransfersRequest>>({
      query: (body) => ({ url: '/app/transfer/list', method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Assets'],
    }),
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
