/** Staff members, their proposals and pending tasks over HTTP. */
import { STAFF_ROUTES, type StaffRecord } from '../../../../shared/wire/staff';
import type { StaffActRecord, StaffProposal } from '../../../../shared/wire/staff-proposals';
import { quietEndpointOf, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const staffApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** The caller's role. The user id is part of the key, so another log-in is another query. */
    ownStaff: build.query({
      ...quietEndpointOf(STAFF_ROUTES.own),
      query: (_user: number) => requestOf(STAFF_ROUTES.own, undefined),
    }),
    deskOverview: build.query(quietEndpointOf(STAFF_ROUTES.overview)),
    staffLog: build.query(quietEndpointOf(STAFF_ROUTES.log)),
    staffList: build.query({
      ...quietEndpointOf(STAFF_ROUTES.list),
      transformResponse: ({ records }: { records: StaffRecord[] }) => records,
      providesTags: ['Staff'],
    }),
    staffProposals: build.query({
      ...quietEndpointOf(STAFF_ROUTES.proposals),
      transformResponse: ({ records }: { records: StaffProposal[] }) => records,
      providesTags: ['Proposals'],
    }),
    /** The argument is the minimum journal position of the response. */
    staffActs: build.query({
      ...quietEndpointOf(STAFF_ROUTES.acts),
      query: (minPosition: number | undefined) => requestOf(STAFF_ROUTES.acts, { minPosition }),
      transformResponse: ({ records }: { records: StaffActRecord[] }) => records,
      keepUnusedDataFor: 0,
    }),
    keepAct: build.mutation(quietEndpointOf(STAFF_ROUTES.keepAct)),
    confirmProposal: build.mutation({
      ...quietEndpointOf(STAFF_ROUTES.confirmProposal),
      invalidatesTags: ['Proposals'],
    }),
    declineProposal: build.mutation({
      ...quietEndpointOf(STAFF_ROUTES.declineProposal),
      invalidatesTags: ['Proposals'],
    }),
    setRole: build.mutation({
      ...quietEndpointOf(STAFF_ROUTES.setRole),
      invalidatesTags: (_, error) => (error ? [] : ['Staff', 'DeskUsers']),
    }),
    setRights: build.mutation({
      ...quietEndpointOf(STAFF_ROUTES.setRights),
      invalidatesTags: (_, error) => (error ? [] : ['Staff']),
    }),
  }),
});

export const {
  useOwnStaffQuery,
  useDeskOverviewQuery,
  useStaffLogQuery,
  useStaffListQuery,
  useStaffProposalsQuery,
  useStaffActsQuery,
  useKeepActMutation,
  useConfirmProposalMutation,
  useDeclineProposalMutation,
  useSetRoleMutation,
  useSetRightsMutation,
} = staffApi;
