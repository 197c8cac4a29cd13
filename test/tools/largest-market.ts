/** A market where everything in a trade is as long as the core lets it be: names, ids, prices and amounts. */
import { AMOUNT_MAX } from '../../server/core/amounts';
import type { ListMarket } from '../../server/core/command';
import { OWNER_MAX, TICKS_MAX } from '../../server/core/market/book';
import { createState } from '../../server/products/core';
import { Exchange, Scenario, by, limit, marketState, staff, system, type Step } from './core-fixture';

/** The longest names that assets may have, and hence a market. */
const BASE = 'ABCDEFGHIJKL';
const QUOTE = 'MNOPQRSTUVWX';
export const MARKET = `${BASE}-${QUOTE}`;

/** Users with the longest ids. */
export const TAKER = OWNER_MAX;
export const MAKER = OWNER_MAX - 1;
export const PASSER = OWNER_MAX - 2;

const TERMS: Omit<ListMarket, 'type'> = {
  market: MARKET,
  base: BASE,
  quote: QUOTE,
  tick: '1',
  lot: '1',
  quantityMin: 1,
  quantityMax: Number.MAX_SAFE_INTEGER,
  notionalMin: 0n,
  priceLowest: 1,
  priceHighest: TICKS_MAX,
  makerFeesPpb: [1_000_000_000],
  takerFeesPpb: [1_000_000_000],
  openOrdersMax: 2_000,
  referencePrice: 1_000_000_000,
  bandPpb: 1_000_000_000,
};

/** Ids to come have sixteen digits. */
const COUNTED = Number.MAX_SAFE_INTEGER - 100_000;

/** That market with its users, all of whose orders, trades and holds have the longest ids. */
export function largestMarket(): Scenario {
  const state = createState();
  state.counters.order = COUNTED;
  state.counters.trade = COUNTED;
  state.counters.hold = COUNTED;
  const asset = { type: 'ListAsset', withdrawalFee: 0n, withdrawalMin: 1n } as const;
  const credit = (user: number, of: string, amount: bigint): Step =>
    system({ type: 'CreditRecharge', user, asset: of, amount, reference: `opening/${user}/${of}` });
  const exchange = new Exchange(state);
  exchange.auditor.trades = COUNTED - 1;
  return new Scenario(exchange).given(
    staff({ ...asset, asset: BASE, scale: 9 }),
    staff({ ...asset, asset: QUOTE, scale: 0 }),
    staff({ type: 'ListMarket', ...TERMS }),
    marketState('open', MARKET),
    [TAKER, MAKER, PASSER].flatMap((user): Step[] => [
      system({ type: 'RegisterMember', user }),
      staff({ type: 'VerifyMember', user }),
    ]),
    credit(MAKER, BASE, AMOUNT_MAX - 10n ** 17n),
    credit(TAKER, BASE, 10n ** 16n),
    credit(PASSER, BASE, 10n ** 16n),
    credit(TAKER, QUOTE, AMOUNT_MAX - 10n ** 17n),
    credit(PASSER, QUOTE, 10n ** 16n),
  );
}

/** What one maker of that market sells: with five hundred of them the taker's hold is nearly all that an amount can be. */
export const LOTS = 16_900_000;
export const PRICE = 1_000_000_000;

/** `count` resting sells of as much as their amounts may be. */
export function makers(count: number): Step[] {
  return Array.from({ length: count }, () => by(MAKER, limit('sell', PRICE, LOTS, { market: MARKET })));
}
