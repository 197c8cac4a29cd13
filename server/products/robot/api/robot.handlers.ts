/** Converts requests about robots to commands. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ROBOT_ROUTES } from '../../../../shared/products/robot/wire';
import type { RejectionCode } from '../../../../shared/rules/codes';
import type * as Core from '../core/commands';
import type { CommandEnvelope, ReferenceData } from '../../../engine/port';
import { Lockouts } from '../../../platform/auth/log-in/lockouts';
import { Refusal } from '../../../platform/errors/refusal';
import { CommandOf } from '../../../platform/http/route-messages';
import { REFERENCE } from '../../../platform/tokens';
import { amountOf, idOf } from '../../../features/shared/orders/convert';
import { marketOf } from '../../../features/shared/orders/markets';
import { answerOf, Submitter } from '../../../features/shared/endpoints/submitter';
import { commandHandler } from '../../../features/shared/endpoints/command-handler';
import { requestedGrid } from './requested-grid';
import { hashOfRobotKey, robotKeyLockout } from './robot-key';

/** Rejections decided before the key is checked; they reveal nothing about the key. */
const CHECKED_BEFORE_KEY: ReadonlySet<string> = new Set<RejectionCode>([
  'account.unknown',
  'account.frozen',
  'account.not.authenticated',
  'client.id.reused',
]);

class BeginRobot extends CommandOf(ROBOT_ROUTES.start) {}

@CommandHandler(BeginRobot)
export class BeginRobotHandler implements ICommandHandler<BeginRobot> {
  constructor(
    private readonly submitter: Submitter,
    private readonly lockouts: Lockouts,
    @Inject(REFERENCE) private readonly reference: ReferenceData,
  ) {}

  async execute({ user, request }: BeginRobot) {
    const { clientId, amount, lossLimitPpb, secretKey } = request;
    if (!this.reference.tradesRobots(request.market)) throw new Refusal('robot.unknown');
    const market = marketOf(this.reference, request.market);
    const command: Core.StartRobot = {
      ...{
        type: 'StartRobot',
        user,
        market: request.market,
        amount: amountOf(amount, market.decimals.notional, market.terms.quote),
      },
      ...requestedGrid(request.grid, market),
      ...{ lossLimitPpb, keyHash: hashOfRobotKey(secretKey) },
    };
    const envelope: CommandEnvelope = { actor: `user/${user}`, clientId, command };
    await this.checkKey(user, envelope);
    const accepted = await this.submitter.submit(envelope);
    return { ...answerOf(accepted), robot: String(accepted.id) };
  }

  /**
   * Counts wrong keys; after too many, even the right one is refused for a while. A retry of an accepted command uses
   * no try. Refuses `secret.key.wrong` and `tries.too.many`.
   */
  private async checkKey(user: number, envelope: CommandEnvelope): Promise<void> {
    const dryRunResult = await this.submitter.dryRun(envelope);
    if (dryRunResult instanceof Refusal) {
      if (CHECKED_BEFORE_KEY.has(dryRunResult.code)) throw dryRunResult;
    } else if (dryRunResult) return;
    const isRight = !(dryRunResult instanceof Refusal) || dryRunResult.code !== 'secret.key.wrong';
    const account = robotKeyLockout(user);
    if (!(await this.lockouts.attempt(account, () => Promise.resolve(isRight)))) throw new Refusal('secret.key.wrong');
  }
}

export const EndOwnRobot = commandHandler(ROBOT_ROUTES.stop, ({ user, request: { robot } }) => {
  return { type: 'StopRobot', user, robot: idOf(robot) };
});
