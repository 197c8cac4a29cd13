/** On which terms a market is traded, now and from the times that staff have announced. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { MarketTermsAnswer } from '../../../shared/wire/terms';
import { StaffTexts } from '../../platform/staff-texts';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { marketNamed } from '../shared/markets';
import { marketTermsRecord } from '../shared/terms-records';

export class TermsOfMarket extends Query<MarketTermsAnswer> {
  constructor(readonly market: string) {
    super();
  }
}

@QueryHandler(TermsOfMarket)
export class TermsOfMarketHandler implements IQueryHandler<TermsOfMarket> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly texts: StaffTexts,
  ) {}

  async execute({ market: name }: TermsOfMarket): Promise<MarketTermsAnswer> {
    const market = marketNamed(this.live, name);
    const now = this.clock();
    const pending = market.pendingAt(now);
    const reasonOf = await this.texts.reasonsIn(pending.map(({ reason }) => reason));
    return {
      market: name,
      present: marketTermsRecord(market, market.termsAt(now)),
      pending: pending.map(({ from, reason, asked, terms }) => {
        return { from, reason: reasonOf(reason), changed: Object.keys(asked), ...marketTermsRecord(market, terms) };
      }),
    };
  }
}
