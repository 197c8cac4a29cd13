/** Users for staff over HTTP. */
import { ADMIN_ROUTES } from '../../../../shared/wire/admin';
import { PERSONAL_DATA_ROUTES, type LegalHold } from '../../../../shared/products/identity/personal-data';
import { STAFF_ROUTES } from '../../../../shared/wire/staff';
import { askQuietly, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const usersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    searchUsers: build.query({
      ...askQuietly(STAFF_ROUTES.searchUsers),
      keepUnusedDataFor: 0,
      providesTags: ['DeskUsers'],
    }),
    userDetail: build.query({ ...askQuietly(STAFF_ROUTES.user), keepUnusedDataFor: 0, providesTags: ['DeskUsers'] }),
    userLogIns: build.query({ ...askQuietly(STAFF_ROUTES.userLogIns), keepUnusedDataFor: 0 }),
    auditedUser: build.query({ ...askQuietly(STAFF_ROUTES.auditUser), keepUnusedDataFor: 0 }),
    frozenFunds: build.query({ ...askQuietly(STAFF_ROUTES.frozenFunds), keepUnusedDataFor: 0 }),
    freezeFunds: build.mutation(askQuietly(ADMIN_ROUTES.freezeFunds)),
    releaseFunds: build.mutation(askQuietly(ADMIN_ROUTES.unfreezeFunds)),
    freezeAccount: build.mutation(askQuietly(ADMIN_ROUTES.freezeAccount)),
    unfreezeAccount: build.mutation(askQuietly(ADMIN_ROUTES.unfreezeAccount)),
    /** Verifies a user without documents. */
    verifyMember: build.mutation(askQuietly(ADMIN_ROUTES.verify)),
    assignFeeTier: build.mutation(askQuietly(ADMIN_ROUTES.assignFeeTier)),
    legalHolds: build.query({
      ...askQuietly(PERSONAL_DATA_ROUTES.holds),
      query: (userId: number) => requestOf(PERSONAL_DATA_ROUTES.holds, { userId }),
      transformResponse: ({ records }: { records: LegalHold[] }) => records,
      keepUnusedDataFor: 0,
      providesTags: ['DeskUsers'],
    }),
    placeHold: build.mutation({
      ...askQuietly(PERSONAL_DATA_ROUTES.placeHold),
      invalidatesTags: (_, fault) => (fault ? [] : ['DeskUsers']),
    }),
    liftHold: build.mutation({
      ...askQuietly(PERSONAL_DATA_ROUTES.liftHold),
      invalidatesTags: (_, fault) => (fault ? [] : ['DeskUsers']),
    }),
    endLogIns: build.mutation({
      ...askQuietly(ADMIN_ROUTES.endLogins),
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
