import { Module } from '@nestjs/common';
import { Authenticators } from './authenticators';
import { Bindings } from './bindings';
import { BoundCodes } from './bound-codes';
import { CardController } from './card.controller';
import { FundPasswordChanges } from './fund-password-changes';
import { OwnSecurityHandler } from './overview';
import { OwnAccountChanges } from './own-account';
import { PasskeyChallenges } from './passkey-challenges';
import { PasskeyController } from './passkey.controller';
import { Passkeys } from './passkeys';
import { Proofs } from './proofs';
import { SecurityController } from './security.controller';

@Module({
  controllers: [SecurityController, PasskeyController, CardController],
  providers: [
    Proofs,
    BoundCodes,
    Bindings,
    Authenticators,
    FundPasswordChanges,
    OwnAccountChanges,
    OwnSecurityHandler,
    PasskeyChallenges,
    Passkeys,
  ],
})
export class SecurityModule {}
