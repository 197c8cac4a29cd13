/** Missing deposits reported by users, for staff, over HTTP. */
import { DEPOSIT_REPORT_ROUTES } from '../../../../shared/products/wallet/deposit-reports';
import { endpointOf, quietEndpointOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const depositReportsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    depositReports: build.query({ ...quietEndpointOf(DEPOSIT_REPORT_ROUTES.list), keepUnusedDataFor: 0 }),
    lookAtReport: build.mutation(endpointOf(DEPOSIT_REPORT_ROUTES.lookAgain)),
    creditReport: build.mutation(quietEndpointOf(DEPOSIT_REPORT_ROUTES.credit)),
    refuseReport: build.mutation(quietEndpointOf(DEPOSIT_REPORT_ROUTES.refuse)),
  }),
});

export const { useDepositReportsQuery, useLookAtReportMutation, useCreditReportMutation, useRefuseReportMutation } =
  depositReportsApi;
