/** Current and announced terms of a market. */
import { ADMIN_ROUTES as ROUTES } from '../../../shared/wire/admin';
import type { MarketTermsAnswer } from '../../../shared/wire/terms';
import { StaffTexts } from '../../platform/staff-texts';
import { CLOCK, LIVE_VIEWS } from '../../platform/tokens';
import { queryHandler } from '../shared/endpoints/handlers';
import { marketNamed } from '../shared/orders/markets';
import { marketTermsRecord } from '../shared/terms-records';

export const TermsOfMarket = queryHandler(
  ROUTES.terms,
  [LIVE_VIEWS, CLOCK, StaffTexts],
  async ({ request: { market: name } }, live, clock, texts): Promise<MarketTermsAnswer> => {
    const market = marketNamed(live, name);
    const now = clock();
    const pending = market.pendingAt(now);
    const reasonOf = await texts.reasonsIn(pending.map(({ reason }) => reason));
    return {
      market: name,
      present: marketTermsRecord(market, market.termsAt(now)),
      pending: pending.map(({ from, reason, asked: requestedTerms, terms }) => {
        return {
          from,
          reason: reasonOf(reason),
          changed: Object.keys(requestedTerms),
          ...marketTermsRecord(market, terms),
        };
      }),
    };
  },
);
