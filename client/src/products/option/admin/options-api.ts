/** Second contracts as staff run them, over HTTP. */
import { OPTION_STAFF_ROUTES } from '../../../../../shared/products/option/staff';
import { askQuietly, requestOf } from '../../../shared/api/endpoints';
import { deskApi } from '../../../entities/staff/desk-api';

const optionsDeskApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    /** As of this position at the earliest. */
    optionExposure: build.query({
      ...askQuietly(OPTION_STAFF_ROUTES.optionExposure),
      query: (minPosition: number | undefined) => requestOf(OPTION_STAFF_ROUTES.optionExposure, { minPosition }),
      keepUnusedDataFor: 0,
    }),
    setOptionTerms: build.mutation(askQuietly(OPTION_STAFF_ROUTES.setOptionTerms)),
    setOptionState: build.mutation(askQuietly(OPTION_STAFF_ROUTES.setOptionState)),
    fundOptions: build.mutation(askQuietly(OPTION_STAFF_ROUTES.fundOptions)),
  }),
});

export const { useOptionExposureQuery, useSetOptionTermsMutation, useSetOptionStateMutation, useFundOptionsMutation } =
  optionsDeskApi;
