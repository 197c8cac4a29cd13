/** The desk of the staff, with its words: one part, loaded only for them. */
import { CONTRACT_TEXTS } from '../../shared/i18n/contract-texts';
import { needTexts } from '../../shared/i18n/i18n';
import { OPTION_TEXTS } from '../../shared/i18n/option-texts';
import { STAFF_TEXTS } from '../../shared/i18n/staff-texts';
import type { PageLoader } from '../../shared/ui/lazy-page';
import type { DeskSection } from '../../shared/ui/places';

/** Everything below these is the desk's own to route. */
export const STAFF_PATHS: readonly string[] = ['/admin/*', '/audit/*'];

/** With the sections of every product after its own. */
export function deskWith(sections: readonly DeskSection[]): PageLoader {
  return async () => {
    const [{ Desk }] = await Promise.all([
      import('../../pages/admin/desk'),
      needTexts(STAFF_TEXTS),
      needTexts(CONTRACT_TEXTS),
      needTexts(OPTION_TEXTS),
    ]);
    return () => <Desk added={sections} />;
  };
}
