/** Registration and log-out, as the interface asks for them. */
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandAnswer } from '../../../shared/wire/fields';
import type { RegisterRequest } from '../../../shared/wire/account';
import type { CommandPort } from '../../engine/port';
import { Tickets } from '../../platform/auth/tickets';
import { COMMAND_PORT } from '../../platform/tokens';
import { Accounts } from './accounts';

export class Register extends Command<CommandAnswer & { userId: number }> {
  constructor(readonly request: RegisterRequest) {
    super();
  }
}

@CommandHandler(Register)
export class RegisterHandler implements ICommandHandler<Register> {
  constructor(
    private readonly accounts: Accounts,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
  ) {}

  async execute({ request: { clientId, email, password, nickName } }: Register) {
    const registered = await this.accounts.register({ clientId, email, password, nickName, role: 'user' });
    const { user, position, repeated } = registered;
    // An earlier batch made the member: whatever is durable now includes it.
    return { userId: user.id, position: position ?? this.port.figures().durablePosition, repeated };
  }
}

export class LogOut extends Command<void> {
  constructor(readonly ticket: string) {
    super();
  }
}

@CommandHandler(LogOut)
export class LogOutHandler implements ICommandHandler<LogOut> {
  constructor(private readonly tickets: Tickets) {}

  execute({ ticket }: LogOut) {
    return this.tickets.end(ticket);
  }
}
