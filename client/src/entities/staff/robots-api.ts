/** Robots as staff offer them, over HTTP. */
import type { StaffAnswer } from '../../../../shared/wire/fields';
import type {
  EndRobotRequest,
  IssueRobotKeyRequest,
  RevokeRobotKeyRequest,
  RobotDesk,
  RobotsOfUser,
  SetRobotTermsRequest,
} from '../../../../shared/wire/robot-staff';
import { deskApi } from './desk-api';

const PATH = '/admin/robot';

interface OfUser {
  userId: number;
  minPosition?: number;
}

const robotsDeskApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    /** As of this position at the earliest. */
    robotDesk: build.query<RobotDesk, number | undefined>({
      query: (minPosition) => ({
        url: `${PATH}/desk`,
        ...(minPosition === undefined ? {} : { params: { minPosition } }),
      }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    robotsOf: build.query<RobotsOfUser, OfUser>({
      query: (params) => ({ url: `${PATH}/robots`, params }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    setRobotTerms: build.mutation<StaffAnswer, SetRobotTermsRequest>({
      query: (body) => ({ url: `${PATH}/setTerms`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    issueRobotKey: build.mutation<StaffAnswer, IssueRobotKeyRequest>({
      query: (body) => ({ url: `${PATH}/issueKey`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    revokeRobotKey: build.mutation<StaffAnswer, RevokeRobotKeyRequest>({
      query: (body) => ({ url: `${PATH}/revokeKey`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    endRobot: build.mutation<StaffAnswer, EndRobotRequest>({
      query: (body) => ({ url: `${PATH}/endRobot`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const {
  useRobotDeskQuery,
  useRobotsOfQuery,
  useSetRobotTermsMutation,
  useIssueRobotKeyMutation,
  useRevokeRobotKeyMutation,
  useEndRobotMutation,
} = robotsDeskApi;
