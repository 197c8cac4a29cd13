/** Robots for staff over HTTP. */
import { ROBOT_STAFF_ROUTES } from '../../../../../shared/products/robot/staff';
import { askQuietly, requestOf } from '../../../kit/api/endpoints';
import { adminApi } from '../../../admin/api/admin-api';

const robotsAdminApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the minimum journal position of the response. */
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
} = robotsAdminApi;
