/** Deposits and withdrawals for staff over HTTP. */
import { ADMIN_ROUTES, type WithdrawalReview } from '../../../../shared/wire/admin';
import { BATCH_ROUTES } from '../../../../shared/wire/batch';
import { CHAIN_ROUTES } from '../../../../shared/products/wallet/chains';
import { STAFF_ROUTES } from '../../../../shared/wire/staff';
import { quietEndpointOf, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const moneyApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    withdrawalsToDo: build.query({ ...quietEndpointOf(ADMIN_ROUTES.withdrawals), keepUnusedDataFor: 0 }),
    auditedWithdrawals: build.query({ ...quietEndpointOf(STAFF_ROUTES.auditWithdrawals), keepUnusedDataFor: 0 }),
    /** Value above which a withdrawal needs two approvals. */
    auditedReview: build.query({
      ...quietEndpointOf(STAFF_ROUTES.auditWithdrawalReview),
      transformResponse: ({ secondApprovalAbove }: WithdrawalReview) => secondApprovalAbove,
      keepUnusedDataFor: 0,
    }),
    auditedRecharges: build.query({ ...quietEndpointOf(STAFF_ROUTES.auditRecharges), keepUnusedDataFor: 0 }),
    approveWithdrawal: build.mutation(quietEndpointOf(ADMIN_ROUTES.approveWithdrawal)),
    startPayout: build.mutation(quietEndpointOf(ADMIN_ROUTES.startPayout)),
    payWithdrawal: build.mutation(quietEndpointOf(ADMIN_ROUTES.payWithdrawal)),
    rejectWithdrawal: build.mutation(quietEndpointOf(ADMIN_ROUTES.rejectWithdrawal)),
    batch: build.mutation(quietEndpointOf(BATCH_ROUTES.batch)),
    creditRecharge: build.mutation(quietEndpointOf(ADMIN_ROUTES.creditRecharge)),
    importStatement: build.mutation(quietEndpointOf(ADMIN_ROUTES.importStatement)),
    chainStatus: build.query({ ...quietEndpointOf(CHAIN_ROUTES.status), providesTags: ['Chains'] }),
    bankAccount: build.query({
      ...quietEndpointOf(CHAIN_ROUTES.bank),
      query: (asset: string) => requestOf(CHAIN_ROUTES.bank, { asset }),
      providesTags: ['Chains'],
    }),
    setBankAccount: build.mutation({
      ...quietEndpointOf(CHAIN_ROUTES.setBank),
      invalidatesTags: (_, error) => (error ? [] : ['Chains']),
    }),
  }),
});

export const {
  useWithdrawalsToDoQuery,
  useAuditedWithdrawalsQuery,
  useAuditedReviewQuery,
  useAuditedRechargesQuery,
  useApproveWithdrawalMutation,
  useBatchMutation,
  useStartPayoutMutation,
  usePayWithdrawalMutation,
  useRejectWithdrawalMutation,
  useCreditRechargeMutation,
  useImportStatementMutation,
  useChainStatusQuery,
  useBankAccountQuery,
  useSetBankAccountMutation,
} = moneyApi;
