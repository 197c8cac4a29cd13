/** Staff members, their proposals and pending tasks over HTTP. */
import { STAFF_ROUTES, type StaffRecord } from '../../../../shared/wire/staff';
import type { StaffActRecord, StaffProposal } from '../../../../shared/wire/staff-proposals';
import { askQuietly, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const staffApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** The caller's role. The user id is part of the key, so another log-in is another query. */
    ownStaff: build.query({
      ...askQuietly(STAFF_ROUTES.own),
      query: (_user: number) => requestOf(STAFF_ROUTES.own, undefined),
    }),
    deskOverview: build.query(askQuietly(STAFF_ROUTES.overview)),
    staffLog: build.query(askQuietly(STAFF_ROUTES.log)),
    staffList: build.query({
      ...askQuietly(STAFF_ROUTES.list),
      transformResponse: ({ records }: { records: StaffRecord[] }) => records,
      providesTags: ['Staff'],
    }),
    staffProposals: build.query({
      ...askQuietly(STAFF_ROUTES.proposals),
      transformResponse: ({ records }: { records: StaffProposal[] }) => records,
      providesTags: ['Proposals'],
    }),
    /** The argument is the minimum journal position of the response. */
    staffActs: build.query({
      ...askQuietly(STAFF_ROUTES.acts),
      query: (minPosition: number | undefined) => requestOf(STAFF_ROUTES.acts, { minPosition }),
      transformResponse: ({ records }: { records: StaffActRecord[] }) => records,
      keepUnusedDataFor: 0,
    }),
    keepAct: build.mutation(askQuietly(STAFF_ROUTES.keepAct)),
    confirmProposal: build.mutation({ ...askQuietly(STAFF_ROUTES.confirmProposal), invalidatesTags: ['Proposals'] }),
    declineProposal: build.mutation({ ...askQuietly(STAFF_ROUTES.declineProposal), invalidatesTags: ['Proposals'] }),
    setRole: build.mutation({
      ...askQuietly(STAFF_ROUTES.setRole),
      invalidatesTags: (_, fault) => (fault ? [] : ['Staff', 'DeskUsers']),
    }),
    setRights: build.mutation({
      ...askQuietly(STAFF_ROUTES.setRights),
      invalidatesTags: (_, fault) => (fault ? [] : ['Staff']),
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
