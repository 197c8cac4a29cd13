import { Module } from '@nestjs/common';
import { ProductModule } from '../product/product.module';
import { RobotModule } from '../robot/robot.module';
import { AdminController } from './admin.controller';
import { BatchController } from './batch.controller';
import { ContractStaffController } from './contract-staff.controller';
import { EarnStaffController } from './earn-staff.controller';
import { OptionStaffController } from './option-staff.controller';
import { ReferralStaffController } from './referral-staff.controller';
import { RobotStaffController } from './robot-staff.controller';
import { StaffActHandler } from './admin.handlers';
import { EveryPositionHandler, InsuranceFundsOfAllHandler, TermsOfPerpetualHandler } from './contract-staff.queries';
import { OverdueHoursOfAllHandler } from './overdue-hours.queries';
import { Payees } from './payees.queries';
import { TermsOfMarketHandler } from './terms.queries';

@Module({
  imports: [ProductModule, RobotModule],
  controllers: [
    AdminController,
    BatchController,
    ContractStaffController,
    OptionStaffController,
    EarnStaffController,
    ReferralStaffController,
    RobotStaffController,
  ],
  providers: [
    Payees,
    StaffActHandler,
    TermsOfMarketHandler,
    EveryPositionHandler,
    InsuranceFundsOfAllHandler,
    TermsOfPerpetualHandler,
    OverdueHoursOfAllHandler,
  ],
})
export class AdminModule {}
