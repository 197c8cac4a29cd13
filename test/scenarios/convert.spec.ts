/** Convert: exchanges one coin for another by one market order of the user, or by two over USDT. */
import fc from 'fast-check';
import { QUOTE_VALID_MS, minimumReceived } from '../../shared/products/convert/rules/quote';
import { availableOf } from '../../server/core/ledger/ledger';
import { canonicalLines, decide, evolve, createState } from '../../server/products/core';
import { isRejection } from '../../server/core/rejection';
import type { EventOf } from '../../server/core/event';
import {
  ALICE,
  BOB,
  CAROL,
  RICH,
  accountFrozen,
  withClientId,
  assetState,
  available,
  buy,
  asUser,
  cancelled,
  given,
  indexTerms,
  marketBuyFor,
  marketSell,
  marketState,
  marketTerms,
  observe,
  occurred,
  placed,
  publish,
  refused,
  repeated,
  restingOrder,
  restoredFromSnapshot,
  sell,
  expectThat,
  traded,
  type Scenario,
} from '../tools/fixtures/core-fixture';
import { convertCoin, DIRECT } from '../tools/fixtures/convert-fixture';

/**
 * BTC: one lot at one tick is one unit of USDT. ETH: one lot is 1,000 units, and one lot at one tick is 100 units of
 * USDT.
 */
const books = () =>
  given(restingOrder('buy', 100, 300), restingOrder('buy', 99, 300), restingOrder('sell', 101, 300), [
    restingOrder('sell', 100, 2, { market: 'ETH-USDT' }),
    restingOrder('sell', 102, 5, { market: 'ETH-USDT' }),
    restingOrder('buy', 98, 5, { market: 'ETH-USDT' }),
  ]);
const all = ({ exchange }: Scenario, user: number) =>
  ['BTC', 'ETH', 'USDT'].map((asset) => availableOf(exchange.state.ledger, user, asset));

describe('a conversion in one market', () => {
  test('sells whole lots and leaves the remainder', () => {
    const scenario = books();
    scenario.when(convertCoin(scenario, 'ETH', 'USDT', 3_500n)).then(
      placed('takes'),
      traded(98, 3),
      occurred('Converted', { from: 'ETH', to: 'USDT', spent: 3_000n, received: 29_341n, orders: [7] }),
      // 29,400 less a fee of 0.2 %, rounded up against the user.
      available(BOB, 'USDT', RICH + 29_341n),
      available(BOB, 'ETH', RICH - 3_000n),
    );
  });

  test('buys for an amount and leaves less than the cost of one lot', () => {
    const scenario = books();
    scenario
      .when(convertCoin(scenario, 'USDT', 'ETH', 35_000n))
      .then(
        placed('takes'),
        traded(100, 2),
        traded(102, 1),
        cancelled(7, 'quote_remainder'),
        occurred('Converted', { from: 'USDT', to: 'ETH', spent: 30_200n, received: 2_994n }),
        available(BOB, 'USDT', RICH - 30_200n),
      );
  });

  test.each([
    ['a sale', 'BTC', 'USDT', marketSell(250, { timeInForce: 'fok' }), 250n],
    ['a purchase', 'USDT', 'BTC', marketBuyFor(10_100n, { timeInForce: 'fok' }), 10_100n],
    ['a sale with a fee', 'ETH', 'USDT', marketSell(4, { timeInForce: 'fok', market: 'ETH-USDT' }), 4_000n],
    [
      'a purchase with a fee',
      'USDT',
      'ETH',
      marketBuyFor(62_000n, { timeInForce: 'fok', market: 'ETH-USDT' }),
      62_000n,
    ],
  ] as const)('equals the market order of the same amount to the unit: %s', (_, from, to, order, amount) => {
    const [one, other] = [books(), books()];
    one.given(order);
    other.given(convertCoin(other, from, to, amount));
    expect(all(other, BOB)).toEqual(all(one, BOB));
    expect(all(other, ALICE)).toEqual(all(one, ALICE));
  });

  test("places an order without a client id; a retry by the command's client id returns the first result", () => {
    const scenario = books();
    const step = withClientId('c1', convertCoin(scenario, 'BTC', 'USDT', 5n));
    scenario
      .given(step)
      .when(step)
      .then(repeated(), available(BOB, 'BTC', RICH - 5n));
    const order = scenario.exchange.batches
      .flatMap(({ events }) => events)
      .find((event) => event.type === 'OrderPlaced' && event.user === BOB);
    expect(order).toMatchObject({ quoted: 1, kind: 'market', timeInForce: 'fok' });
    scenario.when(withClientId('c1', convertCoin(scenario, 'BTC', 'USDT', 6n))).then(refused('client.id.reused'));
  });
});

describe('a conversion over USDT', () => {
  test('spends the proceeds of the first market and reports the rest', () => {
    const scenario = books();
    const [, , usdt] = all(scenario, BOB);
    scenario
      .when(convertCoin(scenario, 'BTC', 'ETH', 305n))
      .then(
        placed('takes'),
        traded(100, 300),
        traded(99, 5),
        placed('takes'),
        traded(100, 2),
        traded(102, 1),
        cancelled(8, 'quote_remainder'),
        occurred('Converted', { spent: 305n, received: 2_994n, rest: 295n, orders: [7, 8] }),
        available(BOB, 'USDT', usdt + 295n),
        available(BOB, 'ETH', RICH + 2_994n),
      );
  });

  test('is refused as a whole if the second market cannot fill it', () => {
    const scenario = books();
    const before = all(scenario, BOB);
    scenario.given(asUser(CAROL, buy(100, 10_000)));
    scenario.when(convertCoin(scenario, 'BTC', 'ETH', 9_000n)).then(refused('order.cannot.fill'));
    expect(all(scenario, BOB)).toEqual(before);
  });

  test('is refused if the first market yields less than the minimum of the second', () => {
    const scenario = books();
    const least = { asset: 'USDT', minimum: '10000' };
    scenario.when(convertCoin(scenario, 'BTC', 'ETH', 50n)).then(refused('convert.amount.minimum', least));
  });
});

/** Adds asks and bids to the direct market: 100 units of BTC for 1,000 of ETH. */
const direct = () =>
  books().given(
    DIRECT.slice(),
    restingOrder('sell', 100, 9, { market: 'ETH-BTC' }),
    restingOrder('buy', 99, 9, { market: 'ETH-BTC' }),
  );

/** The markets of the orders in the last batch. */
const route = ({ exchange }: Scenario): string[] =>
  (exchange.batches.at(-1)?.events ?? []).flatMap((event) => (event.type === 'OrderPlaced' ? [event.market] : []));

describe('two coins with a direct market', () => {
  const SHUT = ['cancel_only', 'closed', 'maintenance'] as const;

  test('convert in the direct market, in both directions', () => {
    const scenario = direct();
    scenario
      .when(convertCoin(scenario, 'BTC', 'ETH', 201n))
      .then(
        placed('takes'),
        traded(100, 2),
        cancelled(9, 'quote_remainder'),
        occurred('Converted', { from: 'BTC', to: 'ETH', spent: 200n, received: 2_000n, rest: undefined, orders: [9] }),
      );
    expect(route(scenario)).toEqual(['ETH-BTC']);
    scenario.given(convertCoin(scenario, 'ETH', 'BTC', 3_500n));
    expect(route(scenario)).toEqual(['ETH-BTC']);
  });

  test.each(SHUT)('convert over USDT while the direct market is %s, and directly once it reopens', (state) => {
    const scenario = direct().given(marketState(state, 'ETH-BTC'));
    scenario
      .when(convertCoin(scenario, 'BTC', 'ETH', 300n))
      .then(
        placed('takes'),
        traded(100, 300),
        placed('takes'),
        traded(100, 2),
        cancelled(10, 'quote_remainder'),
        occurred('Converted', { spent: 300n, received: 1_996n, rest: 10_000n, orders: [9, 10] }),
      );
    expect(route(scenario)).toEqual(['BTC-USDT', 'ETH-USDT']);
    scenario.given(marketState('open', 'ETH-BTC'), convertCoin(scenario, 'BTC', 'ETH', 300n));
    expect(route(scenario)).toEqual(['ETH-BTC']);
  });

  test('are refused at the price of the direct market although the route over USDT would yield more', () => {
    const scenario = books().given(DIRECT.slice(), restingOrder('sell', 105, 9, { market: 'ETH-BTC' }));
    const step = convertCoin(scenario, 'BTC', 'ETH', 310n, { least: 2_900n });
    const facts = { asset: 'ETH', received: '2000', least: '2900' };
    scenario.when(step).then(refused('convert.least.not.reached', facts));
    scenario.given(marketState('cancel_only', 'ETH-BTC'), step);
    expect(scenario.exchange.batches.at(-1)?.events.at(-1)).toMatchObject({ type: 'Converted', received: 2_994n });
  });

  test.each([
    ['closed', 'BTC-USDT', 'coin.not.open'],
    ['cancel_only', 'BTC-USDT', 'market.cancel.only'],
    ['maintenance', 'ETH-USDT', 'coin.under.maintenance'],
    ['closed', 'ETH-USDT', 'coin.not.open'],
  ] as const)('are refused if neither route is open: %s %s', (state, market, code) => {
    const scenario = direct().given(marketState('maintenance', 'ETH-BTC'), marketState(state, market));
    const lines = [...canonicalLines(scenario.exchange.state)];
    scenario.when(convertCoin(scenario, 'BTC', 'ETH', 300n)).then(refused(code));
    scenario.when(convertCoin(scenario, 'ETH', 'BTC', 3_000n)).then(refused(code));
    expect([...canonicalLines(scenario.exchange.state)]).toEqual(lines);
  });

  test('are refused while one coin is under maintenance', () => {
    const scenario = direct().given(assetState('ETH', { trading: 'maintenance' }));
    scenario.when(convertCoin(scenario, 'BTC', 'ETH', 300n)).then(refused('coin.under.maintenance'));
  });

  test('are refused with the code of the direct market if no route over USDT exists', () => {
    const scenario = direct().given(marketState('closed', 'USDT-USD'));
    scenario.when(convertCoin(scenario, 'USDT', 'USD', 300_000n)).then(refused('coin.not.open'));
  });

  test('use one complete route or none, for any market states and order books', () => {
    const state = fc.constantFrom('open', 'open', 'open', ...SHUT);
    const names = ['ETH-BTC', 'BTC-USDT', 'ETH-USDT'] as const;
    const level = fc.record({
      market: fc.constantFrom(...names),
      price: fc.integer({ min: 95, max: 105 }),
      lots: fc.integer({ min: 1, max: 900 }),
    });
    const wish = fc.record({
      isBuying: fc.boolean(),
      parts: fc.integer({ min: 1, max: 400 }),
      least: fc.oneof(fc.constant(0), fc.nat(3_000)),
    });
    const met = { direct: 0, detour: 0, shut: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.tuple(state, state, state),
        fc.nat(9).map((roll) => roll === 0),
        fc.array(level, { maxLength: 8 }),
        wish,
        (states, isUpgraded, levels, { isBuying, parts, least }) => {
          const scenario = direct().given(restingOrder('buy', 98, 900), restingOrder('sell', 102, 900));
          const { exchange } = scenario;
          for (const [index, { market, price, lots: quantity }] of levels.entries()) {
            const order = price < 100 ? buy(price, quantity, { market }) : sell(price, quantity, { market });
            exchange.take(asUser(index % 2 === 0 ? ALICE : CAROL, order));
          }
          names.forEach((market, index) => exchange.take(marketState(states[index], market)));
          if (isUpgraded) exchange.take(assetState('ETH', { trading: 'maintenance' }));
          const isOpen = states.map((one) => one === 'open' && !isUpgraded);
          const before = all(scenario, BOB);
          const lines = [...canonicalLines(exchange.state)];
          const [from, to, amount] = isBuying
            ? ['BTC', 'ETH', BigInt(parts) * 2n]
            : ['ETH', 'BTC', BigInt(parts) * 20n];
          const outcome = exchange.take(convertCoin(scenario, from, to, amount, { least: BigInt(least) + 1n }));
          const way = isOpen[0] ? ['ETH-BTC'] : isBuying ? ['BTC-USDT', 'ETH-USDT'] : ['ETH-USDT', 'BTC-USDT'];
          if (isRejection(outcome)) {
            expect([...canonicalLines(exchange.state)]).toEqual(lines);
            met[isOpen[0] || (isOpen[1] && isOpen[2]) ? 'refused' : 'shut']++;
            return;
          }
          expect(isOpen[0] || (isOpen[1] && isOpen[2])).toBe(true);
          expect(route(scenario)).toEqual(way);
          met[isOpen[0] ? 'direct' : 'detour']++;
          const event = exchange.batches.at(-1)?.events.at(-1) as EventOf<'Converted'>;
          const moved = all(scenario, BOB).map((units, index) => units - before[index]);
          const expected = { [from]: -event.spent, [to]: event.received, USDT: event.rest ?? 0n };
          expect(moved).toEqual(['BTC', 'ETH', 'USDT'].map((asset) => expected[asset]));
          expect(event.received).toBeGreaterThanOrEqual(BigInt(least) + 1n);
        },
      ),
      { numRuns: 150, seed: Number(process.env['SIMULATION_SEED'] ?? 20_260_101) },
    );
    for (const times of Object.values(met)) expect(times).toBeGreaterThan(3);
  });
});

describe('convert refuses', () => {
  test.each([
    ['a frozen account', () => books().given(accountFrozen()), 'account.frozen'],
    ['a closed market', () => books().given(marketState('closed')), 'coin.not.open'],
    [
      'a coin under maintenance',
      () => books().given(assetState('BTC', { trading: 'maintenance' })),
      'coin.under.maintenance',
    ],
    ['a price beyond the band', () => books().given(marketTerms({ bandPpb: 0 })), 'order.cannot.fill'],
    ['a deposit that is not final', () => books().given(observe(12, { provisional: 1 })), 'order.not.final'],
    ['an own order in the way', () => given(buy(100, 300)), 'convert.own.orders'],
    ['more than there is in the book', () => given(restingOrder('buy', 100, 301)), 'order.cannot.fill'],
  ] as const)('%s', (_, before, code) => {
    const scenario = before();
    scenario.when(convertCoin(scenario, 'BTC', 'USDT', 302n)).then(refused(code));
  });

  test('an amount above the available balance', () => {
    const scenario = books();
    const facts = { asset: 'BTC', required: `${RICH + 1n}`, available: `${RICH}` };
    scenario.when(convertCoin(scenario, 'BTC', 'USDT', RICH + 1n)).then(refused('balance.insufficient', facts));
  });

  test('no conversion for an own order beyond the levels it fills', () => {
    const scenario = books().given(buy(98, 5));
    scenario.when(convertCoin(scenario, 'BTC', 'USDT', 600n));
    expect(scenario.exchange.state.orders.has(7)).toBe(true);
  });

  test('less than the minimum, naming both amounts', () => {
    const scenario = books();
    const facts = { asset: 'USDT', received: '30000', least: '30001' };
    const step = convertCoin(scenario, 'BTC', 'USDT', 300n, { least: 30_001n });
    scenario.when(step).then(refused('convert.least.not.reached', facts));
    scenario.when(convertCoin(scenario, 'BTC', 'USDT', 300n, { least: 30_000n }));
    expect(scenario.exchange.batches.at(-1)?.events.at(-1)).toMatchObject({ type: 'Converted', received: 30_000n });
  });

  test.each([
    [0, null],
    [-1, 'convert.quote.expired'],
    [QUOTE_VALID_MS, null],
    [QUOTE_VALID_MS + 1, 'convert.quote.invalid'],
  ] as const)('a quote outside its validity: expires in %i ms, %s', (ahead, code) => {
    const scenario = books();
    const step = convertCoin(scenario, 'BTC', 'USDT', 5n, { validUntil: scenario.exchange.now + ahead });
    const outcome = scenario.exchange.take(step);
    expect(isRejection(outcome) ? outcome.rejected : null).toBe(code);
  });

  test('more resting orders than fit one batch, counted over both markets', () => {
    const scenario = given();
    for (let order = 0; order < 199; order++) scenario.given(asUser(ALICE, buy(100, 1)), asUser(CAROL, buy(100, 1)));
    scenario.given(asUser(CAROL, buy(100, 10_000)));
    for (let order = 0; order < 100; order++) scenario.given(asUser(ALICE, sell(100, 1, { market: 'ETH-USDT' })));
    // 399 bids, and 98 asks for their proceeds; with one unit less, 97.
    scenario.when(convertCoin(scenario, 'BTC', 'ETH', 9_800n)).then(refused('fills.too.many'));
    scenario.given(convertCoin(scenario, 'BTC', 'ETH', 9_799n));
    const fills = scenario.exchange.batches.at(-1)?.events.filter(({ type }) => type === 'TradeExecuted');
    expect(fills).toHaveLength(496);
  });
});

test('accepts a conversion near the index price despite a deposit that is not final', () => {
  const scenario = books().given(
    indexTerms({ sourcesMin: 1 }),
    publish([100]),
    observe(12, { asset: 'BTC', chain: 'BTC', reference: 'BTC/1', provisional: 1 }),
  );
  scenario.when(convertCoin(scenario, 'BTC', 'USDT', 300n));
  expect(scenario.exchange.batches.at(-1)?.events.at(-1)).toMatchObject({ type: 'Converted' });
});

test('limits the second market to the index price itself while a deposit is not final: 1 % is lost only once', () => {
  const scenario = given(
    indexTerms({ sourcesMin: 1 }),
    publish([100]),
    indexTerms({ symbol: 'ETH-USDT', sourcesMin: 1 }),
    publish([100], undefined, 'ETH-USDT'),
    asUser(ALICE, buy(99, 1_000)),
    asUser(ALICE, sell(101, 1_000, { market: 'ETH-USDT' })),
    observe(12, { asset: 'BTC', chain: 'BTC', reference: 'BTC/1', provisional: 1 }),
  );
  scenario.when(convertCoin(scenario, 'BTC', 'ETH', 300n)).then(refused('order.not.final'));
});

describe('any amount in any book', () => {
  const level = fc.record({ price: fc.integer({ min: 95, max: 105 }), lots: fc.integer({ min: 1, max: 40 }) });
  const coin = fc.constantFrom('BTC', 'ETH', 'USDT');
  const wish = fc.record({ from: coin, to: coin, amount: fc.bigInt({ min: 1n, max: 60_000n }) });

  /** Makers on both sides of both markets, with prices that do not cross. */
  function bookOf(levels: readonly { price: number; lots: number }[]): Scenario {
    const scenario = given();
    for (const [index, { price, lots }] of levels.entries()) {
      const market = index % 2 === 0 ? 'BTC-USDT' : 'ETH-USDT';
      const user = index % 3 === 0 ? ALICE : CAROL;
      const step = price < 100 ? buy(price, lots, { market }) : sell(price, lots, { market });
      scenario.exchange.take(asUser(user, step));
    }
    return scenario;
  }

  test('converts exactly as quoted, never below the minimum, and replay and restart agree', () => {
    let done = 0;
    fc.assert(
      fc.property(fc.array(level, { minLength: 4, maxLength: 16 }), wish, (levels, { from, to, amount }) => {
        const scenario = bookOf(levels);
        const { exchange } = scenario;
        const step = convertCoin(scenario, from, to, amount);
        const quoted = decide(exchange.state, step.command, { actor: step.actor, at: exchange.now });
        const before = all(scenario, BOB);
        if (isRejection(quoted)) {
          expect(exchange.take(step)).toEqual(quoted);
          expect(all(scenario, BOB)).toEqual(before);
          return;
        }
        done++;
        const said = quoted.at(-1) as EventOf<'Converted'>;
        const { spent, received, rest = 0n } = said;
        restoredFromSnapshot(scenario);
        const command = { ...step.command, least: minimumReceived(received) || 1n };
        exchange.take({ ...step, command });
        expect(exchange.batches.at(-1)?.events.at(-1)).toEqual({ ...said, least: command.least });
        expect(spent).toBeLessThanOrEqual(amount);
        // The auditor has checked all entries; this checks the user's own balances.
        const moved = all(scenario, BOB).map((units, index) => units - before[index]);
        const of = (asset: string) => moved[['BTC', 'ETH', 'USDT'].indexOf(asset)];
        expect([of(from), of(to)]).toEqual([-spent, received]);
        if (from !== 'USDT' && to !== 'USDT') expect(of('USDT')).toBe(rest);
        expect([...exchange.state.orders.values()].filter(({ user }) => user === BOB)).toEqual([]);
        const replayed = createState();
        for (const batch of exchange.batches) evolve(replayed, batch);
        expect([...canonicalLines(replayed)]).toEqual([...canonicalLines(exchange.state)]);
      }),
      { numRuns: 60, seed: 37 },
    );
    expect(done).toBeGreaterThan(5);
  });
});

test('numbers conversions across a restart', () => {
  const scenario = books();
  scenario.given(convertCoin(scenario, 'BTC', 'USDT', 5n));
  scenario.given(convertCoin(scenario, 'BTC', 'USDT', 6n));
  restoredFromSnapshot(scenario);
  scenario.when(convertCoin(scenario, 'BTC', 'USDT', 7n)).then(
    placed('takes'),
    traded(100, 7),
    occurred('Converted', { conversion: 3 }),
    expectThat(({ state }) => expect(state.convert.next).toBe(4)),
  );
});
