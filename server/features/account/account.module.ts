import { Module } from '@nestjs/common';
import { AccountController } from './account.controller';
import { LogOutHandler, RegisterHandler } from './account.handlers';
import { Accounts } from './accounts';

@Module({
  controllers: [AccountController],
  providers: [Accounts, RegisterHandler, LogOutHandler],
  exports: [Accounts],
})
export class AccountModule {}
