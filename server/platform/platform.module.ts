import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './auth/access.guard';
import { Codes } from './auth/codes';
import { DeviceApprovals } from './auth/device-approvals';
import { FactorProofs } from './auth/factor-proofs';
import { FundPasswords } from './auth/fund-passwords';
import { KnownBrowsers } from './auth/known-browsers';
import { LetterLinks } from './auth/letter-links';
import { Lockouts } from './auth/lockouts';
import { LogIns } from './auth/log-ins';
import { NewPasswords } from './auth/new-passwords';
import { PasskeyChallenges } from './auth/passkey-challenges';
import { PasskeyProofs } from './auth/passkey-proofs';
import { SecondFactors } from './auth/second-factors';
import { SettingsLocks } from './auth/settings-locks';
import { StaffFactors } from './auth/staff-factors';
import { StaffLog } from './auth/staff-log';
import { StaffNetworks } from './auth/staff-networks';
import { StaffRows } from './auth/staff-rows';
import { StepUps } from './auth/step-up';
import { TradingFactors } from './auth/trading-factors';
import { TICKET_PORT } from './auth/ticket-port';
import { Tickets } from './auth/tickets';
import { Users } from './auth/users';
import { Walls } from './auth/walls';
import { VerifiedNames } from './auth/verified-names';
import { SignedOwnership } from './chains/address-ownership';
import { DenyList } from './chains/address-screening';
import { Deliveries } from './delivery/deliveries';
import { ExceptionToEnvelope } from './errors/exception.filter';
import { FILES } from './files/files';
import { openFiles } from './files/open-files';
import { OperationsController } from './health/operations.controller';
import { MadeCandles } from './made-candles';
import { DueLetters } from './mail/due-letters';
import { Letters } from './mail/letters';
import { Messages } from './messages/messages';
import { Outbox } from './outbox/outbox';
import { RetentionSweep } from './personal-data/sweep';
import { Photos } from './photos/photos';
import { Places } from './places/places';
import { openSecrets, Secrets } from './secrets/secrets';
import { UserSecrets } from './secrets/user-secrets';
import { KeptAddresses } from './kept-addresses';
import { StaffTexts } from './staff-texts';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, OWNERSHIP, SCREENING } from './tokens';

const OWN = [
  Users,
  Tickets,
  UserSecrets,
  RetentionSweep,
  SecondFactors,
  PasskeyChallenges,
  PasskeyProofs,
  SettingsLocks,
  StaffFactors,
  StaffNetworks,
  StepUps,
  FactorProofs,
  TradingFactors,
  FundPasswords,
  VerifiedNames,
  Codes,
  Lockouts,
  Walls,
  KnownBrowsers,
  DeviceApprovals,
  LetterLinks,
  LogIns,
  NewPasswords,
  Places,
  MadeCandles,
  Outbox,
  Deliveries,
  Letters,
  Messages,
  DueLetters,
  StaffRows,
  StaffTexts,
  KeptAddresses,
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
        { provide: Secrets, useFactory: openSecrets, inject: [CONFIG, EXCHANGE_DATABASE] },
        { provide: TICKET_PORT, useExisting: Tickets },
        { provide: SCREENING, useClass: DenyList },
        { provide: OWNERSHIP, useClass: SignedOwnership },
        { provide: FILES, useFactory: openFiles, inject: [CONFIG, CLOCK] },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ExceptionToEnvelope },
      ],
      exports: [...given.map(nameOf), ...OWN, Secrets, TICKET_PORT, SCREENING, OWNERSHIP, FILES],
    };
  }
}

function nameOf(provider: Provider) {
  return typeof provider === 'function' ? provider : provider.provide;
}
