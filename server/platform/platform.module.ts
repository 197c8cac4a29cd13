import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './auth/access.guard';
import { Codes } from './auth/factors/codes';
import { DeviceApprovals } from './auth/log-in/device-approvals';
import { FactorProofs } from './auth/factors/factor-proofs';
import { FundPasswords } from './auth/factors/fund-passwords';
import { KnownBrowsers } from './auth/log-in/known-browsers';
import { LetterLinks } from './auth/log-in/letter-links';
import { Lockouts } from './auth/log-in/lockouts';
import { LogIns } from './auth/log-in/log-ins';
import { NewPasswords } from './auth/log-in/new-passwords';
import { PasskeyChallenges } from './auth/factors/passkey-challenges';
import { PasskeyProofs } from './auth/factors/passkey-proofs';
import { SecondFactors } from './auth/factors/second-factors';
import { SettingsLocks } from './auth/settings-locks';
import { UserFactors } from './auth/factors/user-factors';
import { StaffLog } from './auth/staff/staff-log';
import { StaffNetworks } from './auth/staff/staff-networks';
import { StaffRows } from './auth/staff/staff-rows';
import { StepUps } from './auth/factors/step-up';
import { TradingFactors } from './auth/factors/trading-factors';
import { TICKET_PORT } from './auth/ticket-port';
import { Tickets } from './auth/tickets';
import { Users } from './auth/users';
import { StrangerLocks } from './auth/stranger-locks';
import { VerifiedNames } from './auth/verified-names';
import { SignedOwnership } from './chains/address-ownership';
import { DenyList } from './chains/address-screening';
import { Deliveries } from './delivery/deliveries';
import { ExceptionToEnvelope } from './errors/exception.filter';
import { FILES } from './files/files';
import { openFiles } from './files/open-files';
import { OperationsController } from './health/operations.controller';
import { SyntheticCandles } from './synthetic-candles';
import { DueLetters } from './mail/due-letters';
import { Letters } from './mail/letters';
import { Messages } from './messages/messages';
import { Outbox } from './outbox/outbox';
import { RetentionSweep } from './personal-data/sweep';
import { Photos } from './photos/photos';
import { Places } from './places/places';
import { openSecrets, Secrets } from './secrets/secrets';
import { UserSecrets } from './secrets/user-secrets';
import { AddressVault } from './address-vault';
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
  UserFactors,
  StaffNetworks,
  StepUps,
  FactorProofs,
  TradingFactors,
  FundPasswords,
  VerifiedNames,
  Codes,
  Lockouts,
  StrangerLocks,
  KnownBrowsers,
  DeviceApprovals,
  LetterLinks,
  LogIns,
  NewPasswords,
  Places,
  SyntheticCandles,
  Outbox,
  Deliveries,
  Letters,
  Messages,
  DueLetters,
  StaffRows,
  StaffTexts,
  AddressVault,
  StaffLog,
  Photos,
];

/** Shared infrastructure of all modules. `extraProviders` provides the tokens of `tokens.ts` and `Metrics`. */
@Global()
@Module({})
export class PlatformModule {
  static register(extraProviders: Provider[]): DynamicModule {
    return {
      module: PlatformModule,
      controllers: [OperationsController],
      providers: [
        ...extraProviders,
        ...OWN,
        { provide: Secrets, useFactory: openSecrets, inject: [CONFIG, EXCHANGE_DATABASE] },
        { provide: TICKET_PORT, useExisting: Tickets },
        { provide: SCREENING, useClass: DenyList },
        { provide: OWNERSHIP, useClass: SignedOwnership },
        { provide: FILES, useFactory: openFiles, inject: [CONFIG, CLOCK] },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ExceptionToEnvelope },
      ],
      exports: [...extraProviders.map(nameOf), ...OWN, Secrets, TICKET_PORT, SCREENING, OWNERSHIP, FILES],
    };
  }
}

function nameOf(provider: Provider) {
  return typeof provider === 'function' ? provider : provider.provide;
}
