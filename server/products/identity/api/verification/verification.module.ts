import { Module } from '@nestjs/common';
import { feature } from '../../../../features/shared/endpoints/feature';
import { PhotoStore } from './photo-store';
import { Submissions } from './submissions';
import { VERIFICATION_ENDPOINTS } from './verification.endpoints';
import * as Handlers from './verification.handlers';
import * as Queries from './verification.queries';

@Module(
  feature([Handlers, Queries], {
    endpoints: VERIFICATION_ENDPOINTS,
    providers: [PhotoStore, Submissions],
    exports: [PhotoStore, Submissions],
  }),
)
export class VerificationModule {}
