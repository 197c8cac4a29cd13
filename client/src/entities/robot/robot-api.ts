/** Robots over HTTP: where they trade, the commands, and what is stored of them. Those that run come by the stream. */
import type { CommandAnswer, Page } from '../../../../shared/wire/fields';
import type {
  BacktestRequest,
  OwnRobotKey,
  Robot,
  RobotBacktest,
  RobotCycle,
  RobotCyclesRequest,
  RobotExportRequest,
  RobotOrder,
  RobotOrdersRequest,
  RobotProduct,
  RobotRequest,
  RobotsRequest,
  StartRobotRequest,
  StopRobotRequest,
} from '../../../../shared/wire/robot';
import { api } from '../../shared/api/api';
import { inEnvelope } from '../../shared/api/csv-file';
import { followedPage } from '../../shared/api/followed-page';

const PATH = '/app/robot';

const robotApi = api.injectEndpoints({
  endpoints: (build) => ({
    robotProducts: build.query<RobotProduct[], void>({
      query: () => ({ url: `${PATH}/products` }),
      extraOptions: { isQuiet: true },
      providesTags: ['RobotProducts'],
    }),
    /** The form says itself what was refused. */
    startRobot: build.mutation<CommandAnswer & { robot: string }, StartRobotRequest>({
      query: (body) => ({ url: `${PATH}/start`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Robot', 'RobotProducts'],
    }),
    /** The own one; the page shows it and keeps it nowhere. */
    showRobotKey: build.mutation<OwnRobotKey, void>({
      query: () => ({ url: `${PATH}/showKey`, method: 'POST', body: {} }),
    }),
    stopRobot: build.mutation<CommandAnswer, StopRobotRequest>({
      query: (body) => ({ url: `${PATH}/stop`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Robot'],
    }),
    robots: build.query<Page<Robot>, Partial<RobotsRequest>>({
      query: (body) => ({ url: `${PATH}/robots`, method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Robot'],
    }),
    robotInfo: build.query<Robot, RobotRequest>({
      query: (body) => ({ url: `${PATH}/info`, method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Robot'],
    }),
    robotCycles: build.query<Page<RobotCycle>, Partial<RobotCyclesRequest>>({
      query: (body) => ({ url: `${PATH}/cycles`, method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Robot'],
    }),
    robotOrders: build.query<Page<RobotOrder>, Partial<RobotOrdersRequest>>({
      query: (body) => ({ url: `${PATH}/orders`, method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Robot'],
    }),
    backtest: build.query<RobotBacktest, BacktestRequest>({
      query: (body) => ({ url: `${PATH}/backtest`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
      // Candles go on: what was reckoned before is not of now.
      keepUnusedDataFor: 0,
    }),
    /** A file as text; it is not kept, since it is as long as the account is old. */
    exportRobots: build.mutation<string, Partial<RobotExportRequest>>({
      query: (params) => ({ url: `${PATH}/export`, params, responseHandler: inEnvelope }),
    }),
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
