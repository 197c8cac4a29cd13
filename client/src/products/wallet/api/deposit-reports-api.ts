/** User reports of missing deposits, over HTTP. */
import {
  DEPOSIT_REPORT_ROUTES,
  type DepositReport,
  type OwnDepositReportsRequest,
} from '../../../../../shared/products/wallet/deposit-reports';
import type { Page } from '../../../../../shared/wire/fields';
import type { Language } from '../../../../../shared/wire/languages';
import { api } from '../../../kit/api/api';
import { endpointOf, quietEndpointOf, requestOf } from '../../../kit/api/endpoints';

const changed = { invalidatesTags: (_: unknown, error: unknown) => (error ? [] : ['DepositReports' as const]) };

const depositReportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Quiet, as the form shows the refusal. */
    reportDeposit: build.mutation({ ...quietEndpointOf(DEPOSIT_REPORT_ROUTES.report), ...changed }),
    lookAtDeposit: build.mutation({ ...endpointOf(DEPOSIT_REPORT_ROUTES.look), ...changed }),
    ownDepositReports: build.query<Page<DepositReport>, OwnDepositReportsRequest & { language: Language }>({
      query: ({ language: _, ...request }) => requestOf(DEPOSIT_REPORT_ROUTES.own, request),
      extraOptions: { isQuiet: true },
      providesTags: ['DepositReports'],
    }),
  }),
});

export const { useReportDepositMutation, useLookAtDepositMutation, useOwnDepositReportsQuery } = depositReportsApi;
