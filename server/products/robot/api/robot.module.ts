import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { ROBOT_ROUTES } from '../../../../shared/products/robot/wire';
import { StepUps } from '../../../platform/auth/factors/step-up';
import { serviceEndpoint } from '../../../platform/http/answers/service-endpoint';
import { feature } from '../../../features/shared/endpoints/feature';
import { MONOTONIC, type Monotonic } from '../../../platform/tokens';
import { Backtests } from '../backtest/backtests';
import * as Backtest from './backtest.queries';
import { RobotKeys } from './robot-keys';
import * as Lists from './robot-lists.queries';
import * as Handlers from './robot.handlers';
import * as Queries from './robot.queries';
import { ROBOT_STAFF_ENDPOINTS } from './staff.endpoints';

/** Requires the second factor if the user has one, so that a stolen ticket starts no robot. */
const SHOW_KEY = serviceEndpoint(ROBOT_ROUTES.showKey, [RobotKeys, StepUps], async (context, keys, stepUps) => {
  const { user, request: body, factorProof } = context;
  const storedKey = await keys.validKeyOf(user);
  await stepUps.proveIfFactorBound(
    { userId: user, path: ROBOT_ROUTES.showKey.path, body },
    factorProof,
    async () => undefined,
  );
  return storedKey;
});

const BACKTESTS = {
  provide: Backtests,
  inject: [MONOTONIC],
  useFactory: (monotonic: Monotonic) => new Backtests(monotonic),
};

@Module(
  feature([Handlers, Queries, Backtest, Lists], {
    endpoints: [SHOW_KEY, ...ROBOT_STAFF_ENDPOINTS],
    providers: [RobotKeys, BACKTESTS],
    exports: [RobotKeys],
  }),
)
export class RobotModule implements OnApplicationShutdown {
  constructor(private readonly backtests: Backtests) {}

  onApplicationShutdown(): Promise<void> {
    return this.backtests.close();
  }
}
