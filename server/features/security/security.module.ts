import { Module } from '@nestjs/common';
import { AuthenticatorController } from './authenticator.controller';
import { Authenticators } from './authenticators';
import { Bindings } from './bindings';
import { CardController } from './card.controller';
import { FundPasswordChanges } from './fund-password-changes';
import { LetterActs } from './letter-acts.queries';
import { LetterLinkController } from './letter-link.controller';
import { OwnSecurityHandler } from './overview';
import { OwnAccountChanges } from './own-account';
import { PasskeyController } from './passkey.controller';
import { Passkeys } from './passkeys';
import { Proofs } from './proofs';
import { SecurityController } from './security.controller';

@Module({
  controllers: [SecurityController, AuthenticatorController, PasskeyController, CardController, LetterLinkController],
  providers: [
    Proofs,
    Bindings,
    Authenticators,
    FundPasswordChanges,
    OwnAccountChanges,
    LetterActs,
    OwnSecurityHandler,
    Passkeys,
  ],
  exports: [Proofs],
})
export class SecurityModule {}
