/** Second contracts over HTTP: what is sold, the commands, and what is stored. What is open comes by the stream. */
import { OPTION_ROUTES } from '../../../../shared/products/option/wire';
import { api } from '../../shared/api/api';
import { ask, askQuietly, requestOf } from '../../shared/api/endpoints';
import { followedPage } from '../../shared/api/followed-page';

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
    optionProducts: build.query({ ...askQuietly(OPTION_ROUTES.products), providesTags: ['OptionProducts'] }),
    optionPublications: build.query({
      ...askQuietly(OPTION_ROUTES.publications),
      query: (symbol: string) => requestOf(OPTION_ROUTES.publications, { symbol }),
      // What is kept would have a hole where the stream was not listened to.
      keepUnusedDataFor: 0,
    }),
    /** The form says itself what was refused. */
    buyOption: build.mutation({
      ...askQuietly(OPTION_ROUTES.buy),
      invalidatesTags: (_answer, { code = '' } = {}) => [
        'Option' as const,
        ...(PRODUCT_CODES.has(code) ? (['OptionProducts'] as const) : []),
        ...(USER_CODES.has(code) ? (['Session'] as const) : []),
      ],
    }),
    /** A button by itself: what is refused is told in a toast. */
    cancelOption: build.mutation({ ...ask(OPTION_ROUTES.cancel), invalidatesTags: ['Option'] }),
    setOptionLimit: build.mutation({ ...askQuietly(OPTION_ROUTES.setLimit), invalidatesTags: ['Option'] }),
    optionLimits: build.query({ ...askQuietly(OPTION_ROUTES.limits), ...followedPage, providesTags: ['Option'] }),
    optionHistory: build.query({ ...askQuietly(OPTION_ROUTES.history), ...followedPage, providesTags: ['Option'] }),
    optionCertificate: build.query({
      ...askQuietly(OPTION_ROUTES.certificate),
      query: (contract: string) => requestOf(OPTION_ROUTES.certificate, { contract }),
    }),
    optionResults: build.query({ ...askQuietly(OPTION_ROUTES.results), ...followedPage, providesTags: ['Option'] }),
    optionDays: build.query({ ...askQuietly(OPTION_ROUTES.days), ...followedPage, providesTags: ['Option'] }),
    /** A file as text; it is not kept, since it is as long as the account is old. */
    exportOptions: build.mutation(ask(OPTION_ROUTES.export)),
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
