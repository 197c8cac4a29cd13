/** Money on its way in and out, as staff see it, over HTTP. */
import type { StaffWithdrawalRecord, StaffWithdrawalsRequest, WithdrawalReview } from '../../../../shared/wire/admin';
import type { BatchAnswer, BatchRequest } from '../../../../shared/wire/batch';
import type { BankAccount, ChainAlarm, ChainStatus } from '../../../../shared/wire/chains';
import type { StaffAnswer, Page, SettingAnswer } from '../../../../shared/wire/fields';
import type {
  AuditedRecharge,
  AuditedWithdrawal,
  AuditRechargesRequest,
  AuditWithdrawalsRequest,
} from '../../../../shared/wire/staff';
import { deskApi } from './desk-api';

interface OfWithdrawal {
  clientId: string;
  withdrawal: string;
}
interface Credit {
  clientId: string;
  userId: number;
  asset: string;
  amount: string;
  reference: string;
}

const moneyApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    withdrawalsToDo: build.query<Page<StaffWithdrawalRecord>, StaffWithdrawalsRequest>({
      query: (body) => ({ url: '/admin/withdraw/list', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    auditedWithdrawals: build.query<Page<AuditedWithdrawal>, AuditWithdrawalsRequest>({
      query: (body) => ({ url: '/audit/withdraw/list', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    /** Above which value two of staff approve. */
    auditedReview: build.query<string, void>({
      query: () => ({ url: '/audit/withdraw/review' }),
      transformResponse: ({ secondApprovalAbove }: WithdrawalReview) => secondApprovalAbove,
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    auditedRecharges: build.query<Page<AuditedRecharge>, AuditRechargesRequest>({
      query: (body) => ({ url: '/audit/recharge/list', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    approveWithdrawal: build.mutation<StaffAnswer, OfWithdrawal>({
      query: (body) => ({ url: '/admin/withdraw/approve', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    startPayout: build.mutation<StaffAnswer, OfWithdrawal>({
      query: (body) => ({ url: '/admin/withdraw/startPayout', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    payWithdrawal: build.mutation<StaffAnswer, OfWithdrawal & { reference: string }>({
      query: (body) => ({ url: '/admin/withdraw/pay', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    rejectWithdrawal: build.mutation<StaffAnswer, OfWithdrawal & { reason: string }>({
      query: (body) => ({ url: '/admin/withdraw/reject', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    batch: build.mutation<BatchAnswer, BatchRequest>({
      query: (body) => ({ url: '/admin/batch', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    creditRecharge: build.mutation<StaffAnswer, Credit>({
      query: (body) => ({ url: '/admin/recharge/credit', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    importStatement: build.mutation<StaffAnswer, { clientId: string; asset: string; csv: string }>({
      query: (body) => ({ url: '/admin/recharge/importStatement', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    chainStatus: build.query<{ chains: ChainStatus[]; alarms: ChainAlarm[] }, void>({
      query: () => ({ url: '/admin/chain/status' }),
      extraOptions: { isQuiet: true },
      providesTags: ['Chains'],
    }),
    bankAccount: build.query<BankAccount, string>({
      query: (asset) => ({ url: '/app/recharge/bank', params: { asset } }),
      extraOptions: { isQuiet: true },
      providesTags: ['Chains'],
    }),
    setBankAccount: build.mutation<SettingAnswer, BankAccount>({
      query: (body) => ({ url: '/admin/recharge/setBank', method: 'POST', body }),
      extraOptions: { isQuiet: true },
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
