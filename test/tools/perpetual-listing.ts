/** A perpetual as staff list it through the interface, with the terms of the worked examples. */
import { decimalOf } from '../../shared/rules/units';
import type { HttpExchange, Person } from './http-exchange';
import { TAKER_PPB, TIERS } from './perpetual-terms';

/** The insurance fund that the listing asks for: a hundredth of the open interest. */
export const INSURED = '100000';

export const PERPETUAL_TERMS = {
  market: 'BTC-USDT-PERP',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.1',
  multiplier: '0.001',
  quantityMin: '0.001',
  quantityMax: '1000',
  notionalMin: '5',
  priceLowest: '1',
  priceHighest: '10000000',
  referencePrice: '50000',
  makerFeesPpb: [200_000],
  takerFeesPpb: [TAKER_PPB],
  index: 'BTC-USDT',
  tiers: TIERS.map(({ cap, leverageMax, ratePpb }) => ({ cap: decimalOf(cap, 8), leverageMax, ratePpb })),
  fundingCapPpb: 3_000_000,
  openInterestMax: '10000000',
  impactNotional: '25000',
};

/** Opens it on an insured index of sources that are good for a minute. */
export async function openPerpetual(
  exchange: HttpExchange,
  admin: Person,
  terms: Partial<typeof PERPETUAL_TERMS> & { fundingIntervalMs?: number } = {},
): Promise<void> {
  const index = { symbol: PERPETUAL_TERMS.index, decimals: 2, sourceStaleMs: 60_000, staleMs: 60_000, sourcesMin: 2 };
  await exchange.act(admin, '/product/setIndexTerms', { ...index, reason: 'listed' });
  await exchange.capital(admin, 'USDT', INSURED);
  await exchange.act(admin, '/house/fundInsurance', { asset: 'USDT', amount: INSURED, reason: 'reserve' });
  await exchange.act(admin, '/product/listPerpetualMarket', { ...PERPETUAL_TERMS, ...terms });
  await exchange.act(admin, '/product/setPerpetualMarketState', { market: PERPETUAL_TERMS.market, state: 'open' });
}
