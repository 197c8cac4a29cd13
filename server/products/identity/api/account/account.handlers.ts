/** Registration through the API. */
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandAnswer } from '../../../../../shared/wire/fields';
import type { RegisterRequest } from '../../../../../shared/products/identity/account';
import type { CommandPort } from '../../../../engine/port';
import type { ClientInfo } from '../../../../platform/auth/log-in/client-info';
import { COMMAND_PORT } from '../../../../platform/tokens';
import { Registrations } from './registrations';

export class Register extends Command<CommandAnswer & { userId: number }> {
  constructor(
    readonly request: RegisterRequest,
    readonly clientInfo: ClientInfo,
  ) {
    super();
  }
}

@CommandHandler(Register)
export class RegisterHandler implements ICommandHandler<Register> {
  constructor(
    private readonly registrations: Registrations,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
  ) {}

  async execute({ request, clientInfo }: Register) {
    const { user, position, repeated } = await this.registrations.register(request, clientInfo);
    // An earlier batch created the member; the current durable position includes it.
    return { userId: user.id, position: position ?? this.port.figures().durablePosition, repeated };
  }
}
