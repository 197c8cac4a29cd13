/** Risks of the exchange from the live views; computed at most once per few seconds for all callers. */
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DESK_ROUTES as ROUTES } from '../../../shared/wire/desk';
import type { RiskBoard } from '../../../shared/wire/desk';
import type { PositionSide } from '../../core/market/order';
import { QueryOf } from '../../platform/http/route-messages';
import { Metrics } from '../../platform/metrics/metrics';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import type { LiveMarket } from '../../views/live/markets';
import type { LivePosition } from '../../products/perpetual/live/positions';
import { positionRecord } from '../../products/perpetual/api/staff.queries';
import { Reader } from '../shared/endpoints/reader';

/** Minimum interval in ms: a scan of 100,000 positions takes some tens of milliseconds. */
const REFRESH_MS_MIN = 5_000;
const LARGEST_MAX = 10;

export class RiskOfAll extends QueryOf(ROUTES.risk) {}

@QueryHandler(RiskOfAll)
export class RiskOfAllHandler implements IQueryHandler<RiskOfAll> {
  private cached: RiskBoard | null = null;

  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  execute(): Promise<RiskBoard> {
    const now = this.clock();
    if (this.cached === null || now - this.cached.at >= REFRESH_MS_MIN || now < this.cached.at)
      this.cached = this.make(now);
    return Promise.resolve(this.cached);
  }

  private make(now: number): RiskBoard {
    const { live, reader } = this;
    const { options, earn, markets, index } = live;
    const coverOf = (view: { assets(): string[]; coverOf(asset: string): { held: bigint; promised: bigint } }) =>
      view.assets().map((asset) => {
        const { held, promised } = view.coverOf(asset);
        return { asset, held: markets.amount(asset, held), promised: markets.amount(asset, promised) };
      });
    return {
      at: now,
      ...contractsOf(live),
      options: [...options.products()].map(({ terms: { symbol, asset, sideMax, totalMax }, open }) => {
        const amount = (units: bigint): string => markets.amount(asset, units);
        const label = markets.find(symbol)?.label ?? symbol;
        const stakes = { up: amount(open.up), down: amount(open.down) };
        return { symbol, label, asset, ...stakes, sideMax: amount(sideMax), totalMax: amount(totalMax) };
      }),
      optionCover: coverOf(options),
      earnCover: coverOf(earn),
      feeds: index.terms().map(({ symbol, sourcesMin }) => {
        const { price, at, isStale, sources } = index.read(symbol, now);
        return { symbol, price, at, isStale, sources: sources.length, sourcesMin };
      }),
      progress: {
        live: live.position,
        stored: reader.position(),
        records: reader.recordsPosition(),
        storedSeconds: this.metrics.projectionLagSeconds(),
        appendSeconds: this.metrics.lastAppendSeconds,
      },
    };
  }
}

interface Valued {
  position: Readonly<LivePosition>;
  market: LiveMarket;
  value: bigint;
  /** Used only for comparing amounts of several quotes. */
  size: number;
}

/** One scan of all positions. Exact except for the order of the largest, which counts all quotes at par. */
function contractsOf(live: LiveViews): Pick<RiskBoard, 'contracts' | 'largest'> {
  const { markets, marks, positions } = live;
  let largest: Valued[] = [];
  const contracts = markets.ofProduct('perpetual').flatMap((market) => {
    const { contract, label, terms } = market;
    if (!contract) return [];
    const name = terms.market;
    const ticks = marks.markOf(name);
    const scale = 10 ** (markets.scale(terms.quote) ?? 0);
    const sums: Record<PositionSide, bigint> = { long: 0n, short: 0n };
    for (const side of ['long', 'short'] as const) {
      for (const position of positions.inMarket(name, side)) {
        const value = market.notional(ticks, position.lots);
        sums[side] += value;
        const size = Number(value) / scale;
        if (largest.length === LARGEST_MAX && size <= largest[LARGEST_MAX - 1].size) continue;
        largest = [...largest, { position, market, value, size }]
          .sort((one, other) => other.size - one.size)
          .slice(0, LARGEST_MAX);
      }
    }
    const { long, short } = positions.countOf(name);
    return [
      {
        ...{ market: name, label, quote: terms.quote },
        long: ticks === 0 ? null : market.quoteAmount(sums.long),
        short: ticks === 0 ? null : market.quoteAmount(sums.short),
        openInterestMax: market.quoteAmount(contract.terms.openInterestMax),
        positions: long + short,
        insurance: market.quoteAmount(marks.fundOf(terms.quote)),
      },
    ];
  });
  const largestPositions = largest.map(({ position, market, value }) => {
    const { id, user, side } = position;
    const { mark, liquidationPrice, distance } = positionRecord(live, position);
    return {
      ...{ contract: String(id), userId: user, market: market.terms.market, label: market.label, side },
      quote: market.terms.quote,
      value: mark === null ? null : market.quoteAmount(value),
      liquidationPrice,
      distance,
    };
  });
  return { contracts, largest: largestPositions };
}
