/** Robots over HTTP: markets, commands and stored records. Running robots come from the stream. */
import { ROBOT_ROUTES } from '../../../../../shared/products/robot/wire';
import { api } from '../../../kit/api/api';
import { endpointOf, quietEndpointOf } from '../../../kit/api/endpoints';
import { followedPage } from '../../../kit/api/followed-page';

const robotApi = api.injectEndpoints({
  endpoints: (build) => ({
    robotProducts: build.query({ ...quietEndpointOf(ROBOT_ROUTES.products), providesTags: ['RobotProducts'] }),
    /** The form shows refusals itself. */
    startRobot: build.mutation({ ...quietEndpointOf(ROBOT_ROUTES.start), invalidatesTags: ['Robot', 'RobotProducts'] }),
    /** The user's own key. A mutation, so it is not cached. */
    showRobotKey: build.mutation(endpointOf(ROBOT_ROUTES.showKey)),
    stopRobot: build.mutation({ ...quietEndpointOf(ROBOT_ROUTES.stop), invalidatesTags: ['Robot'] }),
    robots: build.query({ ...quietEndpointOf(ROBOT_ROUTES.robots), ...followedPage, providesTags: ['Robot'] }),
    robotInfo: build.query({ ...quietEndpointOf(ROBOT_ROUTES.info), ...followedPage, providesTags: ['Robot'] }),
    robotCycles: build.query({ ...quietEndpointOf(ROBOT_ROUTES.cycles), ...followedPage, providesTags: ['Robot'] }),
    robotOrders: build.query({ ...quietEndpointOf(ROBOT_ROUTES.orders), ...followedPage, providesTags: ['Robot'] }),
    backtest: build.query({
      ...quietEndpointOf(ROBOT_ROUTES.backtest),
      // New candles make earlier results outdated.
      keepUnusedDataFor: 0,
    }),
    /** CSV text, not cached because its size grows with the account's history. */
    exportRobots: build.mutation(endpointOf(ROBOT_ROUTES.export)),
  }),
});

export const {
  useRobotProductsQuery,
  useStartRobotMutation,
  useShowRobotKeyMutation,
  useStopRobotMutation,
  useRobotsQuery,
  useRobotInfoQuery,
  useRobotCyclesQuery,
  useRobotOrdersQuery,
  useBacktestQuery,
  useExportRobotsMutation,
} = robotApi;
