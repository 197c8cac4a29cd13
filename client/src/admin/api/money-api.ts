/** Deposits and withdrawals for staff over HTTP. */
import { ADMIN_ROUTES, type WithdrawalReview } from '../../../../shared/wire/admin';
import { BATCH_ROUTES } from '../../../../shared/wire/batch';
import { CHAIN_ROUTES } from '../../../../shared/products/wallet/chains';
import { STAFF_ROUTES } from '../../../../shared/wire/staff';
import { askQuietly, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const moneyApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    withdrawalsToDo: build.query({ ...askQuietly(ADMIN_ROUTES.withdrawals), keepUnusedDataFor: 0 }),
    auditedWithdrawals: build.query({ ...askQuietly(STAFF_ROUTES.auditWithdrawals), keepUnusedDataFor: 0 }),
    /** Value above which a withdrawal needs two approvals. */
    auditedReview: build.query({
      ...askQuietly(STAFF_ROUTES.auditWithdrawalReview),
      transformResponse: ({ secondApprovalAbove }: WithdrawalReview) => secondApprovalAbove,
      keepUnusedDataFor: 0,
    }),
    auditedRecharges: build.query({ ...askQuietly(STAFF_ROUTES.auditRecharges), keepUnusedDataFor: 0 }),
    approveWithdrawal: build.mutation(askQuietly(ADMIN_ROUTES.approveWithdrawal)),
    startPayout: build.mutation(askQuietly(ADMIN_ROUTES.startPayout)),
    payWithdrawal: build.mutation(askQuietly(ADMIN_ROUTES.payWithdrawal)),
    rejectWithdrawal: build.mutation(askQuietly(ADMIN_ROUTES.rejectWithdrawal)),
    batch: build.mutation(askQuietly(BATCH_ROUTES.batch)),
    creditRecharge: build.mutation(askQuietly(ADMIN_ROUTES.creditRecharge)),
    importStatement: build.mutation(askQuietly(ADMIN_ROUTES.importStatement)),
    chainStatus: build.query({ ...askQuietly(CHAIN_ROUTES.status), providesTags: ['Chains'] }),
    bankAccount: build.query({
      ...askQuietly(CHAIN_ROUTES.bank),
      query: (asset: string) => requestOf(CHAIN_ROUTES.bank, { asset }),
      providesTags: ['Chains'],
    }),
    setBankAccount: build.mutation({
      ...askQuietly(CHAIN_ROUTES.setBank),
      invalidatesTags: (_, fault) => (fault ? [] : ['Chains']),
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
