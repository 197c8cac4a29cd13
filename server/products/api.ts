/**
 * Endpoints of all products, and their behaviour in the demo. Separate from `all.ts`, because threads and command-line programs do not load
 * Nest.
 */
import type { ProductDemo } from '../demo/product-demo';
import { ContentModule } from './content/api/content.module';
import { ConvertModule } from './convert/api/convert.module';
import { CONVERT_DEMO } from './convert/demo';
import { EarnModule } from './earn/api/earn.module';
import { EARN_DEMO } from './earn/demo';
import { AccountModule } from './identity/api/account/account.module';
import { PersonalDataModule } from './identity/api/personal-data/personal-data.module';
import { RecoveryModule } from './identity/api/recovery/recovery.module';
import { SecurityModule } from './identity/api/security/security.module';
import { VerificationModule } from './identity/api/verification/verification.module';
import { OptionModule } from './option/api/option.module';
import { OPTION_DEMO } from './option/demo';
import { ContractModule } from './perpetual/api/contract.module';
import { ReferralModule } from './referral/api/referral.module';
import { REFERRAL_DEMO } from './referral/demo';
import { RobotModule } from './robot/api/robot.module';
import { ROBOT_DEMO } from './robot/demo';
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
  ConvertModule,
  ReferralModule,
  WalletModule,
  ContentModule,
  DepositReportsModule,
  VerificationModule,
  RecoveryModule,
];

/** In the order in which the demo begins. */
export const PRODUCT_DEMOS: readonly ProductDemo[] = [REFERRAL_DEMO, OPTION_DEMO, EARN_DEMO, ROBOT_DEMO, CONVERT_DEMO];
