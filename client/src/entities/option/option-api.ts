/** Second contracts over HTTP: what is sold, the commands, and what is stored. What is open comes by the stream. */
import type { CommandAnswer, Page } from '../../../../shared/wire/fields';
import type {
  BuyOptionRequest,
  CancelOptionRequest,
  OptionCatalogue,
  OptionCertificate,
  OptionDay,
  OptionDaysRequest,
  OptionExportRequest,
  OptionHistoryRequest,
  OptionResult,
  SetOptionLimitRequest,
} from '../../../../shared/wire/option';
import type { OptionLimit, OptionPublication, SettledOption } from '../../../../shared/wire/option-stream';
import { api } from '../../shared/api/api';
import { inEnvelope } from '../../shared/api/csv-file';
import { followedPage } from '../../shared/api/followed-page';

const PATH = '/app/option';

/** Refusals that say the product, or the user, is not what the page took it for. */
const PRODUCT_CODES: ReadonlySet<string> = new Set([
  'option.closed',
  'option.unknown',
  'option.duration.unknown',
  'option.levels.not.offered',
  'option.amount.minimum',
  'option.amount.maximum',
  'coin.under.maintenance',
]);
const USER_CODES: ReadonlySet<string> = new Set(['account.frozen', 'account.not.authenticated']);

const optionApi = api.injectEndpoints({
  endpoints: (build) => ({
    optionProducts: build.query<OptionCatalogue, void>({
      query: () => ({ url: `${PATH}/products` }),
      extraOptions: { isQuiet: true },
      providesTags: ['OptionProducts'],
    }),
    optionPublications: build.query<OptionPublication[], string>({
      query: (symbol) => ({ url: `${PATH}/publications`, params: { symbol } }),
      extraOptions: { isQuiet: true },
      // What is kept would have a hole where the stream was not listened to.
      keepUnusedDataFor: 0,
    }),
    /** The form says itself what was refused. */
    buyOption: build.mutation<CommandAnswer & { contract: string }, BuyOptionRequest>({
      query: (body) => ({ url: `${PATH}/buy`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_answer, { code = '' } = {}) => [
        'Option' as const,
        ...(PRODUCT_CODES.has(code) ? (['OptionProducts'] as const) : []),
        ...(USER_CODES.has(code) ? (['Session'] as const) : []),
      ],
    }),
    /** A button by itself: what is refused is told in a toast. */
    cancelOption: build.mutation<CommandAnswer, CancelOptionRequest>({
      query: (body) => ({ url: `${PATH}/cancel`, method: 'POST', body }),
      invalidatesTags: ['Option'],
    }),
    setOptionLimit: build.mutation<CommandAnswer, SetOptionLimitRequest>({
      query: (body) => ({ url: `${PATH}/setLimit`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Option'],
    }),
    optionLimits: build.query<OptionLimit[], { minPosition?: number }>({
      query: (params) => ({ url: `${PATH}/limits`, params }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Option'],
    }),
    optionHistory: build.query<Page<SettledOption>, Partial<OptionHistoryRequest>>({
      query: (body) => ({ url: `${PATH}/history`, method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Option'],
    }),
    optionCertificate: build.query<OptionCertificate, string>({
      query: (contract) => ({ url: `${PATH}/certificate`, params: { contract } }),
      extraOptions: { isQuiet: true },
    }),
    optionResults: build.query<OptionResult[], { minPosition?: number }>({
      query: (params) => ({ url: `${PATH}/results`, params }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Option'],
    }),
    optionDays: build.query<OptionDay[], OptionDaysRequest>({
      query: (body) => ({ url: `${PATH}/days`, method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Option'],
    }),
    /** A file as text; it is not kept, since it is as long as the account is old. */
    exportOptions: build.mutation<string, OptionExportRequest>({
      query: (params) => ({ url: `${PATH}/export`, params, responseHandler: inEnvelope }),
    }),
  }),
});

export const {
  useOptionProductsQuery,
  useOptionPublicationsQuery,
  useBuyOptionMutation,
  useCancelOptionMutation,
  useSetOptionLimitMutation,
  useOptionLimitsQuery,
  useOptionHistoryQuery,
  useOptionCertificateQuery,
  useOptionResultsQuery,
  useOptionDaysQuery,
  useExportOptionsMutation,
} = optionApi;
