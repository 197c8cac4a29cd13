/** Second contracts over HTTP: what is sold, buying and taking back, and what came of it. What is open comes by the stream. */
import type { CommandAnswer, Page } from '../../../../shared/wire/fields';
import type {
  BuyOptionRequest,
  CancelOptionRequest,
  OptionCatalogue,
  OptionCertificate,
  OptionHistoryRequest,
  OptionResult,
  SetOptionLimitRequest,
} from '../../../../shared/wire/option';
import type { OptionLimit, OptionPublication, SettledOption } from '../../../../shared/wire/option-stream';
import { api } from '../../shared/api/api';
import { followedPage } from '../../shared/api/followed-page';

const PATH = '/app/option';

interface Since {
  minPosition?: number;
}

const optionApi = api.injectEndpoints({
  endpoints: (build) => ({
    options: build.query<OptionCatalogue, void>({
      query: () => ({ url: `${PATH}/products` }),
      extraOptions: { isQuiet: true },
    }),
    optionPublications: build.query<OptionPublication[], string>({
      query: (symbol) => ({ url: `${PATH}/publications`, params: { symbol } }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    buyOption: build.mutation<CommandAnswer & { contract: string }, BuyOptionRequest>({
      query: (body) => ({ url: `${PATH}/buy`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Options'],
    }),
    cancelOption: build.mutation<CommandAnswer, CancelOptionRequest>({
      query: (body) => ({ url: `${PATH}/cancel`, method: 'POST', body }),
      invalidatesTags: ['Options'],
    }),
    setOptionLimit: build.mutation<CommandAnswer, SetOptionLimitRequest>({
      query: (body) => ({ url: `${PATH}/setLimit`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Options'],
    }),
    optionLimits: build.query<OptionLimit[], Since>({
      query: (params) => ({ url: `${PATH}/limits`, params }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Options'],
    }),
    optionHistory: build.query<Page<SettledOption>, Partial<OptionHistoryRequest>>({
      query: (body) => ({ url: `${PATH}/history`, method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Options'],
    }),
    optionResults: build.query<OptionResult[], Since>({
      query: (params) => ({ url: `${PATH}/results`, params }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Options'],
    }),
    optionCertificate: build.query<OptionCertificate, string>({
      query: (contract) => ({ url: `${PATH}/certificate`, params: { contract } }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const {
  useOptionsQuery,
  useOptionPublicationsQuery,
  useBuyOptionMutation,
  useCancelOptionMutation,
  useSetOptionLimitMutation,
  useOptionLimitsQuery,
  useOptionHistoryQuery,
  useOptionResultsQuery,
  useOptionCertificateQuery,
} = optionApi;
