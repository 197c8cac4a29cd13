/** Robots as staff offer them, over HTTP. */
import { ROBOT_STAFF_ROUTES } from '../../../../../shared/products/robot/staff';
import { askQuietly, requestOf } from '../../../shared/api/endpoints';
import { deskApi } from '../../../entities/staff/desk-api';

const robotsDeskApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    /** As of this position at the earliest. */
    robotDesk: build.query({
      ...askQuietly(ROBOT_STAFF_ROUTES.robotDesk),
      query: (minPosition: number | undefined) => requestOf(ROBOT_STAFF_ROUTES.robotDesk, { minPosition }),
      keepUnusedDataFor: 0,
    }),
    robotsOf: build.query({ ...askQuietly(ROBOT_STAFF_ROUTES.robotsOf), keepUnusedDataFor: 0 }),
    setRobotTerms: build.mutation(askQuietly(ROBOT_STAFF_ROUTES.setRobotTerms)),
    issueRobotKey: build.mutation(askQuietly(ROBOT_STAFF_ROUTES.issueRobotKey)),
    revokeRobotKey: build.mutation(askQuietly(ROBOT_STAFF_ROUTES.revokeRobotKey)),
    endRobot: build.mutation(askQuietly(ROBOT_STAFF_ROUTES.endRobot)),
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
