/** From a request about robots to a command of the core. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ROBOT_ROUTES } from '../../../../shared/products/robot/wire';
import type { RejectionCode } from '../../../../shared/rules/codes';
import type * as Core from '../core/commands';
import type { CommandEnvelope, Reference } from '../../../engine/port';
import { Lockouts } from '../../../platform/auth/log-in/lockouts';
import { Refusal } from '../../../platform/errors/refusal';
import { CommandOf } from '../../../platform/http/route-messages';
import { REFERENCE } from '../../../platform/tokens';
import { amountOf, idOf } from '../../../features/shared/orders/convert';
import { marketOf } from '../../../features/shared/orders/markets';
import { answerOf, Submitter } from '../../../features/shared/endpoints/submitter';
import { submits } from '../../../features/shared/endpoints/submits';
import { gridAsked } from './grid-asked';
import { hashOfRobotKey, robotKeyLockout } from './robot-key';

/** What is refused before anybody looks at the key, and says nothing of it. */
const BEFORE_THE_KEY: ReadonlySet<string> = new Set<RejectionCode>([
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
    @Inject(REFERENCE) private readonly reference: Reference,
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
      ...gridAsked(request.grid, market),
      ...{ lossLimitPpb, keyHash: hashOfRobotKey(secretKey) },
    };
    const envelope: CommandEnvelope = { actor: `user/${user}`, clientId, command };
    await this.tryKey(user, envelope);
    const accepted = await this.submitter.submit(envelope);
    return { ...answerOf(accepted), robot: String(accepted.id) };
  }

  /**
   * A wrong key is counted, and after too many even the right one is refused for a while. A repetition of what was accepted
   * tries no key. Refuses `secret.key.wrong` and `tries.too.many`.
   */
  private async tryKey(user: number, envelope: CommandEnvelope): Promise<void> {
    const foreseen = await this.submitter.foresee(envelope);
    if (foreseen instanceof Refusal) {
      if (BEFORE_THE_KEY.has(foreseen.code)) throw foreseen;
    } else if (foreseen) return;
    const isRight = !(foreseen instanceof Refusal) || foreseen.code !== 'secret.key.wrong';
    const account = robotKeyLockout(user);
    if (!(await this.lockouts.attempt(account, () => Promise.resolve(isRight)))) throw new Refusal('secret.key.wrong');
  }
}

export const EndOwnRobot = submits(ROBOT_ROUTES.stop, ({ user, request: { robot } }) => {
  return { type: 'StopRobot', user, robot: idOf(robot) };
});
