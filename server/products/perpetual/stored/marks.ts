/** Perpetual markets with the last mark, marks per minute, and funding rates. */
import { decimalOf } from '../../../../shared/rules/units';
import type { EventOf } from '../../../core/event';
import { createMarket } from '../../../core/market/market';
import { leverageOf } from '../core/orders/open-orders';
import { contractTerms, marketTerms } from '../core/terms/listing';
import type { Projection, EventContext } from '../../../views/stored/projection';
import { ProjectionError } from '../../../views/stored/projecting/projection-error';
import type { ContractMarketRow } from './tables';

const MINUTE_MS = 60_000;

export const contractMarketsProjection: Projection = {
  name: 'contract markets',
  tables: ['contractMarkets', 'contractMinutes', 'indexSources', 'indexSymbols', 'fundingRates'],
  reads: {
    IndexSourceNamed: ({ source }, { rows }) => rows.indexSources.markNew(source),
    PerpetualMarketListed: ({ market, base, quote }, { rows }) => {
      rows.contractMarkets.markNew(market);
      rows.assets.prefetch(base);
      rows.assets.prefetch(quote);
    },
    PerpetualTermsChanged: ({ market }, { rows }) => rows.contractMarkets.prefetch(market),
    PerpetualTermsApplied: ({ market }, { rows }) => rows.contractMarkets.prefetch(market),
    MarkPublished: ({ market }, { rows, stored }) => {
      rows.contractMarkets.prefetch(market);
      for (const { symbol, sources } of pricesIn(stored.batch.events)) {
        rows.indexSymbols.prefetch(symbol);
        for (const { source } of sources) rows.indexSources.prefetch(source);
      }
    },
  },
  writes: {
    IndexTermsSet: ({ symbol, decimals }, { rows }) => rows.indexSymbols.put({ symbol, decimals }),
    IndexSourceNamed: ({ source, name }, { rows }) => rows.indexSources.put({ source, name }),
    PerpetualMarketListed: insertMarket,
    PerpetualTermsChanged: ({ market, tierLeverages }, { rows }) => {
      if (tierLeverages === undefined) return;
      const row = rows.contractMarkets.get(market);
      row.leverageNext = defaultLeverage(tierLeverages[0]);
      rows.contractMarkets.markChanged(row);
    },
    PerpetualTermsApplied: ({ market, scope }, { rows }) => {
      const row = rows.contractMarkets.get(market);
      if (scope === 'positions' || row.leverageNext === null) return;
      Object.assign(row, { leverage: row.leverageNext, leverageNext: null });
      rows.contractMarkets.markChanged(row);
    },
    MarkPublished: updateMark,
    FundingFixed: ({ market, dueAt, rate, premium, mark }, { rows, position }) => {
      rows.fundingRates.put({ market, dueAt, rate, premium, mark, position });
    },
    FundingSkipped: ({ market, dueAt }, { rows, position }) => {
      rows.fundingRates.put({ market, dueAt, rate: null, premium: null, mark: null, position });
    },
  },
};

function insertMarket({ type: _, ...terms }: EventOf<'PerpetualMarketListed'>, { rows }: EventContext): void {
  const { market, base, quote, index } = terms;
  const { quotePerTickLot } = createMarket(
    'perpetual',
    marketTerms(terms),
    rows.assets.get(base),
    rows.assets.get(quote),
  );
  rows.contractMarkets.put({
    market,
    quote,
    indexSymbol: index,
    quotePerTickLot,
    leverage: leverageOf(undefined, contractTerms(terms)),
    leverageNext: null,
    mark: null,
    index: null,
    p1: null,
    p2: null,
    last: null,
    bound: null,
    sources: null,
    markAt: null,
    markPosition: null,
  });
}

/** Default leverage for users who chose none, if the first tier allows it. */
function defaultLeverage(leverageMax: number): number {
  const tier = { cap: 1n, floor: 0n, leverageMax, ratePpb: 0, amount: 0n };
  return leverageOf(undefined, { tiers: [tier] });
}

function updateMark(event: EventOf<'MarkPublished'>, context: EventContext): void {
  const { rows, at, position } = context;
  const { market, mark, index, p1, p2, last, bound = null } = event;
  const row = rows.contractMarkets.get(market);
  if (row.markAt === null || minuteOf(row.markAt) < minuteOf(at))
    rows.contractMinutes.add({ market, at, mark, position });
  const sources = sourcesOf(row, context);
  Object.assign(row, { mark, index, p1, p2, last, bound, sources, markAt: at, markPosition: position });
  rows.contractMarkets.markChanged(row);
}

function minuteOf(at: number): number {
  return Math.floor(at / MINUTE_MS);
}

/** JSON of the sources that counted in the market's index. */
function sourcesOf({ indexSymbol }: ContractMarketRow, { rows, stored }: EventContext): string {
  const published = pricesIn(stored.batch.events).find(({ symbol }) => symbol === indexSymbol);
  if (!published) throw new ProjectionError(`a mark follows ${indexSymbol}, which was not published`);
  const { decimals } = rows.indexSymbols.get(indexSymbol);
  const sources = published.sources.map(({ source, price, at }) => {
    return { name: rows.indexSources.get(source).name, price: decimalOf(BigInt(price), decimals), at };
  });
  return JSON.stringify(sources);
}

type Published = EventOf<'IndexPublished'>['prices'];
const NONE: Published = [];

function pricesIn(events: EventContext['stored']['batch']['events']): Published {
  for (const event of events) if (event.type === 'IndexPublished') return event.prices;
  return NONE;
}
