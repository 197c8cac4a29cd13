import { Module } from '@nestjs/common';
import { AuditedRechargesHandler, AuditedWithdrawalsHandler, OverviewOfAllHandler } from './audit.queries';
import { AuditedUserOfHandler, LogInsOfUserHandler, SearchUsersHandler, UserDetailOfHandler } from './desk.queries';
import { Roles } from './roles';
import { StaffController } from './staff.controller';

@Module({
  controllers: [StaffController],
  providers: [
    Roles,
    OverviewOfAllHandler,
    AuditedWithdrawalsHandler,
    AuditedRechargesHandler,
    SearchUsersHandler,
    UserDetailOfHandler,
    AuditedUserOfHandler,
    LogInsOfUserHandler,
  ],
})
export class StaffModule {}
