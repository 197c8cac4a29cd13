import { EARN_TEXTS } from '../../shared/i18n/earn-texts';
import { needTexts } from '../../shared/i18n/i18n';
import type { PageLoader } from '../../shared/ui/lazy-page';

/** Its words come with its screens. */
export function withTexts(load: PageLoader): PageLoader {
  return async () => {
    const [page] = await Promise.all([load(), needTexts(EARN_TEXTS)]);
    return page;
  };
}
