/** The user's balances and what changed them, over HTTP. */
import type { Page } from '../../../../shared/wire/fields';
import type { BalanceSnapshot } from '../../../../shared/wire/market-data';
import type { AssetRecord } from '../../../../shared/wire/product';
import type { AssetChange, AssetRecordsRequest } from '../../../../shared/wire/wallet';
import { api } from '../../shared/api/api';

const ASSETS_MAX = 200;

const walletApi = api.injectEndpoints({
  endpoints: (build) => ({
    walletBalances: build.query<BalanceSnapshot, void>({
      query: () => ({ url: '/app/assets/balances' }),
      extraOptions: { isQuiet: true },
      providesTags: ['Assets'],
    }),
    assetRecords: build.query<Page<AssetChange>, Partial<AssetRecordsRequest>>({
      query: (body) => ({ url: '/app/assets/records', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      providesTags: ['Assets'],
    }),
    listedAssets: build.query<AssetRecord[], void>({
      query: () => ({ url: '/app/product/assetList', method: 'POST', body: { pageIndex: 1, pageSize: ASSETS_MAX } }),
      transformResponse: ({ records }: Page<AssetRecord>) => records,
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const { useWalletBalancesQuery, useAssetRecordsQuery, useLazyAssetRecordsQuery, useListedAssetsQuery } =
  walletApi;
