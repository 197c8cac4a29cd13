import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AssetTerms } from './asset-terms.queries';
import { Reader } from './reader';
import { Submitter } from './submitter';

/** What every area of the interface uses. */
@Global()
@Module({
  imports: [CqrsModule.forRoot()],
  providers: [Submitter, AssetTerms, Reader],
  exports: [CqrsModule, Submitter, AssetTerms, Reader],
})
export class SharedFeaturesModule {}
