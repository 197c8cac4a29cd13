/** Robots over HTTP: where they trade, the commands, and what is stored of them. Those that run come by the stream. */
import { ROBOT_ROUTES } from '../../../../../shared/products/robot/wire';
import { api } from '../../../shared/api/api';
import { ask, askQuietly } from '../../../shared/api/endpoints';
import { followedPage } from '../../../shared/api/followed-page';

const robotApi = api.injectEndpoints({
  endpoints: (build) => ({
    robotProducts: build.query({ ...askQuietly(ROBOT_ROUTES.products), providesTags: ['RobotProducts'] }),
    /** The form says itself what was refused. */
    startRobot: build.mutation({ ...askQuietly(ROBOT_ROUTES.start), invalidatesTags: ['Robot', 'RobotProducts'] }),
    /** The own one; the page shows it and keeps it nowhere. */
    showRobotKey: build.mutation(ask(ROBOT_ROUTES.showKey)),
    stopRobot: build.mutation({ ...askQuietly(ROBOT_ROUTES.stop), invalidatesTags: ['Robot'] }),
    robots: build.query({ ...askQuietly(ROBOT_ROUTES.robots), ...followedPage, providesTags: ['Robot'] }),
    robotInfo: build.query({ ...askQuietly(ROBOT_ROUTES.info), ...followedPage, providesTags: ['Robot'] }),
    robotCycles: build.query({ ...askQuietly(ROBOT_ROUTES.cycles), ...followedPage, providesTags: ['Robot'] }),
    robotOrders: build.query({ ...askQuietly(ROBOT_ROUTES.orders), ...followedPage, providesTags: ['Robot'] }),
    backtest: build.query({
      ...askQuietly(ROBOT_ROUTES.backtest),
      // Candles go on: what was reckoned before is not of now.
      keepUnusedDataFor: 0,
    }),
    /** A file as text; it is not kept, since it is as long as the account is old. */
    exportRobots: build.mutation(ask(ROBOT_ROUTES.export)),
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
