import { Module } from '@nestjs/common';
import { feature } from '../../../../features/shared/endpoints/feature';
import { Authenticators } from './authenticators';
import { Bindings } from './bindings';
import { CARD_ENDPOINTS } from './card.endpoints';
import { FundPasswordChanges } from './fund-password-changes';
import { LetterLinkActions } from './letter-link-actions.queries';
import * as Overview from './overview';
import { OwnAccountChanges } from './own-account';
import { PasskeyController } from './passkey.controller';
import { Passkeys } from './passkeys';
import { Proofs } from './proofs';
import { SECURITY_ENDPOINTS } from './security.endpoints';

@Module(
  feature([Overview], {
    controllers: [PasskeyController],
    endpoints: [...SECURITY_ENDPOINTS, ...CARD_ENDPOINTS],
    providers: [Proofs, Bindings, Authenticators, FundPasswordChanges, OwnAccountChanges, LetterLinkActions, Passkeys],
    exports: [Proofs],
  }),
)
export class SecurityModule {}
