/** Robots for staff over HTTP. */
import { ROBOT_STAFF_ROUTES } from '../../../../../shared/products/robot/staff';
import { quietEndpointOf, requestOf } from '../../../kit/api/endpoints';
import { adminApi } from '../../../admin/api/admin-api';

const robotsAdminApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the minimum journal position of the response. */
    robotDesk: build.query({
      ...quietEndpointOf(ROBOT_STAFF_ROUTES.robotDesk),
      query: (minPosition: number | undefined) => requestOf(ROBOT_STAFF_ROUTES.robotDesk, { minPosition }),
      keepUnusedDataFor: 0,
    }),
    robotsOf: build.query({ ...quietEndpointOf(ROBOT_STAFF_ROUTES.robotsOf), keepUnusedDataFor: 0 }),
    setRobotTerms: build.mutation(quietEndpointOf(ROBOT_STAFF_ROUTES.setRobotTerms)),
    issueRobotKey: build.mutation(quietEndpointOf(ROBOT_STAFF_ROUTES.issueRobotKey)),
    revokeRobotKey: build.mutation(quietEndpointOf(ROBOT_STAFF_ROUTES.revokeRobotKey)),
    endRobot: build.mutation(quietEndpointOf(ROBOT_STAFF_ROUTES.endRobot)),
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
