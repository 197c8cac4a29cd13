/** Endpoints of all products. Apart from `all.ts`, because no thread and no program of the command line loads Nest. */
import { ContentModule } from './content/api/content.module';
import { EarnModule } from './earn/api/earn.module';
import { AccountModule } from './identity/api/account/account.module';
import { PersonalDataModule } from './identity/api/personal-data/personal-data.module';
import { RecoveryModule } from './identity/api/recovery/recovery.module';
import { SecurityModule } from './identity/api/security/security.module';
import { VerificationModule } from './identity/api/verification/verification.module';
import { OptionModule } from './option/api/option.module';
import { ContractModule } from './perpetual/api/contract.module';
import { ReferralModule } from './referral/api/referral.module';
import { RobotModule } from './robot/api/robot.module';
import { SpotModule } from './spot/api/spot.module';
import { DepositReportsModule } from './wallet/api/deposit-reports/deposit-reports.module';
import { WalletModule } from './wallet/api/wallet.module';

export const PRODUCT_MODULES = [
  AccountModule,
  SecurityModule,
  PersonalDataModule,
  SpotModule,
  ContractModule,
  OptionModule,
  EarnModule,
  RobotModule,
  ReferralModule,
  WalletModule,
  ContentModule,
  DepositReportsModule,
  VerificationModule,
  RecoveryModule,
];
