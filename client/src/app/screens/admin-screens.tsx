/** The admin with its texts: one lazy part, loaded for staff only. */
import type { AdminParts } from '../../admin/act/admin-parts';
import { STAFF_TEXTS, withTexts } from '../../kit/i18n/part-texts';
import type { PageLoader } from '../../kit/ui/page/lazy-page';
import type { AdminSection } from '../../kit/ui/places';
import { CONTENT_ADMIN } from '../../products/content/manifest';
import { WALLET_ADMIN } from '../../products/wallet/manifest';

const SCREENS = [WALLET_ADMIN, CONTENT_ADMIN];

/** The admin routes everything below these paths itself. */
export const STAFF_PATHS: readonly string[] = ['/admin/*', '/audit/*'];

/** Adds the products' sections after its own, and their parts of shared screens. */
export function adminWith(
  sections: readonly AdminSection[],
  adminPartLoaders: readonly (() => Promise<AdminParts>)[],
): PageLoader {
  return withTexts([STAFF_TEXTS], async () => {
    const [{ Admin: Desk }, loaded] = await Promise.all([
      import('../../admin/admin'),
      // If a product's part fails to load, only its texts are missing.
      Promise.all(adminPartLoaders.map((load) => load().catch(() => null))),
    ]);
    const adminParts = loaded.filter((part) => part !== null);
    return () => <Desk added={sections} screens={SCREENS} adminParts={adminParts} />;
  });
}
