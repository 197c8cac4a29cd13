import { Module } from '@nestjs/common';
import { AuditedRechargesHandler, AuditedWithdrawalsHandler, OverviewOfAllHandler } from './audit.queries';
import { AuditedUserOfHandler, LogInsOfUserHandler, SearchUsersHandler, UserDetailOfHandler } from './desk.queries';
import { AuditedFrozenFundsHandler } from './frozen-funds.queries';
import { IndexTermsOfAllHandler } from './index-terms.queries';
import { Roles } from './roles';
import { StaffController } from './staff.controller';

@Module({
  controllers: [StaffController],
  providers: [
    Roles,
    OverviewOfAllHandler,
    AuditedWithdrawalsHandler,
    AuditedRechargesHandler,
    AuditedFrozenFundsHandler,
    IndexTermsOfAllHandler,
    SearchUsersHandler,
    UserDetailOfHandler,
    AuditedUserOfHandler,
    LogInsOfUserHandler,
  ],
})
export class StaffModule {}
