/** Second contracts as staff run them, over HTTP. */
import type { StaffAnswer } from '../../../../shared/wire/fields';
import type {
  FundOptionsRequest,
  OptionExposure,
  SetOptionStateRequest,
  SetOptionTermsRequest,
} from '../../../../shared/wire/option-staff';
import { deskApi } from './desk-api';

const PATH = '/admin/option';

const optionsDeskApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    /** As of this position at the earliest. */
    optionExposure: build.query<OptionExposure, number | undefined>({
      query: (minPosition) => ({
        url: `${PATH}/exposure`,
        ...(minPosition === undefined ? {} : { params: { minPosition } }),
      }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    setOptionTerms: build.mutation<StaffAnswer, SetOptionTermsRequest>({
      query: (body) => ({ url: `${PATH}/setTerms`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    setOptionState: build.mutation<StaffAnswer, SetOptionStateRequest>({
      query: (body) => ({ url: `${PATH}/setState`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    fundOptions: build.mutation<StaffAnswer, FundOptionsRequest>({
      query: (body) => ({ url: `${PATH}/fund`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const { useOptionExposureQuery, useSetOptionTermsMutation, useSetOptionStateMutation, useFundOptionsMutation } =
  optionsDeskApi;
