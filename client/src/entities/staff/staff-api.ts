/** Staff among themselves, and what waits for them, over HTTP. */
import { STAFF_ROUTES, type StaffActRecord, type StaffProposal, type StaffRecord } from '../../../../shared/wire/staff';
import { askQuietly, requestOf } from '../../shared/api/endpoints';
import { deskApi } from './desk-api';

const staffApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    /** Of the user with this id, who is the one that asks: another log-in is another question. */
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
    /** As of this position at the earliest. */
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
