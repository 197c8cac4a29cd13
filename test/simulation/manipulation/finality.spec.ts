/**
 * A user trades with a provisional deposit, with accomplices at any price and with others at fair ones. After each
 * withdrawal, the rest is truly worth the provisional amount. Accomplices take out at most 2 %: one for an order, and
 * one before further orders are refused.
 */
import fc from 'fast-check';
import {
  ALICE,
  BOB,
  asUser,
  buy,
  cancelAll,
  given,
  indexTerms,
  later,
  marketBuy,
  marketSell,
  marketTerms,
  observe,
  publish,
  sell,
  transfer,
  withdraw,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { MALLORY, TRUDY, admitted, runsOf, tried, wealthOf, worthOf, type Worth } from './adversaries';

/** True prices: 100 units of USDT per unit of BTC, 40 ticks of 100 units per 1,000 units of ETH. */
const WORTH: Worth = { BTC: [100n, 1n], ETH: [40n * 100n, 1_000n] };
const TICKS = { 'BTC-USDT': 100, 'ETH-USDT': 40 } as const;
type Market = keyof typeof TICKS;
/** 50,000 units of USDT. */
const PROVISIONAL = 500n;

/**
 * Both coins have an index and a fair price; MALLORY has only provisional funds, and TRUDY has plenty of everything.
 */
function scene(): Scenario {
  const scenario = given(
    marketTerms({ market: 'ETH-USDT', referencePrice: TICKS['ETH-USDT'] }),
    indexTerms({ symbol: 'BTC-USDT', decimals: 2, sourcesMin: 1 }),
    indexTerms({ symbol: 'ETH-USDT', decimals: 1, sourcesMin: 1 }),
    admitted([MALLORY], {}),
    admitted([TRUDY], { BTC: 100_000n, ETH: 100_000_000n, USDT: 100_000_000n }),
    observe(12, {
      user: MALLORY,
      asset: 'BTC',
      chain: 'BTC',
      reference: 'BTC/0xabc/0',
      amount: PROVISIONAL,
      provisional: 1,
    }),
  );
  // Terms take effect a day after their announcement.
  scenario.exchange.now += 25 * 3_600_000;
  return published(scenario);
}

function published(scenario: Scenario): Scenario {
  const { exchange } = scenario;
  for (const [symbol, ticks] of Object.entries(TICKS)) {
    tried(scenario, later(1_000, publish([ticks, ticks, ticks], exchange.now + 1_000, symbol)));
  }
  return scenario;
}

/** MALLORY's wealth on the exchange, at true prices. */
const left = ({ exchange }: Scenario): bigint => wealthOf(exchange.state, [MALLORY], WORTH);
/** True value of MALLORY's provisional funds. */
const owed = PROVISIONAL * 100n;
/** Maximum gain of accomplices. */
const LOST = owed / 50n;
/** The accomplices' initial funds, all final. */
const FINAL = free(scene());

function moves(asset: string, to: 'option' | 'contract' | 'financial', amount: bigint): Step {
  return asUser(MALLORY, transfer(asset, 'spot', to, amount));
}

function leaves(asset: string, amount: bigint): Step {
  return asUser(MALLORY, withdraw(asset, amount));
}

test('one lot at twenty times the price between two accounts lets no more be withdrawn', () => {
  const scenario = scene().given(asUser(ALICE, buy(100, 500)), asUser(MALLORY, sell(100, 500)));
  const { exchange } = scenario;
  // Turns 40,000 of the 50,000 provisional units into ETH.
  const ETH = { market: 'ETH-USDT' };
  scenario.given(asUser(ALICE, sell(40, 10, ETH)), asUser(MALLORY, buy(40, 10, ETH)));
  const has = exchange.state.ledger.wallets.spot.get(MALLORY)!.get('ETH')!.available.balance;
  published(scenario).when(leaves('ETH', has - 900n));
  expect(tried(scenario, leaves('ETH', has - 900n))).toBe(false);
  scenario.given(asUser(BOB, sell(800, 1, ETH)), asUser(TRUDY, buy(800, 1, ETH)));
  expect(tried(published(scenario), leaves('ETH', has - 900n))).toBe(false);
});

describe('a user who sells provisional funds to an accomplice', () => {
  /** Gain of the accomplices and withdrawals over the initial funds. */
  const gained = (scenario: Scenario) => free(scenario) - FINAL;

  test('finds no price at which funds are given away', () => {
    const scenario = scene().given(asUser(TRUDY, buy(2, 500)));
    expect(tried(scenario, asUser(MALLORY, sell(2, 500)))).toBe(false);
    scenario.given(asUser(TRUDY, buy(95, 500)));
    expect(tried(scenario, asUser(MALLORY, marketSell(500)))).toBe(false);
    expect(gained(scenario)).toBe(0n);
  });

  test('loses at most 1 % per order and 2 % in total', () => {
    const scenario = scene();
    let done = 0;
    for (let round = 0; round < 100; round++) {
      const { spot } = scenario.exchange.state.ledger.wallets;
      const has = Number(spot.get(MALLORY)?.get('BTC')?.available.balance ?? 0n);
      const sells = has > 0;
      const lots = sells ? has : Number((spot.get(MALLORY)?.get('USDT')?.available.balance ?? 0n) / 101n);
      const [ours, theirs] = sells ? [sell(99, lots), buy(99, lots)] : [buy(101, lots), sell(101, lots)];
      scenario.given(asUser(TRUDY, theirs));
      if (tried(scenario, asUser(MALLORY, ours))) done++;
      tried(scenario, asUser(TRUDY, cancelAll()));
      published(scenario);
    }
    expect(done).toBe(2);
    expect(gained(scenario)).toBeGreaterThan(0n);
    expect(gained(scenario)).toBeLessThanOrEqual(LOST);
  });

  test('cannot bet it away: it moves to no other product account', () => {
    const scenario = scene();
    for (const to of ['option', 'contract', 'financial'] as const) {
      expect(tried(scenario, moves('BTC', to, 1n))).toBe(false);
    }
  });
});

const trade = fc.record({
  what: fc.constant('trade' as const),
  market: fc.constantFrom<Market>('BTC-USDT', 'ETH-USDT'),
  /** Seller and buyer: TRUDY and BOB help MALLORY, ALICE is honest. */
  sides: fc.constantFrom(
    ...([
      ['M', 'T'],
      ['T', 'M'],
      ['T', 'B'],
      ['B', 'T'],
      ['M', 'A'],
      ['A', 'M'],
    ] as const),
  ),
  /** Hundredths of the fair price; ALICE trades at the fair price. */
  at: fc.constantFrom(5, 20, 50, 90, 99, 100, 101, 110, 200, 500, 2_000),
  /** The side that takes, by limit or market order. */
  taker: fc.constantFrom('seller', 'buyer'),
  kind: fc.constantFrom('limit', 'market'),
  lots: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 500 })),
});
type Trade = typeof trade extends fc.Arbitrary<infer T> ? T : never;
const leaving = fc.record({
  what: fc.constant('leave' as const),
  asset: fc.constantFrom('BTC', 'ETH', 'USDT'),
  /** Hundredths of the balance. */
  part: fc.oneof(fc.constant(99), fc.integer({ min: 1, max: 99 })),
});
const moving = fc.record({
  what: fc.constant('move' as const),
  asset: fc.constantFrom('BTC', 'ETH', 'USDT'),
  to: fc.constantFrom('option', 'contract', 'financial'),
  part: fc.constantFrom(1, 10, 50, 100),
});
const waiting = fc.record({ what: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 60_000, 26 * 3_600_000) });
const turns = fc.array(fc.oneof({ weight: 4, arbitrary: trade }, { weight: 3, arbitrary: leaving }, moving, waiting), {
  minLength: 4,
  maxLength: 30,
  size: 'max',
});

test('whatever two accounts trade, withdrawals are covered at true prices by the funds left behind', () => {
  let [went, moved] = [0, 0];
  fc.assert(
    fc.property(turns, fc.boolean(), (some, publishes) => {
      const scenario = scene();
      for (const turn of some) {
        if (turn.what === 'wait') scenario.exchange.now += turn.ms;
        if (publishes) published(scenario);
        if (turn.what === 'trade') traded(scenario, turn);
        expect(free(scenario) - FINAL).toBeLessThanOrEqual(LOST);
        if (turn.what !== 'leave' && turn.what !== 'move') continue;
        const wallet = scenario.exchange.state.ledger.wallets.spot.get(MALLORY)?.get(turn.asset);
        const amount = ((wallet?.available.balance ?? 0n) * BigInt(turn.part)) / 100n;
        if (turn.what === 'move') {
          if (tried(scenario, moves(turn.asset, turn.to, amount))) moved++;
          expect(free(scenario) - FINAL).toBeLessThanOrEqual(LOST);
          continue;
        }
        if (!tried(scenario, leaves(turn.asset, amount))) continue;
        went++;
        expect(left(scenario) - withdrawn(scenario) - elsewhere(scenario)).toBeGreaterThanOrEqual(owed - 5n);
      }
    }),
    runsOf(300),
  );
  // Guards against a run in which no withdrawal happens.
  expect(went).toBeGreaterThan(0);
  expect(moved).toBeGreaterThan(0);
});

/** MALLORY's funds outside the deposit account: lost, since bets against an accomplice could move them. */
function elsewhere({ exchange }: Scenario): bigint {
  let sum = 0n;
  for (const { user, kind, asset, balance } of exchange.state.ledger.accounts.values()) {
    if (user === MALLORY && kind !== 'spot') sum += worthOf(WORTH, asset, balance);
  }
  return sum;
}

/** All funds that can leave or have left: those of accomplices, and MALLORY's withdrawals. */
function free(scenario: Scenario): bigint {
  return wealthOf(scenario.exchange.state, [TRUDY, BOB], WORTH) + withdrawn(scenario) + elsewhere(scenario);
}

/** Frozen until payout; counts as gone. */
function withdrawn({ exchange }: Scenario): bigint {
  let sum = 0n;
  for (const { user, asset, amount, fee } of exchange.state.wallet.withdrawals.values()) {
    if (user === MALLORY) sum += worthOf(WORTH, asset, amount + fee);
  }
  return sum;
}
const USERS = { M: MALLORY, T: TRUDY, B: BOB, A: ALICE };

function traded(scenario: Scenario, { market, sides, at, lots, taker, kind }: Trade): void {
  const price = sides.some((side) => side === 'A')
    ? TICKS[market]
    : Math.max(2, Math.round((TICKS[market] * at) / 100));
  const [seller, buyer] = [USERS[sides[0]], USERS[sides[1]]];
  const order = scenario.exchange.state.counters.order;
  const [maker, other] = taker === 'buyer' ? [seller, buyer] : [buyer, seller];
  const makes = taker === 'buyer' ? sell : buy;
  const takes = taker === 'buyer' ? buy : sell;
  const atMarket = taker === 'buyer' ? marketBuy : marketSell;
  if (!tried(scenario, asUser(maker, makes(price, lots, { market })))) return;
  const taking = kind === 'market' ? atMarket(lots, { market }) : takes(price, lots, { market, timeInForce: 'ioc' });
  tried(scenario, asUser(other, taking));
  tried(scenario, { actor: `user/${maker}`, command: { type: 'CancelOrder', user: maker, order } });
}
