import { Module } from '@nestjs/common';
import { ProductModule } from '../product/product.module';
import { AccountController } from './account.controller';
import { LogOutHandler, RegisterHandler } from './account.handlers';
import { OwnAccountHandler } from './account.queries';
import { Accounts } from './accounts';
import { UserChoices } from './choices';
import { ChoicesController } from './choices.controller';
import { Entrance } from './entrance';
import { OwnLogIns } from './own-log-ins';
import { Registrations } from './registrations';
import { SentCodes } from './sent-codes';

@Module({
  imports: [ProductModule],
  controllers: [AccountController, ChoicesController],
  providers: [
    Accounts,
    UserChoices,
    Entrance,
    OwnLogIns,
    Registrations,
    SentCodes,
    RegisterHandler,
    LogOutHandler,
    OwnAccountHandler,
  ],
  exports: [Accounts],
})
export class AccountModule {}
