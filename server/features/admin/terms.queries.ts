/** On which terms a market is traded, now and from the times that staff have announced. */
import { ADMIN_ROUTES as ROUTES } from '../../../shared/wire/admin';
import type { MarketTermsAnswer } from '../../../shared/wire/terms';
import { StaffTexts } from '../../platform/staff-texts';
import { CLOCK, LIVE_VIEWS } from '../../platform/tokens';
import { answers } from '../shared/endpoints/handles';
import { marketNamed } from '../shared/orders/markets';
import { marketTermsRecord } from '../shared/terms-records';

export const TermsOfMarket = answers(
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
      pending: pending.map(({ from, reason, asked, terms }) => {
        return { from, reason: reasonOf(reason), changed: Object.keys(asked), ...marketTermsRecord(market, terms) };
      }),
    };
  },
);
