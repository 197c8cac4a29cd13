/** Endpoints by area, except those in the rows of products. */
import { ACCOUNT_ROUTES } from '../products/identity/account';
import { ADMIN_ROUTES } from './admin';
import { BATCH_ROUTES } from './batch';
import { AUDIT_JOURNAL_ROUTES } from './audit/audit-journal';
import { BANNER_ROUTES } from '../products/content/banners';
import { CHOICES_ROUTES } from '../products/identity/choices';
import { PERSONAL_DATA_ROUTES } from '../products/identity/personal-data';
import { CLIENT_REPORT_ROUTES } from './client-reports';
import { CONTENT_ROUTES } from '../products/content/wire';
import { CONTENT_STAFF_ROUTES } from '../products/content/staff';
import { DEMO_ROUTES } from './demo';
import { DESK_ROUTES } from './desk';
import { LETTER_LINK_ROUTES } from '../products/identity/letter-links';
import { PRODUCT_ROUTES } from './product';
import { MESSAGE_ROUTES } from './messages-center';
import { PROOF_ROUTES } from './audit/proof';
import { RECOVERY_ROUTES } from '../products/identity/recovery';
import type { Route } from './route';
import { SECURITY_ROUTES } from '../products/identity/security';
import { SHOWN_DATA_ROUTES } from './shown-data';
import { SPOT_ROUTES } from '../products/spot/wire';
import { STAFF_ROUTES } from './staff';
import { STREAM_ROUTES } from './stream-snapshots';
import { VERIFICATION_ROUTES } from '../products/identity/verification';

export type Areas = Readonly<Record<string, Readonly<Record<string, Route>>>>;

export const COMMON_AREAS: Areas = {
  account: ACCOUNT_ROUTES,
  proof: PROOF_ROUTES,
  choices: CHOICES_ROUTES,
  security: SECURITY_ROUTES,
  personalData: PERSONAL_DATA_ROUTES,
  product: PRODUCT_ROUTES,
  stream: STREAM_ROUTES,
  spot: SPOT_ROUTES,
  letterLinks: LETTER_LINK_ROUTES,
  message: MESSAGE_ROUTES,
  content: CONTENT_ROUTES,
  contentStaff: CONTENT_STAFF_ROUTES,
  banners: BANNER_ROUTES,
  client: CLIENT_REPORT_ROUTES,
  admin: ADMIN_ROUTES,
  batch: BATCH_ROUTES,
  verification: VERIFICATION_ROUTES,
  recovery: RECOVERY_ROUTES,
  staff: STAFF_ROUTES,
  shownData: SHOWN_DATA_ROUTES,
  desk: DESK_ROUTES,
  audit: AUDIT_JOURNAL_ROUTES,
  demo: DEMO_ROUTES,
};
