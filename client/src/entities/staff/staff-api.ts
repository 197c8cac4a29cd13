/** Staff among themselves, and what waits for them, over HTTP. */
import type { Page, SettingAnswer, StaffAnswer } from '../../../../shared/wire/fields';
import type {
  ConfirmProposalRequest,
  DeclineProposalRequest,
  KeepActRequest,
  Overview,
  OwnStaffAnswer,
  SetRightsRequest,
  SetRoleRequest,
  StaffActRecord,
  StaffLogRecord,
  StaffLogRequest,
  StaffProposal,
  StaffRecord,
} from '../../../../shared/wire/staff';
import { deskApi } from './desk-api';

const staffApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    /** Of the user with this id, who is the one that asks: another log-in is another question. */
    ownStaff: build.query<OwnStaffAnswer, number>({
      query: () => ({ url: '/audit/staff/own' }),
      extraOptions: { isQuiet: true },
    }),
    deskOverview: build.query<Overview, void>({
      query: () => ({ url: '/audit/overview' }),
      extraOptions: { isQuiet: true },
    }),
    staffLog: build.query<Page<StaffLogRecord>, Partial<StaffLogRequest>>({
      query: (body) => ({ url: '/audit/staff/log', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    staffList: build.query<StaffRecord[], void>({
      query: () => ({ url: '/admin/staff/list' }),
      transformResponse: ({ records }: { records: StaffRecord[] }) => records,
      extraOptions: { isQuiet: true },
      providesTags: ['Staff'],
    }),
    staffProposals: build.query<StaffProposal[], void>({
      query: () => ({ url: '/audit/staff/proposals' }),
      transformResponse: ({ records }: { records: StaffProposal[] }) => records,
      extraOptions: { isQuiet: true },
      providesTags: ['Proposals'],
    }),
    /** As of this position at the earliest. */
    staffActs: build.query<StaffActRecord[], number | undefined>({
      query: (minPosition) => ({
        url: '/audit/staff/acts',
        ...(minPosition === undefined ? {} : { params: { minPosition } }),
      }),
      transformResponse: ({ records }: { records: StaffActRecord[] }) => records,
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    keepAct: build.mutation<StaffAnswer, KeepActRequest>({
      query: (body) => ({ url: '/admin/staff/keepAct', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    confirmProposal: build.mutation<StaffAnswer, ConfirmProposalRequest>({
      query: (body) => ({ url: '/admin/staff/confirmProposal', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Proposals'],
    }),
    declineProposal: build.mutation<StaffAnswer, DeclineProposalRequest>({
      query: (body) => ({ url: '/admin/staff/declineProposal', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Proposals'],
    }),
    setRole: build.mutation<SettingAnswer, SetRoleRequest>({
      query: (body) => ({ url: '/admin/staff/setRole', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Staff', 'DeskUsers']),
    }),
    setRights: build.mutation<SettingAnswer, SetRightsRequest>({
      query: (body) => ({ url: '/admin/staff/setRights', method: 'POST', body }),
      extraOptions: { isQuiet: true },
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
