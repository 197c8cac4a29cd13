/** Missing deposits reported by users, for staff, over HTTP. */
import { DEPOSIT_REPORT_ROUTES } from '../../../../shared/products/wallet/deposit-reports';
import { ask, askQuietly } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const depositReportsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    depositReports: build.query({ ...askQuietly(DEPOSIT_REPORT_ROUTES.list), keepUnusedDataFor: 0 }),
    lookAtReport: build.mutation(ask(DEPOSIT_REPORT_ROUTES.lookAgain)),
    creditReport: build.mutation(askQuietly(DEPOSIT_REPORT_ROUTES.credit)),
    refuseReport: build.mutation(askQuietly(DEPOSIT_REPORT_ROUTES.refuse)),
  }),
});

export const { useDepositReportsQuery, useLookAtReportMutation, useCreditReportMutation, useRefuseReportMutation } =
  depositReportsApi;
