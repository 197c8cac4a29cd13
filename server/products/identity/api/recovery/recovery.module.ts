import { Module } from '@nestjs/common';
import { feature } from '../../../../features/shared/endpoints/feature';
import { VerificationModule } from '../verification/verification.module';
import * as Handlers from './recovery-admin.handlers';
import * as Queries from './recovery-admin.queries';
import { RecoveryDecisions } from './recovery-decisions';
import { RecoveryPhotos } from './recovery-photos';
import { RecoveryRequests } from './recovery-requests';
import { RECOVERY_ENDPOINTS } from './recovery.endpoints';

@Module(
  feature([Handlers, Queries], {
    imports: [VerificationModule],
    endpoints: RECOVERY_ENDPOINTS,
    providers: [RecoveryPhotos, RecoveryRequests, RecoveryDecisions],
  }),
)
export class RecoveryModule {}
