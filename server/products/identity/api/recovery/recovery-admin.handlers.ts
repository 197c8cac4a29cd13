/** Decisions of staff on requests for account recovery. */
import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RECOVERY_ROUTES as ROUTES } from '../../../../../shared/products/identity/recovery';
import { SettingsLocks } from '../../../../platform/auth/settings-locks';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { CommandOf } from '../../../../platform/http/route-messages';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';
import { StaffAct } from '../../../../features/admin/admin.handlers';
import { idOf } from '../../../../features/shared/orders/convert';
import { staffAnswerOf } from '../../../../features/shared/endpoints/submitter';
import { submittedRecovery } from './recovery-admin.queries';
import { RecoveryDecisions } from './recovery-decisions';

export class ProposeRecovery extends CommandOf(ROUTES.propose) {}

@CommandHandler(ProposeRecovery)
export class ProposeRecoveryHandler implements ICommandHandler<ProposeRecovery> {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    private readonly commands: CommandBus,
    private readonly settingsLocks: SettingsLocks,
    private readonly decisions: RecoveryDecisions,
  ) {}

  async execute({ user: staff, request: { clientId, recovery } }: ProposeRecovery) {
    const { id: request, userId: user, status, email } = await submittedRecovery(this.database, idOf(recovery));
    if (status !== 'waiting') throw new Refusal('recovery.state.invalid');
    // The owner's settings lock binds staff too.
    await this.settingsLocks.refuse(user);
    await this.decisions.refuseTakenEmail(user, email);
    return staffAnswerOf(
      await this.commands.execute(new StaffAct(`admin/${staff}`, 'RecoverAccount', { clientId, user, request })),
    );
  }
}

export class DeclineRecovery extends CommandOf(ROUTES.decline) {}

@CommandHandler(DeclineRecovery)
export class DeclineRecoveryHandler implements ICommandHandler<DeclineRecovery> {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Also declines a granted request with an unused link, which becomes invalid. */
  async execute({ user: staff, request: { recovery, reason } }: DeclineRecovery) {
    const { id, userId } = await submittedRecovery(this.database, idOf(recovery));
    if (userId === staff) throw new Refusal('staff.self.forbidden');
    const declined = await this.database.sql
      .updateTable('recoveries')
      .set({ status: 'declined', endedAt: this.clock(), declinedBy: staff, reason, linkHash: null })
      .where('id', '=', id)
      .where('status', 'in', ['waiting', 'granted'])
      .returning('id')
      .executeTakeFirst();
    if (!declined) throw new Refusal('recovery.state.invalid');
    return null;
  }
}
