/** User reports of missing deposits, over HTTP. */
import {
  DEPOSIT_REPORT_ROUTES,
  type DepositReport,
  type OwnDepositReportsRequest,
} from '../../../../../shared/products/wallet/deposit-reports';
import type { Page } from '../../../../../shared/wire/fields';
import type { Language } from '../../../../../shared/wire/languages';
import { api } from '../../../kit/api/api';
import { ask, askQuietly, requestOf } from '../../../kit/api/endpoints';

const changed = { invalidatesTags: (_: unknown, fault: unknown) => (fault ? [] : ['DepositReports' as const]) };

const depositReportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Quiet, as the form shows the refusal. */
    reportDeposit: build.mutation({ ...askQuietly(DEPOSIT_REPORT_ROUTES.report), ...changed }),
    lookAtDeposit: build.mutation({ ...ask(DEPOSIT_REPORT_ROUTES.look), ...changed }),
    ownDepositReports: build.query<Page<DepositReport>, OwnDepositReportsRequest & { language: Language }>({
      query: ({ language: _, ...asked }) => requestOf(DEPOSIT_REPORT_ROUTES.own, asked),
      extraOptions: { isQuiet: true },
      providesTags: ['DepositReports'],
    }),
  }),
});

export const { useReportDepositMutation, useLookAtDepositMutation, useOwnDepositReportsQuery } = depositReportsApi;
