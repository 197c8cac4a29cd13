/** Deposits that users report as missing, as staff see and decide them, over HTTP. */
import { DEPOSIT_REPORT_ROUTES } from '../../../../shared/products/wallet/deposit-reports';
import { ask, askQuietly } from '../../shared/api/endpoints';
import { deskApi } from './desk-api';

const depositReportsApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    depositReports: build.query({ ...askQuietly(DEPOSIT_REPORT_ROUTES.list), keepUnusedDataFor: 0 }),
    lookAtReport: build.mutation(ask(DEPOSIT_REPORT_ROUTES.lookAgain)),
    creditReport: build.mutation(askQuietly(DEPOSIT_REPORT_ROUTES.credit)),
    refuseReport: build.mutation(askQuietly(DEPOSIT_REPORT_ROUTES.refuse)),
  }),
});

export const { useDepositReportsQuery, useLookAtReportMutation, useCreditReportMutation, useRefuseReportMutation } =
  depositReportsApi;
