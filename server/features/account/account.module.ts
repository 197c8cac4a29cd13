import { Module } from '@nestjs/common';
import { AccountController } from './account.controller';
import { LogOutHandler, RegisterHandler } from './account.handlers';
import { OwnAccountHandler } from './account.queries';
import { Accounts } from './accounts';

@Module({
  controllers: [AccountController],
  providers: [Accounts, RegisterHandler, LogOutHandler, OwnAccountHandler],
  exports: [Accounts],
})
export class AccountModule {}
