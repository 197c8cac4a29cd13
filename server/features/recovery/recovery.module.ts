import { Module } from '@nestjs/common';
import { VerificationModule } from '../verification/verification.module';
import { RecoveryDeskController } from './recovery-desk.controller';
import { RecoveriesHandler, RecoveryDetailOfHandler, ShownRecoveryOfHandler } from './recovery-desk.queries';
import { RecoveryEnds } from './recovery-ends';
import { RecoveryPhotos } from './recovery-photos';
import { RecoveryRequests } from './recovery-requests';
import { RecoveryController } from './recovery.controller';

@Module({
  imports: [VerificationModule],
  controllers: [RecoveryController, RecoveryDeskController],
  providers: [
    RecoveryPhotos,
    RecoveryRequests,
    RecoveryEnds,
    RecoveriesHandler,
    RecoveryDetailOfHandler,
    ShownRecoveryOfHandler,
  ],
})
export class RecoveryModule {}
