/** A second contract beside that of `perpetual-fixture`, and an account in cross margin in both. */
import type { ListPerpetualMarket } from '../../server/products/perpetual/core/commands';
import { ALICE, BOB, CAROL, later, quotes, staff, system, type Scenario, type Step } from './core-fixture';
import {
  BTC_PERP,
  FUNDS,
  close,
  drained,
  fund,
  leverage,
  locked,
  marginMode,
  open,
  perpetuals,
  told,
} from './perpetual-fixture';
import { fundingDue } from '../../shared/products/perpetual/rules/funding';
import { usdt } from './perpetual-terms';

export const ETH = 'ETH-USDT-PERP';
const INDEX = { decimals: 1, sourceStaleMs: 10_000, staleMs: 15_000, sourcesMin: 3 };
/** Both indices at a time, in ticks of 0.1. */
export function marks(btc: number, eth: number, at: number): Step {
  const of = (price: number, symbol: string) => quotes([price, price, price], at, symbol);
  return system({ type: 'PublishIndex', prices: [of(btc, 'BTC-USDT'), of(eth, 'ETH-USDT')] });
}
export function moved(scenario: Scenario, btc: number, eth: number): Step {
  return later(1_500, marks(btc, eth, scenario.exchange.now + 1_500));
}

/** A minute with publications in which nobody trades: what was paid before it counts for no mark any more. */
export function quietInBoth(scenario: Scenario, btc: number, eth: number): Scenario {
  const { exchange } = scenario;
  for (let ms = 0; ms <= 61_000; ms += 10_000) scenario.given(later(10_000, marks(btc, eth, exchange.now + 10_000)));
  return scenario;
}

/** A second contract, of 0.01 ETH a lot at 3,000.0, and Bob with 10,000 USDT in cross margin in both. */
export function two(fields: Partial<ListPerpetualMarket> = {}): Scenario {
  const scenario = perpetuals(fields);
  scenario.given(
    staff({ type: 'ListAsset', asset: 'ETH', scale: 8, withdrawalFee: 2n, withdrawalMin: 5n }),
    staff({ type: 'SetIndexTerms', symbol: 'ETH-USDT', ...INDEX, reason: 'listed' }),
    staff({
      ...BTC_PERP,
      market: ETH,
      base: 'ETH',
      multiplier: '0.01',
      index: 'ETH-USDT',
      referencePrice: 30_000,
      priceLowest: 10,
      ...fields,
    }),
    staff({ type: 'SetPerpetualMarketState', market: ETH, state: 'open' }),
    transferred(BOB, FUNDS - usdt('10,000')),
  );
  scenario.exchange.now += 1_500;
  return scenario.given(
    marks(500_000, 30_000, scenario.exchange.now),
    marginMode(BOB, 'cross'),
    marginMode(BOB, 'cross', ETH),
    leverage(BOB, 10),
    { actor: `user/${BOB}`, command: { type: 'SetLeverage', user: BOB, market: ETH, leverage: 10 } },
  );
}

export function transferred(user: number, amount: bigint): Step {
  const command = { type: 'TransferFunds', user, asset: 'USDT', from: 'contract', to: 'spot', amount } as const;
  return { actor: `user/${user}`, command };
}

/** Long 1 BTC at 50,000 and short 10 ETH at 3,000, as a maker with both. */
export function both(scenario = two()): Scenario {
  return scenario.given(
    open(BOB, 'long', 500_000, 1_000),
    open(ALICE, 'short', 500_000, 1_000),
    open(BOB, 'short', 30_000, 1_000, { market: ETH }),
    open(ALICE, 'long', 30_000, 1_000, { market: ETH }),
  );
}

/** One position pays for the loss of the other, with what it has won and what it has locked. */
export function everythingOfCross(): Scenario {
  const scenario = both();
  scenario.given(
    transferred(BOB, freeOf(scenario)),
    moved(scenario, 444_000, 29_500),
    open(CAROL, 'long', 444_000, 1_000),
  );
  return scenario.given(close(BOB, 'long', 444_000, 1_000));
}

function freeOf({ exchange: { state } }: Scenario): bigint {
  return state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance ?? 0n;
}

/** 2 BTC are the second tier: some of them are sold into what Carol bids at the mark, and the rest lives. */
export function cutCross(): Scenario {
  const scenario = two().given(fund(BOB, usdt('1000')));
  scenario.given(open(BOB, 'long', 500_000, 2_000), open(ALICE, 'short', 500_000, 2_000));
  scenario.given(transferred(BOB, freeOf(scenario)), open(CAROL, 'long', 454_000, 1_500));
  return scenario.given(moved(scenario, 452_000, 30_000));
}

/** A long and a short close against each other; nobody bids for the rest. */
export function endedCross(): Scenario {
  const scenario = two().given(fund(BOB, usdt('5000')));
  scenario.given(
    ...[open(BOB, 'long', 500_000, 1_000), open(ALICE, 'short', 500_000, 1_000)],
    ...[open(BOB, 'short', 500_000, 400), open(ALICE, 'long', 500_000, 400)],
    open(BOB, 'short', 30_000, 1_000, { market: ETH }),
    open(ALICE, 'long', 30_000, 1_000, { market: ETH }),
  );
  return scenario.given(moved(scenario, 490_000, 44_300));
}

/** Staff have locked BOB's long, in which next to nothing is left; at this time its funding is due. */
export function lockedFunding(): Scenario {
  const scenario = both();
  const { exchange } = scenario;
  told(scenario, [drained(scenario, BOB, 'long', 10n)]);
  const hour = fundingDue(exchange.now + 1_000, BTC_PERP.fundingIntervalMs);
  exchange.now = hour - 1_000;
  scenario.given(marks(500_000, 30_000, hour - 1_000), locked(2));
  exchange.now = hour;
  return scenario;
}
