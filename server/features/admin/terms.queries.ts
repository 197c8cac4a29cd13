/** On which terms a market is traded, now and from the times that staff have announced. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { MarketTermsAnswer } from '../../../shared/wire/terms';
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
  ) {}

  async execute({ market: name }: TermsOfMarket): Promise<MarketTermsAnswer> {
    const market = marketNamed(this.live, name);
    const now = this.clock();
    return {
      market: name,
      present: marketTermsRecord(market, market.termsAt(now)),
      pending: market.pendingAt(now).map(({ from, reason, asked, terms }) => {
        return { from, reason, changed: Object.keys(asked), ...marketTermsRecord(market, terms) };
      }),
    };
  }
}
