import { Module } from '@nestjs/common';
import { SecurityModule } from '../security/security.module';
import { Erasures } from './erasures';
import { IsAnythingLeftHandler } from './left-open.queries';
import { LegalHolds } from './legal-holds';
import { OwnDataHandler } from './own-data.queries';
import { PersonalDataController } from './personal-data.controller';

@Module({
  imports: [SecurityModule],
  controllers: [PersonalDataController],
  providers: [Erasures, LegalHolds, OwnDataHandler, IsAnythingLeftHandler],
})
export class PersonalDataModule {}
