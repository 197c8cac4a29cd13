/** What may be looked up of perpetual contracts as they are now: both from the live views. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ContractInfo } from '../../../shared/wire/contract';
import type { ContractPositions } from '../../../shared/wire/contract-stream';
import { Refusal } from '../../platform/errors/refusal';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { LiveReader } from '../shared/live-reader';
import { marketNamed } from '../shared/markets';

export class OwnPositions extends Query<ContractPositions> {
  constructor(
    readonly user: number,
    readonly minPosition: number | undefined,
  ) {
    super();
  }
}

@QueryHandler(OwnPositions)
export class OwnPositionsHandler implements IQueryHandler<OwnPositions> {
  constructor(private readonly reader: LiveReader) {}

  async execute({ user, minPosition }: OwnPositions) {
    return (await this.reader.at(minPosition)).positions.snapshot(user);
  }
}

export class ContractFacts extends Query<ContractInfo> {
  constructor(readonly market: string) {
    super();
  }
}

const RATIO_DIGITS = 4;

@QueryHandler(ContractFacts)
export class ContractFactsHandler implements IQueryHandler<ContractFacts> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute({ market: name }: ContractFacts): Promise<ContractInfo> {
    const { markets, marks, positions } = this.live;
    const market = marketNamed(this.live, name, 'perpetual');
    const { contract } = market;
    if (!contract) throw new Refusal('market.unknown');
    const { terms, ending } = contract;
    const now = this.clock();
    const { base, quote } = market.terms;
    const { long, short } = positions.countOf(name);
    const mark = marks.read(name, now);
    return Promise.resolve({
      market: name,
      label: market.label,
      base,
      quote,
      state: markets.stateOf(market),
      index: terms.index,
      multiplier: market.terms.lot,
      tiers: terms.tiers.map(({ cap, leverageMax, ratePpb, amount }) => ({
        cap: market.quoteAmount(cap),
        leverageMax,
        ratePpb,
        amount: market.quoteAmount(amount),
      })),
      closeFeePpb: terms.closePpb,
      fundingIntervalMs: terms.fundingIntervalMs,
      fundingCapPpb: terms.fundingCapPpb,
      priceLimitPpb: market.termsAt(now).bandPpb,
      openInterestMax: market.quoteAmount(terms.openInterestMax),
      openInterest: mark.openInterest,
      longShortRatio: short === 0 ? null : (long / short).toFixed(RATIO_DIGITS),
      insurance: market.quoteAmount(marks.fundOf(quote)),
      endsAt: ending?.endsAt ?? null,
      mark,
    });
  }
}
