import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './auth/access.guard';
import { TICKET_PORT } from './auth/ticket-port';
import { Tickets } from './auth/tickets';
import { Users } from './auth/users';
import { ExceptionToEnvelope } from './errors/exception.filter';
import { OperationsController } from './health/operations.controller';
import { Secrets } from './secrets/secrets';

/** What everything above stands on. `given` brings the tokens of `tokens.ts` and `Metrics`. */
@Global()
@Module({})
export class PlatformModule {
  static register(given: Provider[]): DynamicModule {
    const own = [Users, Tickets, Secrets, { provide: TICKET_PORT, useExisting: Tickets }];
    return {
      module: PlatformModule,
      controllers: [OperationsController],
      providers: [
        ...given,
        ...own,
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ExceptionToEnvelope },
      ],
      exports: [...given.map(nameOf), Users, Tickets, Secrets, TICKET_PORT],
    };
  }
}

function nameOf(provider: Provider) {
  return typeof provider === 'function' ? provider : provider.provide;
}
