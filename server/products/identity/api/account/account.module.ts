import { Module } from '@nestjs/common';
import { ProductModule } from '../../../../features/product/product.module';
import { feature } from '../../../../features/shared/endpoints/feature';
import { AccountController } from './account.controller';
import { ACCOUNT_ENDPOINTS } from './account.endpoints';
import * as Handlers from './account.handlers';
import * as Queries from './account.queries';
import { Accounts } from './accounts';
import { UserChoices } from './choices';
import { LogInService } from './log-in-service';
import { OwnLogIns } from './own-log-ins';
import { Registrations } from './registrations';
import { SentCodes } from './sent-codes';

@Module(
  feature([Handlers, Queries], {
    imports: [ProductModule],
    controllers: [AccountController],
    endpoints: ACCOUNT_ENDPOINTS,
    providers: [Accounts, UserChoices, LogInService, OwnLogIns, Registrations, SentCodes],
    exports: [Accounts],
  }),
)
export class AccountModule {}
