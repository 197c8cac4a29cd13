/** Terms of index prices, for staff. */
import { STAFF_ROUTES as ROUTES } from '../../../shared/wire/staff';
import { queryHandler } from '../shared/endpoints/handlers';
import { LiveReader } from '../shared/endpoints/live-reader';

export const IndexTermsOfAll = queryHandler(
  ROUTES.indexTerms,
  [LiveReader],
  async ({ request: { minPosition } }, reader) => {
    return { records: (await reader.at(minPosition)).index.terms() };
  },
);
