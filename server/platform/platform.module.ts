import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './auth/access.guard';
import { Codes } from './auth/codes';
import { FundPasswords } from './auth/fund-passwords';
import { KnownBrowsers } from './auth/known-browsers';
import { Lockouts } from './auth/lockouts';
import { LogIns } from './auth/log-ins';
import { NewPasswords } from './auth/new-passwords';
import { SecondFactors } from './auth/second-factors';
import { StaffLog } from './auth/staff-log';
import { StaffRights } from './auth/staff-rights';
import { TICKET_PORT } from './auth/ticket-port';
import { Tickets } from './auth/tickets';
import { Users } from './auth/users';
import { VerifiedNames } from './auth/verified-names';
import { Deliveries } from './delivery/deliveries';
import { ExceptionToEnvelope } from './errors/exception.filter';
import { FILES } from './files/files';
import { openFiles } from './files/open-files';
import { OperationsController } from './health/operations.controller';
import { MadeCandles } from './made-candles';
import { Letters } from './mail/letters';
import { Messages } from './messages/messages';
import { Outbox } from './outbox/outbox';
import { Photos } from './photos/photos';
import { Places } from './places/places';
import { Secrets } from './secrets/secrets';
import { CLOCK, CONFIG } from './tokens';

const OWN = [
  Users,
  Tickets,
  Secrets,
  SecondFactors,
  FundPasswords,
  VerifiedNames,
  Codes,
  Lockouts,
  KnownBrowsers,
  LogIns,
  NewPasswords,
  Places,
  MadeCandles,
  Outbox,
  Deliveries,
  Letters,
  Messages,
  StaffRights,
  StaffLog,
  Photos,
];

/** What everything above stands on. `given` brings the tokens of `tokens.ts` and `Metrics`. */
@Global()
@Module({})
export class PlatformModule {
  static register(given: Provider[]): DynamicModule {
    return {
      module: PlatformModule,
      controllers: [OperationsController],
      providers: [
        ...given,
        ...OWN,
        { provide: TICKET_PORT, useExisting: Tickets },
        { provide: FILES, useFactory: openFiles, inject: [CONFIG, CLOCK] },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ExceptionToEnvelope },
      ],
      exports: [...given.map(nameOf), ...OWN, TICKET_PORT, FILES],
    };
  }
}

function nameOf(provider: Provider) {
  return typeof provider === 'function' ? provider : provider.provide;
}
