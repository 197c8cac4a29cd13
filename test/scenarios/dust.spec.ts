/**
 * Small balances: the exchange buys the whole available balance of a coin for USDT, within limits per user and day.
 */
import fc from 'fast-check';
import { dustPaidOf } from '../../shared/products/convert/rules/dust';
import { minimumReceived } from '../../shared/products/convert/rules/quote';
import { availableOf, balanceOf } from '../../server/core/ledger/ledger';
import { houseAccount } from '../../server/core/ledger/entry';
import { isRejection } from '../../server/core/rejection';
import { dustPreviews } from '../../server/products/convert/core/dust';
import { canonicalLines, createState, evolve } from '../../server/products/core';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  withClientId,
  assetState,
  available,
  buy,
  asUser,
  credit,
  frozen,
  house,
  later,
  marketState,
  observe,
  occurred,
  refused,
  repeated,
  restoredFromSnapshot,
  sell,
  staff,
  system,
  type Scenario,
} from '../tools/fixtures/core-fixture';
import {
  DUST_FUND,
  dustScenario,
  dustTerms,
  fundDust,
  withIndexPrices,
  convertDust,
  convertDustForMin,
} from '../tools/fixtures/convert-fixture';

const DAY_MS = 86_400_000;
const ONE_USDT = 100_000n;
const usdtOf = ({ exchange }: Scenario, user = BOB) => availableOf(exchange.state.ledger, user, 'USDT');
const fundOf = ({ exchange }: Scenario) => balanceOf(exchange.state.ledger, houseAccount('dust', 'USDT'));

describe('a small balance', () => {
  test('is sold to the exchange for 99 % of the index price; held funds stay', () => {
    const scenario = dustScenario();
    const before = usdtOf(scenario);
    scenario.when(convertDust(BOB, 'ETH', 'BTC')).then(
      occurred('DustConverted', {
        conversion: 1,
        asset: 'ETH',
        amount: 5_000n,
        index: 100,
        last: 100,
        received: 49_500n,
      }),
      occurred('DustConverted', { conversion: 2, asset: 'BTC', amount: 600n, received: 59_400n }),
      available(BOB, 'ETH', 0n),
      available(BOB, 'USDT', before + 108_900n),
      frozen(BOB, 'ETH', 999_995_000n),
      house('dust', 'ETH', 5_000n),
      house('dust', 'USDT', DUST_FUND - 108_900n),
    );
  });

  test.each([
    ['the last price where that is lower', 95, 100, 47_025n],
    ['the index where that is lower', 100, 97, 48_015n],
  ])('pays by %s', (_, last, index, paid) => {
    const market = { market: 'ETH-USDT' };
    const scenario = dustScenario().given(asUser(CAROL, sell(last, 1, market)), asUser(ALICE, buy(last, 1, market)));
    withIndexPrices(scenario, { eth: index });
    scenario.when(convertDust(BOB, 'ETH')).then(occurred('DustConverted', { index, last, received: paid }));
  });

  test('can be converted once a day, until midnight UTC', () => {
    const scenario = dustScenario().given(convertDust(BOB, 'ETH'));
    const { exchange } = scenario;
    const midnight = (Math.floor(exchange.now / DAY_MS) + 1) * DAY_MS;
    exchange.now = midnight - 3_000;
    withIndexPrices(scenario);
    exchange.now = midnight - 1;
    restoredFromSnapshot(scenario);
    scenario.when(convertDust(BOB, 'BTC')).then(refused('convert.dust.used'));
    scenario.when(convertDust(BOB, 'BTC')).then(occurred('DustConverted', { asset: 'BTC' }));
    expect([exchange.state.convert.today?.paid, exchange.state.convert.users.size]).toEqual([59_400n, 1]);
  });

  test('returns the first result on a retry with its client id', () => {
    const scenario = dustScenario();
    scenario.given(withClientId('d1', convertDust(BOB, 'ETH')));
    scenario.when(withClientId('d1', convertDust(BOB, 'ETH'))).then(repeated());
    scenario.when(withClientId('d1', convertDust(BOB, 'BTC'))).then(refused('client.id.reused'));
  });
});

describe('a minimum amount', () => {
  const market = { market: 'ETH-USDT' };
  /** The expected proceeds of both coins in the current state. */
  const leasts = ({ exchange }: Scenario): bigint =>
    dustPreviews(exchange.state, BOB, exchange.now)
      .map(({ receives }) => (typeof receives === 'bigint' ? minimumReceived(receives) : 0n))
      .reduce((sum, least) => sum + least, 0n);

  test('applies to the total over all coins', () => {
    const [one, other] = [dustScenario(), dustScenario()];
    one
      .when(convertDustForMin(108_900n, BOB, 'ETH', 'BTC'))
      .then(
        occurred('DustConverted', { asset: 'ETH', received: 49_500n }),
        occurred('DustConverted', { asset: 'BTC', received: 59_400n }),
      );
    const facts = { asset: 'USDT', received: '108900', least: '108901' };
    other.when(convertDustForMin(108_901n, BOB, 'ETH', 'BTC')).then(refused('convert.least.not.reached', facts));
  });

  test('from the preview accepts a fall of the price of at most 0.1 %', () => {
    const at = (index: number): Scenario => withIndexPrices(dustScenario({}, { decimals: 4 }), { eth: index });
    const least = leasts(at(100_000));
    expect(least).toBe(49_450n + 59_340n);
    at(99_900)
      .when(convertDustForMin(least, BOB, 'ETH', 'BTC'))
      .then(occurred('DustConverted', { received: 49_450n }), occurred('DustConverted', { received: 59_400n }));
    at(99_700)
      .when(convertDustForMin(least, BOB, 'ETH', 'BTC'))
      .then(refused('convert.least.not.reached'));
  });

  test('also covers a fall of the last price, and a refusal changes nothing', () => {
    const scenario = dustScenario();
    const least = leasts(scenario);
    scenario.given(asUser(CAROL, sell(95, 1, market)), asUser(ALICE, buy(95, 1, market)));
    const lines = [...canonicalLines(scenario.exchange.state)];
    scenario.when(convertDustForMin(least, BOB, 'ETH', 'BTC')).then(refused('convert.least.not.reached'));
    expect([...canonicalLines(scenario.exchange.state)]).toEqual(lines);
    scenario.when(convertDust(BOB, 'ETH')).then(occurred('DustConverted', { received: 47_025n }));
  });

  test('must be positive', () => {
    dustScenario()
      .when(convertDustForMin(0n, BOB, 'ETH'))
      .then(refused('amount.not.positive'));
  });

  test('makes a different command under the same client id', () => {
    const scenario = dustScenario().given(withClientId('d1', convertDustForMin(1n, BOB, 'ETH')));
    scenario.when(withClientId('d1', convertDustForMin(1n, BOB, 'ETH'))).then(repeated());
    scenario.when(withClientId('d1', convertDust(BOB, 'ETH'))).then(refused('client.id.reused'));
  });
});

describe('refusals', () => {
  const second = convertDust(BOB, 'BTC', 'ETH');
  test.each([
    ['a frozen account', () => dustScenario().given(accountFrozen()), second, 'account.frozen'],
    [
      'before terms are set or while it is closed',
      () => dustScenario({ state: 'closed' }),
      second,
      'convert.dust.closed',
    ],
    ['a market that is closed', () => dustScenario().given(marketState('closed', 'ETH-USDT')), second, 'coin.not.open'],
    [
      'a coin under maintenance',
      () => dustScenario().given(assetState('ETH', { trading: 'maintenance' })),
      second,
      'coin.under.maintenance',
    ],
    ['an index that is old', () => dustScenario(), later(10_001, second), 'convert.dust.index.stale'],
    ['a coin without a market', () => dustScenario(), convertDust(BOB, 'USD'), 'convert.market.none'],
    ['a coin that nobody knows', () => dustScenario(), convertDust(BOB, 'XYZ'), 'asset.unknown'],
    ['USDT itself', () => dustScenario(), convertDust(BOB, 'ETH', 'USDT'), 'convert.dust.coin.invalid'],
    ['one coin twice', () => dustScenario(), convertDust(BOB, 'ETH', 'ETH'), 'convert.dust.coin.invalid'],
    [
      'a balance of 1 USDT',
      () => withIndexPrices(dustScenario(), { eth: 200 }),
      convertDust(BOB, 'BTC', 'ETH'),
      'convert.dust.too.large',
    ],
    [
      'a maximum of the day that is passed',
      () => dustScenario({ dailyMax: 108_899n }),
      second,
      'convert.dust.day.exceeded',
    ],
    [
      'money that is not there',
      () => dustScenario().given(fundDust('release', DUST_FUND - 108_899n)),
      second,
      'convert.dust.exhausted',
    ],
  ] as const)('refuses the whole conversion: %s', (_, before, step, code) => {
    const scenario = before();
    const lines = [...canonicalLines(scenario.exchange.state)];
    scenario.when(step).then(refused(code));
    expect([...canonicalLines(scenario.exchange.state)]).toEqual(lines);
  });

  test('refuses a deposit that its chain may still revert', () => {
    const deposit = observe(12, { asset: 'ETH', chain: 'ETH', reference: 'ETH/1', amount: 3n, provisional: 1 });
    dustScenario()
      .given(deposit)
      .when(convertDust(BOB, 'ETH'))
      .then(refused('convert.dust.not.final', { asset: 'ETH' }));
  });

  test('refuses funding in another coin or above the balance', () => {
    const scenario = dustScenario();
    scenario.when(fundDust('fund', 1n, 'ETH')).then(refused('convert.dust.coin.invalid'));
    scenario.when(fundDust('release', 1n, 'ETH')).then(refused('balance.insufficient'));
    scenario.when(fundDust('fund', 1n)).then(refused('balance.insufficient'));
    scenario.when(dustTerms()).then(refused('terms.unchanged'));
  });
});

test('previews for each coin the result of the command', () => {
  const scenario = withIndexPrices(dustScenario().given(credit('ETH', 5_000n, 'more')), { btc: 100, eth: 100 });
  const { exchange } = scenario;
  expect(dustPreviews(exchange.state, BOB, exchange.now)).toEqual([
    { asset: 'BTC', amount: 600n, value: 60_000n, receives: 59_400n },
  ]);
  exchange.now += 10_001;
  const stale = { rejected: 'convert.dust.index.stale', facts: { asset: 'BTC' } };
  expect(dustPreviews(exchange.state, BOB, exchange.now)[0]).toMatchObject({
    asset: 'BTC',
    value: null,
    receives: stale,
  });
});

describe('exploitation', () => {
  test('limits two colluding users to the maximum of one coin each', () => {
    const act = fc.oneof(
      fc.record({
        act: fc.constant('trade' as const),
        price: fc.integer({ min: 91, max: 109 }),
        lots: fc.integer({ min: 1, max: 9 }),
      }),
      fc.record({ act: fc.constant('sweep' as const), user: fc.constantFrom(ALICE, BOB) }),
      fc.record({ act: fc.constant('index' as const), price: fc.integer({ min: 60, max: 140 }) }),
      fc.record({
        act: fc.constant('give' as const),
        user: fc.constantFrom(ALICE, BOB),
        units: fc.bigInt({ min: 1n, max: 9_000n }),
      }),
    );
    let swept_ = 0;
    fc.assert(
      fc.property(fc.array(act, { minLength: 5, maxLength: 30 }), (acts) => {
        const scenario = withIndexPrices(
          dustScenario().given(
            staff({ type: 'FreezeFunds', user: ALICE, asset: 'ETH', amount: 999_990_000n, reason: 'r' }),
          ),
        );
        const { exchange } = scenario;
        const market = { market: 'ETH-USDT' };
        const before = fundOf(scenario);
        let [sweeps, paid, atIndex] = [0, 0n, 0n];
        for (const [place, one] of acts.entries()) {
          if (one.act === 'trade') {
            exchange.take(asUser(ALICE, sell(one.price, one.lots, market)));
            exchange.take(buy(one.price, one.lots, market));
          } else if (one.act === 'index') withIndexPrices(scenario, { eth: one.price });
          else if (one.act === 'give') exchange.take(credit('ETH', one.units, `more/${place}`, one.user));
          else if (!isRejection(exchange.take(convertDust(one.user, 'ETH')))) {
            sweeps++;
            const event = exchange.batches.at(-1)?.events[0];
            if (event?.type !== 'DustConverted') continue;
            paid += event.received;
            // At a price of one tick, one unit of ETH is worth a tenth of a unit of USDT.
            atIndex += event.amount * BigInt(event.index);
            expect(event.received).toBeLessThan(ONE_USDT);
            expect(event.received * 1_000n).toBeLessThanOrEqual(event.amount * BigInt(event.index) * 99n);
          }
        }
        swept_ += sweeps;
        expect(sweeps).toBeLessThanOrEqual(2);
        expect(before - fundOf(scenario)).toBe(paid);
        // By the index, which the users cannot move, the exchange never loses; by any other price it loses less than
        // 1 USDT a conversion.
        expect(paid * 1_000n).toBeLessThanOrEqual(atIndex * 99n);
        expect(paid).toBeLessThan(ONE_USDT * BigInt(Math.max(sweeps, 1)));
        const replayed = createState();
        for (const batch of exchange.batches) evolve(replayed, batch);
        expect([...canonicalLines(replayed)]).toEqual([...canonicalLines(exchange.state)]);
      }),
      { numRuns: 40 },
    );
    expect(swept_).toBeGreaterThan(5);
  });

  test('limits many accounts together to the maximum per day', () => {
    const scenario = dustScenario({ dailyMax: 100_000n });
    const users = Array.from({ length: 5 }, (_, index) => 10_300_000 + index);
    for (const user of users) {
      scenario.given(system({ type: 'RegisterMember', user }), staff({ type: 'VerifyMember', user }));
      scenario.given(credit('ETH', 3_000n, `small/${user}`, user));
    }
    const before = fundOf(scenario);
    for (const user of users) scenario.exchange.take(convertDust(user, 'ETH'));
    expect(before - fundOf(scenario)).toBe(89_100n);
  });

  test('rounds in favour of the exchange: pays at most 99 % of either price', () => {
    const price = fc.record({
      usdt: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      coin: fc.bigInt({ min: 1n, max: 10n ** 18n }),
    });
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), price, price, (amount, index, last) => {
        const paid = dustPaidOf(amount, index, last);
        for (const { usdt, coin } of [index, last]) expect(paid * coin * 100n).toBeLessThanOrEqual(amount * usdt * 99n);
      }),
    );
  });
});
