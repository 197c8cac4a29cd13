/** Every endpoint of the exchange, by area. */
import { ACCOUNT_ROUTES } from '../products/identity/account';
import { ADDRESS_BOOK_ROUTES } from '../products/wallet/address-book';
import { ADMIN_ROUTES } from './admin';
import { BATCH_ROUTES } from './batch';
import { AUDIT_JOURNAL_ROUTES } from './audit-journal';
import { BANNER_ROUTES } from '../products/content/banners';
import { CHAIN_ROUTES } from '../products/wallet/chains';
import { CHOICES_ROUTES } from '../products/identity/choices';
import { PERSONAL_DATA_ROUTES } from '../products/identity/personal-data';
import { CLIENT_REPORT_ROUTES } from './client-reports';
import { CONTENT_ROUTES } from '../products/content/wire';
import { CONTENT_STAFF_ROUTES } from '../products/content/staff';
import { CONTRACT_ROUTES } from '../products/perpetual/wire';
import { CONTRACT_STAFF_ROUTES } from '../products/perpetual/staff';
import { DEPOSIT_REPORT_ROUTES } from '../products/wallet/deposit-reports';
import { DEMO_ROUTES } from './demo';
import { DESK_ROUTES } from './desk';
import { EARN_STAFF_ROUTES } from '../products/earn/staff';
import { EARN_ROUTES, FINANCIAL_ROUTES, MINING_ROUTES } from '../products/earn/wire';
import { LETTER_LINK_ROUTES } from '../products/identity/letter-links';
import { OPTION_ROUTES } from '../products/option/wire';
import { OPTION_STAFF_ROUTES } from '../products/option/staff';
import { PRODUCT_ROUTES } from './product';
import { MESSAGE_ROUTES } from './messages-center';
import { PROOF_ROUTES } from './proof';
import { RECOVERY_ROUTES } from '../products/identity/recovery';
import { REFERRAL_ROUTES, REFERRAL_STAFF_ROUTES } from '../products/referral/wire';
import { ROBOT_ROUTES } from '../products/robot/wire';
import { ROBOT_STAFF_ROUTES } from '../products/robot/staff';
import type { Route } from './route';
import { SECURITY_ROUTES } from '../products/identity/security';
import { SHOWN_DATA_ROUTES } from './shown-data';
import { SPOT_ROUTES } from '../products/spot/wire';
import { STAFF_ROUTES } from './staff';
import { STREAM_ROUTES } from './stream-snapshots';
import { VALUATION_ROUTES } from '../products/wallet/valuation';
import { VERIFICATION_ROUTES } from '../products/identity/verification';
import { WALLET_ROUTES } from '../products/wallet/wire';

export const AREAS: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  account: ACCOUNT_ROUTES,
  proof: PROOF_ROUTES,
  choices: CHOICES_ROUTES,
  security: SECURITY_ROUTES,
  personalData: PERSONAL_DATA_ROUTES,
  product: PRODUCT_ROUTES,
  stream: STREAM_ROUTES,
  spot: SPOT_ROUTES,
  contract: CONTRACT_ROUTES,
  option: OPTION_ROUTES,
  financial: FINANCIAL_ROUTES,
  mining: MINING_ROUTES,
  earn: EARN_ROUTES,
  robot: ROBOT_ROUTES,
  referral: REFERRAL_ROUTES,
  wallet: WALLET_ROUTES,
  recharge: CHAIN_ROUTES,
  depositReports: DEPOSIT_REPORT_ROUTES,
  addressBook: ADDRESS_BOOK_ROUTES,
  letterLinks: LETTER_LINK_ROUTES,
  valuation: VALUATION_ROUTES,
  message: MESSAGE_ROUTES,
  content: CONTENT_ROUTES,
  contentStaff: CONTENT_STAFF_ROUTES,
  banners: BANNER_ROUTES,
  client: CLIENT_REPORT_ROUTES,
  admin: ADMIN_ROUTES,
  batch: BATCH_ROUTES,
  contractStaff: CONTRACT_STAFF_ROUTES,
  optionStaff: OPTION_STAFF_ROUTES,
  earnStaff: EARN_STAFF_ROUTES,
  robotStaff: ROBOT_STAFF_ROUTES,
  referralStaff: REFERRAL_STAFF_ROUTES,
  verification: VERIFICATION_ROUTES,
  recovery: RECOVERY_ROUTES,
  staff: STAFF_ROUTES,
  shownData: SHOWN_DATA_ROUTES,
  desk: DESK_ROUTES,
  audit: AUDIT_JOURNAL_ROUTES,
  demo: DEMO_ROUTES,
};
