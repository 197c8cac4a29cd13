/**
 * Somebody trades with a deposit that its chain may still take back, with accomplices at any price and with others at fair ones.
 * Whenever something of theirs may leave, what they leave behind is truly worth what is not final, and by way of the accomplices no
 * more leaves either: two parts in a hundred at most, one for an order and one before no more of them may be placed.
 */
import fc from 'fast-check';
import {
  ALICE,
  BOB,
  by,
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

/** True prices: 100 units of USDT for one of BTC, 40 ticks of 100 units for 1,000 of ETH. */
const WORTH: Worth = { BTC: [100n, 1n], ETH: [40n * 100n, 1_000n] };
const TICKS = { 'BTC-USDT': 100, 'ETH-USDT': 40 } as const;
type Market = keyof typeof TICKS;
/** 50,000 units of USDT. */
const PROVISIONAL = 500n;

/** Both coins have an index and a fair price; MALLORY has nothing but what is not final, and TRUDY has plenty of everything. */
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
  // Terms take effect a day after they were announced.
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

/** What MALLORY has on the exchange, at true prices. */
const left = ({ exchange }: Scenario): bigint => wealthOf(exchange.state, [MALLORY], WORTH);
/** What is not final of theirs, at true prices, less what roundings may take. */
const owed = PROVISIONAL * 100n;
/** What accomplices may gain of it. */
const LOST = owed / 50n;
/** What they have to begin with, all of it final. */
const FINAL = free(scene());

function moves(asset: string, to: 'option' | 'contract' | 'financial', amount: bigint): Step {
  return by(MALLORY, transfer(asset, 'spot', to, amount));
}

function leaves(asset: string, amount: bigint): Step {
  return by(MALLORY, withdraw(asset, amount));
}

test('after one lot at twenty times the price between two accounts no more may leave than before', () => {
  const scenario = scene().given(by(ALICE, buy(100, 500)), by(MALLORY, sell(100, 500)));
  const { exchange } = scenario;
  // 40,000 of the 50,000 that are not final become ETH.
  const ETH = { market: 'ETH-USDT' };
  scenario.given(by(ALICE, sell(40, 10, ETH)), by(MALLORY, buy(40, 10, ETH)));
  const has = exchange.state.ledger.wallets.spot.get(MALLORY)!.get('ETH')!.available.balance;
  published(scenario).when(leaves('ETH', has - 900n));
  expect(tried(scenario, leaves('ETH', has - 900n))).toBe(false);
  scenario.given(by(BOB, sell(800, 1, ETH)), by(TRUDY, buy(800, 1, ETH)));
  expect(tried(published(scenario), leaves('ETH', has - 900n))).toBe(false);
});

describe('who sells to an accomplice what is not final', () => {
  /** The two have as much together as they began with, but for what lies where nothing leaves. */
  const gained = (scenario: Scenario) => free(scenario) - FINAL;

  test('finds no price at which it is given away', () => {
    const scenario = scene().given(by(TRUDY, buy(2, 500)));
    expect(tried(scenario, by(MALLORY, sell(2, 500)))).toBe(false);
    scenario.given(by(TRUDY, buy(95, 500)));
    expect(tried(scenario, by(MALLORY, marketSell(500)))).toBe(false);
    expect(gained(scenario)).toBe(0n);
  });

  test('loses one part in a hundred in an order, and two in however many there are', () => {
    const scenario = scene();
    let done = 0;
    for (let round = 0; round < 100; round++) {
      const { spot } = scenario.exchange.state.ledger.wallets;
      const has = Number(spot.get(MALLORY)?.get('BTC')?.available.balance ?? 0n);
      const sells = has > 0;
      const lots = sells ? has : Number((spot.get(MALLORY)?.get('USDT')?.available.balance ?? 0n) / 101n);
      const [ours, theirs] = sells ? [sell(99, lots), buy(99, lots)] : [buy(101, lots), sell(101, lots)];
      scenario.given(by(TRUDY, theirs));
      if (tried(scenario, by(MALLORY, ours))) done++;
      tried(scenario, by(TRUDY, cancelAll()));
      published(scenario);
    }
    expect(done).toBe(2);
    expect(gained(scenario)).toBeGreaterThan(0n);
    expect(gained(scenario)).toBeLessThanOrEqual(LOST);
  });

  test('bets it against none: it goes to no account of another product', () => {
    const scenario = scene();
    for (const to of ['option', 'contract', 'financial'] as const) {
      expect(tried(scenario, moves('BTC', to, 1n))).toBe(false);
    }
  });
});

const trade = fc.record({
  what: fc.constant('trade' as const),
  market: fc.constantFrom<Market>('BTC-USDT', 'ETH-USDT'),
  /** Who sells to whom: TRUDY and BOB help MALLORY, ALICE is honest. */
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
  /** At which part of the fair price, in hundredths; ALICE trades at the fair one. */
  at: fc.constantFrom(5, 20, 50, 90, 99, 100, 101, 110, 200, 500, 2_000),
  /** Who takes what the other has placed, and whether at any price. */
  taker: fc.constantFrom('seller', 'buyer'),
  kind: fc.constantFrom('limit', 'market'),
  lots: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 500 })),
});
type Trade = typeof trade extends fc.Arbitrary<infer T> ? T : never;
const leaving = fc.record({
  what: fc.constant('leave' as const),
  asset: fc.constantFrom('BTC', 'ETH', 'USDT'),
  /** Of what is there, in hundredths. */
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

test('whatever two trade with each other, what leaves is covered at true prices by what one of them leaves behind', () => {
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
  // A property in which nothing leaves would hold as well.
  expect(went).toBeGreaterThan(0);
  expect(moved).toBeGreaterThan(0);
});

/** What MALLORY has in other accounts than the one where deposits come in: as good as gone, by bets against an accomplice. */
function elsewhere({ exchange }: Scenario): bigint {
  let sum = 0n;
  for (const { user, kind, asset, balance } of exchange.state.ledger.accounts.values()) {
    if (user === MALLORY && kind !== 'spot') sum += worthOf(WORTH, asset, balance);
  }
  return sum;
}

/** All that may leave or has left: what accomplices have, and what MALLORY has taken out. */
function free(scenario: Scenario): bigint {
  return wealthOf(scenario.exchange.state, [TRUDY, BOB], WORTH) + withdrawn(scenario) + elsewhere(scenario);
}

/** Frozen until it is paid, and as good as gone. */
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
  if (!tried(scenario, by(maker, makes(price, lots, { market })))) return;
  const taking = kind === 'market' ? atMarket(lots, { market }) : takes(price, lots, { market, timeInForce: 'ioc' });
  tried(scenario, by(other, taking));
  tried(scenario, { actor: `user/${maker}`, command: { type: 'CancelOrder', user: maker, order } });
}
