/** The desk of the staff, with its words: one part, loaded only for them. */
import { CONTRACT_TEXTS, OPTION_TEXTS, STAFF_TEXTS, withTexts } from '../../shared/i18n/part-texts';
import type { PageLoader } from '../../shared/ui/page/lazy-page';
import type { DeskSection } from '../../shared/ui/places';

/** Everything below these is the desk's own to route. */
export const STAFF_PATHS: readonly string[] = ['/admin/*', '/audit/*'];

/** With the sections of every product after its own. */
export function deskWith(sections: readonly DeskSection[]): PageLoader {
  return withTexts([STAFF_TEXTS, CONTRACT_TEXTS, OPTION_TEXTS], async () => {
    const { Desk } = await import('../../pages/admin/desk');
    return () => <Desk added={sections} />;
  });
}
