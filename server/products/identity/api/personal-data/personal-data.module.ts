import { Module } from '@nestjs/common';
import { SecurityModule } from '../security/security.module';
import { feature } from '../../../../features/shared/endpoints/feature';
import { Erasures } from './erasures';
import * as LeftOpen from './open-items.queries';
import { LegalHolds } from './legal-holds';
import * as Files from './own-data.queries';
import { PERSONAL_DATA_ENDPOINTS } from './personal-data.endpoints';

@Module(
  feature([Files, LeftOpen], {
    imports: [SecurityModule],
    endpoints: PERSONAL_DATA_ENDPOINTS,
    providers: [Erasures, LegalHolds],
  }),
)
export class PersonalDataModule {}
