import { Module } from '@nestjs/common';
import { PhotoStore } from './photo-store';
import { Submissions } from './submissions';
import { VerificationController } from './verification.controller';
import {
  ApproveVerificationHandler,
  RejectVerificationHandler,
  SubmitVerificationHandler,
} from './verification.handlers';
import {
  OwnVerificationStateHandler,
  ShownVerificationOfHandler,
  VerificationDetailOfHandler,
  VerificationListHandler,
} from './verification.queries';

@Module({
  controllers: [VerificationController],
  providers: [
    PhotoStore,
    Submissions,
    SubmitVerificationHandler,
    ApproveVerificationHandler,
    RejectVerificationHandler,
    OwnVerificationStateHandler,
    VerificationListHandler,
    VerificationDetailOfHandler,
    ShownVerificationOfHandler,
  ],
  exports: [PhotoStore, Submissions],
})
export class VerificationModule {}
