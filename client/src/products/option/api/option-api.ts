/** Second contracts over HTTP: products, commands and stored records. Open contracts come from the stream. */
import { OPTION_ROUTES } from '../../../../../shared/products/option/wire';
import { api } from '../../../kit/api/api';
import { endpointOf, quietEndpointOf, requestOf } from '../../../kit/api/endpoints';
import { followedPage } from '../../../kit/api/followed-page';

/** Refusals after which the cached product or user is out of date. */
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
    optionProducts: build.query({ ...quietEndpointOf(OPTION_ROUTES.products), providesTags: ['OptionProducts'] }),
    optionPublications: build.query({
      ...quietEndpointOf(OPTION_ROUTES.publications),
      query: (symbol: string) => requestOf(OPTION_ROUTES.publications, { symbol }),
      // A cached answer would have a gap for the time without the stream.
      keepUnusedDataFor: 0,
    }),
    /** Quiet, as the form shows the refusal. */
    buyOption: build.mutation({
      ...quietEndpointOf(OPTION_ROUTES.buy),
      invalidatesTags: (_answer, { code = '' } = {}) => [
        'Option' as const,
        ...(PRODUCT_CODES.has(code) ? (['OptionProducts'] as const) : []),
        ...(USER_CODES.has(code) ? (['Session'] as const) : []),
      ],
    }),
    /** A refusal is shown as a toast, as the button has no form. */
    cancelOption: build.mutation({ ...endpointOf(OPTION_ROUTES.cancel), invalidatesTags: ['Option'] }),
    setOptionLimit: build.mutation({ ...quietEndpointOf(OPTION_ROUTES.setLimit), invalidatesTags: ['Option'] }),
    optionLimits: build.query({ ...quietEndpointOf(OPTION_ROUTES.limits), ...followedPage, providesTags: ['Option'] }),
    optionHistory: build.query({
      ...quietEndpointOf(OPTION_ROUTES.history),
      ...followedPage,
      providesTags: ['Option'],
    }),
    optionCertificate: build.query({
      ...quietEndpointOf(OPTION_ROUTES.certificate),
      query: (contract: string) => requestOf(OPTION_ROUTES.certificate, { contract }),
    }),
    optionResults: build.query({
      ...quietEndpointOf(OPTION_ROUTES.results),
      ...followedPage,
      providesTags: ['Option'],
    }),
    optionDays: build.query({ ...quietEndpointOf(OPTION_ROUTES.days), ...followedPage, providesTags: ['Option'] }),
    /** Returns a file as text. A mutation, so that the cache does not keep it: it grows with the account's age. */
    exportOptions: build.mutation(endpointOf(OPTION_ROUTES.export)),
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
