import { Module } from '@nestjs/common';
import { ContentModule } from '../content/content.module';
import { ActsOfOneHandler } from './acts.queries';
import { AuditedRechargesHandler, AuditedWithdrawalsHandler, OverviewOfAllHandler } from './audit.queries';
import { AuditedUserOfHandler, LogInsOfUserHandler, SearchUsersHandler, UserDetailOfHandler } from './desk.queries';
import { DeskController } from './desk.controller';
import { HouseFundsOfAllHandler, OpenOrdersOfHandler } from './desk-live.queries';
import { AuditedFrozenFundsHandler } from './frozen-funds.queries';
import { IndexTermsOfAllHandler } from './index-terms.queries';
import { RefuseOtherActHandler, StaffProposalsHandler } from './proposals.queries';
import { DriftOfAllHandler } from './drift.queries';
import { RiskOfAllHandler } from './risk.queries';
import { Roles } from './roles';
import { ShownRechargeOfHandler, ShownUserOfHandler } from './shown.queries';
import { StaffController } from './staff.controller';
import { UserSearch } from './user-search';

@Module({
  imports: [ContentModule],
  controllers: [StaffController, DeskController],
  providers: [
    Roles,
    UserSearch,
    StaffProposalsHandler,
    ActsOfOneHandler,
    RefuseOtherActHandler,
    OverviewOfAllHandler,
    AuditedWithdrawalsHandler,
    AuditedRechargesHandler,
    AuditedFrozenFundsHandler,
    DriftOfAllHandler,
    RiskOfAllHandler,
    HouseFundsOfAllHandler,
    OpenOrdersOfHandler,
    IndexTermsOfAllHandler,
    SearchUsersHandler,
    UserDetailOfHandler,
    AuditedUserOfHandler,
    LogInsOfUserHandler,
    ShownUserOfHandler,
    ShownRechargeOfHandler,
  ],
})
export class StaffModule {}
