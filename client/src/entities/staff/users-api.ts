/** Users as staff see them, over HTTP. */
import type { HoldRequest, LegalHold } from '../../../../shared/wire/personal-data';
import type { AccountKind } from '../../../../shared/rules/account-kinds';
import type { LogInRecord } from '../../../../shared/wire/account';
import type { StaffAnswer, Page } from '../../../../shared/wire/fields';
import type {
  AuditedUser,
  FoundUsers,
  FrozenFunds,
  FrozenFundsRequest,
  SearchUsersRequest,
  UserDetail,
  UserLogInsRequest,
  UserQuery,
} from '../../../../shared/wire/staff';
import { deskApi } from './desk-api';

interface OfUser {
  clientId: string;
  userId: number;
}

interface Freezing extends OfUser {
  account: AccountKind;
  asset: string;
  amount: string;
  reason: string;
}

const usersApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    searchUsers: build.query<FoundUsers, SearchUsersRequest>({
      query: (body) => ({ url: '/admin/user/search', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
      providesTags: ['DeskUsers'],
    }),
    userDetail: build.query<UserDetail, UserQuery>({
      query: (params) => ({ url: '/admin/user/detail', params }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
      providesTags: ['DeskUsers'],
    }),
    userLogIns: build.query<Page<LogInRecord>, UserLogInsRequest>({
      query: (body) => ({ url: '/admin/user/logIns', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    auditedUser: build.query<AuditedUser, UserQuery>({
      query: (params) => ({ url: '/audit/user/detail', params }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    frozenFunds: build.query<Page<FrozenFunds>, FrozenFundsRequest>({
      query: (body) => ({ url: '/audit/funds/list', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    freezeFunds: build.mutation<StaffAnswer, Freezing>({
      query: (body) => ({ url: '/admin/funds/freeze', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    releaseFunds: build.mutation<StaffAnswer, { clientId: string; hold: string; reason: string }>({
      query: (body) => ({ url: '/admin/funds/unfreeze', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    freezeAccount: build.mutation<StaffAnswer, OfUser & { reason: string }>({
      query: (body) => ({ url: '/admin/account/freeze', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    unfreezeAccount: build.mutation<StaffAnswer, OfUser & { reason: string }>({
      query: (body) => ({ url: '/admin/account/unfreeze', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    /** Without documents. */
    verifyMember: build.mutation<StaffAnswer, OfUser>({
      query: (body) => ({ url: '/admin/account/verify', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    assignFeeTier: build.mutation<StaffAnswer, OfUser & { tier: number; until?: number }>({
      query: (body) => ({ url: '/admin/account/assignFeeTier', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    legalHolds: build.query<LegalHold[], number>({
      query: (userId) => ({ url: '/admin/personal/holds', params: { userId } }),
      transformResponse: ({ records }: { records: LegalHold[] }) => records,
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
      providesTags: ['DeskUsers'],
    }),
    placeHold: build.mutation<null, HoldRequest>({
      query: (body) => ({ url: '/admin/personal/placeHold', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['DeskUsers']),
    }),
    liftHold: build.mutation<null, HoldRequest>({
      query: (body) => ({ url: '/admin/personal/liftHold', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['DeskUsers']),
    }),
    endLogIns: build.mutation<{ ended: number }, { userId: number }>({
      query: (body) => ({ url: '/admin/account/endLogins', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['DeskUsers']),
    }),
  }),
});

export const {
  useSearchUsersQuery,
  useUserDetailQuery,
  useUserLogInsQuery,
  useAuditedUserQuery,
  useFrozenFundsQuery,
  useFreezeFundsMutation,
  useReleaseFundsMutation,
  useFreezeAccountMutation,
  useUnfreezeAccountMutation,
  useAssignFeeTierMutation,
  useVerifyMemberMutation,
  useEndLogInsMutation,
  useLegalHoldsQuery,
  useLiftHoldMutation,
  usePlaceHoldMutation,
} = usersApi;
