/** Users for staff over HTTP. */
import { ADMIN_ROUTES } from '../../../../shared/wire/admin';
import { PERSONAL_DATA_ROUTES, type LegalHold } from '../../../../shared/products/identity/personal-data';
import { STAFF_ROUTES } from '../../../../shared/wire/staff';
import { quietEndpointOf, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const usersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    searchUsers: build.query({
      ...quietEndpointOf(STAFF_ROUTES.searchUsers),
      keepUnusedDataFor: 0,
      providesTags: ['DeskUsers'],
    }),
    userDetail: build.query({
      ...quietEndpointOf(STAFF_ROUTES.user),
      keepUnusedDataFor: 0,
      providesTags: ['DeskUsers'],
    }),
    userLogIns: build.query({ ...quietEndpointOf(STAFF_ROUTES.userLogIns), keepUnusedDataFor: 0 }),
    auditedUser: build.query({ ...quietEndpointOf(STAFF_ROUTES.auditUser), keepUnusedDataFor: 0 }),
    frozenFunds: build.query({ ...quietEndpointOf(STAFF_ROUTES.frozenFunds), keepUnusedDataFor: 0 }),
    freezeFunds: build.mutation(quietEndpointOf(ADMIN_ROUTES.freezeFunds)),
    releaseFunds: build.mutation(quietEndpointOf(ADMIN_ROUTES.unfreezeFunds)),
    freezeAccount: build.mutation(quietEndpointOf(ADMIN_ROUTES.freezeAccount)),
    unfreezeAccount: build.mutation(quietEndpointOf(ADMIN_ROUTES.unfreezeAccount)),
    /** Verifies a user without documents. */
    verifyMember: build.mutation(quietEndpointOf(ADMIN_ROUTES.verify)),
    assignFeeTier: build.mutation(quietEndpointOf(ADMIN_ROUTES.assignFeeTier)),
    legalHolds: build.query({
      ...quietEndpointOf(PERSONAL_DATA_ROUTES.holds),
      query: (userId: number) => requestOf(PERSONAL_DATA_ROUTES.holds, { userId }),
      transformResponse: ({ records }: { records: LegalHold[] }) => records,
      keepUnusedDataFor: 0,
      providesTags: ['DeskUsers'],
    }),
    placeHold: build.mutation({
      ...quietEndpointOf(PERSONAL_DATA_ROUTES.placeHold),
      invalidatesTags: (_, error) => (error ? [] : ['DeskUsers']),
    }),
    liftHold: build.mutation({
      ...quietEndpointOf(PERSONAL_DATA_ROUTES.liftHold),
      invalidatesTags: (_, error) => (error ? [] : ['DeskUsers']),
    }),
    endLogIns: build.mutation({
      ...quietEndpointOf(ADMIN_ROUTES.endLogins),
      invalidatesTags: (_, error) => (error ? [] : ['DeskUsers']),
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
