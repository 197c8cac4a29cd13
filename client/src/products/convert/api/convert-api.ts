/** Conversions and dust over HTTP: quotes, commands and stored records. */
import {
  CONVERT_ROUTES,
  type ConversionRecordsRequest,
  type DustPreview,
} from '../../../../../shared/products/convert/wire';
import { api } from '../../../kit/api/api';
import { endpointOf, quietEndpointOf, requestOf } from '../../../kit/api/endpoints';
import { followedPage } from '../../../kit/api/followed-page';

const tagged = api.enhanceEndpoints({ addTagTypes: ['Conversions', 'Dust'] });

const convertApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    /** A mutation, because a quote is valid for seconds and must not be cached. */
    convertQuote: build.mutation(quietEndpointOf(CONVERT_ROUTES.quote)),
    acceptConvert: build.mutation({
      ...quietEndpointOf(CONVERT_ROUTES.accept),
      invalidatesTags: (_answer, error) => (error ? [] : ['Conversions', 'Dust']),
    }),
    dustPreview: build.query<DustPreview, void>({
      query: () => requestOf(CONVERT_ROUTES.dustPreview, {}),
      extraOptions: { isQuiet: true },
      providesTags: ['Dust'],
    }),
    acceptDust: build.mutation({
      ...quietEndpointOf(CONVERT_ROUTES.acceptDust),
      /** Also after a refusal: prices may have moved. */
      invalidatesTags: (_answer, error) => (error ? ['Dust'] : ['Conversions', 'Dust']),
    }),
    conversions: build.query({
      ...quietEndpointOf(CONVERT_ROUTES.records),
      ...followedPage,
      providesTags: ['Conversions'],
    }),
    /** CSV text, not cached because its size grows with the account's history. */
    exportConversions: build.mutation(endpointOf(CONVERT_ROUTES.export)),
  }),
});

export type ConversionFilters = Partial<
  Pick<ConversionRecordsRequest, 'kind' | 'fromAsset' | 'toAsset' | 'from' | 'to'>
>;

export const {
  useConvertQuoteMutation,
  useAcceptConvertMutation,
  useDustPreviewQuery,
  useAcceptDustMutation,
  useConversionsQuery,
  useExportConversionsMutation,
} = convertApi;
