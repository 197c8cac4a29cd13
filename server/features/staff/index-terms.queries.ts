/** On which terms index prices are made, for staff. */
import { STAFF_ROUTES as ROUTES } from '../../../shared/wire/staff';
import { answers } from '../shared/endpoints/handles';
import { LiveReader } from '../shared/endpoints/live-reader';

export const IndexTermsOfAll = answers(
  ROUTES.indexTerms,
  [LiveReader],
  async ({ request: { minPosition } }, reader) => {
    return { records: (await reader.at(minPosition)).index.terms() };
  },
);
