/**
 * Funding that is fixed but not settled when an account acts: settled ahead of the command, from all funds of the
 * account.
 */
import { encodeBody } from '../../../../server/products/core';
import type { CoreEvent, EventOf } from '../../../../server/core/event';
import { getOrThrow } from '../../../../server/core/evolve-helpers';
import { houseAccount } from '../../../../server/core/ledger/entry';
import { balanceOf, availableIn } from '../../../../server/core/ledger/ledger';
import { RAISED_MAX } from '../../../../server/products/perpetual/core/orders/walk';
import { openEngine } from '../../../../server/engine/engine';
import { createStepper, PREREQUISITES_MAX } from '../../../../server/engine/step';
import { fundingDue } from '../../../../shared/products/perpetual/rules/funding';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  restoredFromSnapshot,
  system,
  type Exchange,
  type Scenario,
  type Step,
  quotes,
  staff,
} from '../../../tools/fixtures/core-fixture';
import { ETH, marks, moveMarks, transferred, twoMarkets } from '../../../tools/fixtures/cross-fixture';
import { MemoryJournal } from '../../../tools/stores/memory-journal';
import {
  close,
  fund,
  leverage,
  mark,
  open,
  PERP,
  drainPosition,
  perpetuals,
  applyEvents,
  BTC_PERP,
  withoutAvailable,
  marginMode,
} from '../../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../../tools/fixtures/perpetual-terms';

const HOUR = 3_600_000;
const M = 500_000;

const INDEX = { decimals: 1, sourceStaleMs: 10_000, staleMs: 15_000, sourcesMin: 3 };
const ioc = { timeInForce: 'ioc' } as const;

const since = ({ batches }: Exchange, from: number): CoreEvent[] => batches.slice(from).flatMap(({ events }) => events);
const of = <T extends CoreEvent['type']>(events: readonly CoreEvent[], type: T): EventOf<T>[] =>
  events.filter((event): event is EventOf<T> => event.type === type);
const house = ({ state }: Exchange, name: 'insurance' | 'treasury') =>
  balanceOf(state.ledger, houseAccount(name, 'USDT'));
const orders = ({ state }: Exchange, user: number) => [...state.orders.values()].filter((order) => order.user === user);

/** Advances to the next hour with publications, without silence of the feed. */
function toHour({ exchange }: Scenario, ticks = M): void {
  const hour = fundingDue(exchange.now + 60_000, HOUR);
  for (let at = hour - 61_000; at < hour; at += 12_000) {
    exchange.now = at;
    exchange.take(mark(ticks, at));
  }
  exchange.now = hour;
}

/** Bob is long one bitcoin in cross margin with almost no margin left; three far orders hold his other funds. */
function spent(nearest = 300_000, first: Step[] = []): Scenario {
  const scenario = perpetuals({ fundingIntervalMs: HOUR }).given(
    marginMode(BOB, 'cross'),
    leverage(BOB, 10),
    open(ALICE, 'short', M, 1_000),
    open(BOB, 'long', M, 1_000, ioc),
    first,
    open(BOB, 'long', 300_000, 100),
    open(BOB, 'long', 300_000, 100),
    open(BOB, 'long', nearest, 100),
  );
  applyEvents(scenario, [drainPosition(scenario, BOB, 'long', 10n)]);
  withoutAvailable(scenario, BOB);
  return scenario;
}

/** Kinds of the entries that paid Bob's funding. */
function paidBy(exchange: Exchange, from: number): string[] {
  return of(since(exchange, from), 'FundingSettled')
    .filter(({ user }) => user === BOB)
    .flatMap(({ entries }) => entries.map(({ kind }) => kind));
}

describe('funds held by own orders pay before the insurance fund', () => {
  function check({ exchange }: Scenario, from: number, ended: number[]): void {
    expect(paidBy(exchange, from)).toEqual(['margin_add', 'funding_paid']);
    expect([house(exchange, 'insurance') >= 0n, house(exchange, 'treasury')]).toEqual([true, 0n]);
    const cancelled = of(since(exchange, from), 'PerpetualOrderCancelled').filter(({ user }) => user === BOB);
    expect(cancelled.map(({ order, reason }) => [order, reason])).toEqual(
      ended.map((order) => [order, 'margin_short']),
    );
    exchange.auditor.compare(exchange.state);
  }
  const newest = ({ exchange }: Scenario) => Math.max(...orders(exchange, BOB).map(({ id }) => id));

  test('when the owner closes a lot just after the hour', () => {
    const scenario = spent();
    const { exchange } = scenario;
    scenario.given(open(CAROL, 'long', M - 10, 5));
    const last = newest(scenario);
    toHour(scenario);
    const from = exchange.batches.length;
    expect(exchange.takeEarly(close(BOB, 'long', M - 10, 1, ioc))).not.toHaveProperty('rejected');
    check(scenario, from, [last]);
    expect(exchange.batches.slice(from).map(({ command }) => command.type)).toEqual([
      'FixFunding',
      'SettleAccountFunding',
      'PlacePerpetualOrder',
    ]);
    expect(of(since(exchange, from), 'PerpetualTraded')).toHaveLength(1);
    // Funding of the other accounts is settled between commands, each once.
    restoredFromSnapshot(scenario).given(leverage(CAROL, 3));
    expect(of(since(exchange, from), 'FundingSettled').map(({ user }) => user)).toEqual([BOB, ALICE]);
  });

  test("when another user takes the account's resting order", () => {
    const scenario = spent();
    const { exchange } = scenario;
    const last = newest(scenario);
    scenario.given(close(BOB, 'long', M + 10, 1));
    toHour(scenario);
    const from = exchange.batches.length;
    expect(exchange.takeEarly(open(CAROL, 'long', M + 10, 1, ioc))).not.toHaveProperty('rejected');
    check(scenario, from, [last]);
    expect(of(since(exchange, from), 'PerpetualTraded')).toMatchObject([{ maker: BOB, taker: CAROL }]);
  });

  test('also if that order would be the next maker: it is cancelled first', () => {
    const scenario = spent(M - 10);
    const { exchange } = scenario;
    const last = newest(scenario);
    scenario.given(open(CAROL, 'long', M - 20, 5));
    toHour(scenario);
    const from = exchange.batches.length;
    expect(exchange.takeEarly(open(ALICE, 'short', M - 20, 1, ioc))).not.toHaveProperty('rejected');
    check(scenario, from, [last]);
    expect(of(since(exchange, from), 'PerpetualTraded')).toMatchObject([{ maker: CAROL, taker: ALICE }]);
  });

  test('when the account is liquidated before its turn', () => {
    const scenario = spent();
    const { exchange } = scenario;
    toHour(scenario);
    const from = exchange.batches.length;
    // 1 BTC has lost 9,000 of the 9,005 held by all orders.
    exchange.takeEarly(mark(M - 90_000, exchange.now));
    expect(paidBy(exchange, from)).not.toContain('insurance_cover');
    expect(paidBy(exchange, from)).not.toContain('treasury_cover');
    const reasons = of(since(exchange, from), 'PerpetualOrderCancelled').map(({ user, reason }) => [user, reason]);
    expect(reasons).toContainEqual([BOB, 'margin_short']);
    expect(of(since(exchange, from), 'CrossLiquidationStarted')).toHaveLength(1);
    exchange.auditor.compare(exchange.state);
  });

  test('after funding received for another position', () => {
    const scenario = spent(300_000, [open(ALICE, 'long', M, 1_100), open(BOB, 'short', M, 1_100, ioc)]);
    const { exchange } = scenario;
    toHour(scenario);
    const from = exchange.batches.length;
    expect(exchange.takeEarly(close(BOB, 'long', M - 10, 1, ioc))).not.toHaveProperty('rejected');
    expect(paidBy(exchange, from)).toEqual(['funding_received', 'margin_return', 'margin_add', 'funding_paid']);
    expect(
      of(since(exchange, from), 'PerpetualOrderCancelled').filter(({ reason }) => reason === 'margin_short'),
    ).toEqual([]);
    exchange.auditor.compare(exchange.state);
  });
});

test('the counterparty of a cross-margin liquidation also settles first', () => {
  const scenario = twoMarkets({ fundingIntervalMs: HOUR }).given(
    fund(BOB, usdt('1000')),
    leverage(CAROL, 1),
    open(BOB, 'long', M, 2_000),
    open(ALICE, 'short', M, 2_000),
    open(CAROL, 'long', M, 1),
    open(ALICE, 'short', M, 1),
  );
  const { exchange } = scenario;
  scenario.given(transferred(BOB, availableIn(exchange.state.ledger, 'contract', BOB, 'USDT')));
  scenario.given(open(CAROL, 'long', 454_000, 1_500));
  const hour = fundingDue(exchange.now + 60_000, HOUR);
  for (let at = hour - 61_000; at < hour; at += 12_000) {
    exchange.now = at;
    exchange.take(marks(M, 30_000, at));
  }
  exchange.now = hour;
  const from = exchange.batches.length;
  exchange.takeEarly(marks(452_000, 30_000, hour));
  const events = since(exchange, from);
  expect(of(events, 'CrossPositionReduced')).toHaveLength(1);
  expect(of(events, 'PerpetualTraded')).toMatchObject([{ maker: CAROL, taker: BOB }]);
  expect(of(events, 'FundingSettled').map(({ user }) => user)).toEqual([BOB, CAROL]);
  exchange.auditor.compare(exchange.state);
});

const COINS = ['AAA', 'BBB', 'CCC', 'DDD'] as const;
const contractOf = (coin: string) => `${coin}-USDT-PERP`;

/** Five contracts with the same prices. */
function five(): { scenario: Scenario; publish: () => void } {
  const scenario = perpetuals({ fundingIntervalMs: HOUR });
  const { exchange } = scenario;
  for (const coin of COINS) {
    const symbol = `${coin}-USDT`;
    scenario.given(
      staff({ type: 'ListAsset', asset: coin, scale: 8, withdrawalFee: 2n, withdrawalMin: 5n }),
      staff({ type: 'SetIndexTerms', symbol, ...INDEX, reason: 'listed' }),
      staff({ ...BTC_PERP, market: contractOf(coin), base: coin, index: symbol, fundingIntervalMs: HOUR }),
      staff({ type: 'SetPerpetualMarketState', market: contractOf(coin), state: 'open' }),
    );
  }
  const publish = () => {
    const at = exchange.now;
    const symbols = ['BTC', ...COINS].map((coin) => `${coin}-USDT`);
    scenario.given(system({ type: 'PublishIndex', prices: symbols.map((symbol) => quotes([M, M, M], at, symbol)) }));
  };
  return { scenario, publish };
}

test('a taker order over makers with unsettled positions in five contracts is as large as their fills only', () => {
  const { scenario, publish } = five();
  const { exchange } = scenario;
  const makers = Array.from({ length: 12 }, (_, index) => 10_300_001 + index);
  const markets = [PERP, ...COINS.map(contractOf)];
  for (const user of makers) {
    exchange.now += 1_500;
    publish();
    scenario.given(
      system({ type: 'RegisterMember', user }),
      { actor: ADMIN, command: { type: 'VerifyMember', user } },
      system({ type: 'CreditRecharge', user, asset: 'USDT', amount: usdt('1,000'), reference: `opening/${user}` }),
      fund(user, usdt('1,000')),
    );
    for (const market of markets)
      scenario.given(
        marginMode(user, 'cross', market),
        [open(ALICE, 'short', M, 2, { market }), open(user, 'long', M, 2, { market, ...ioc })],
        [open(ALICE, 'long', M, 1, { market }), open(user, 'short', M, 1, { market, ...ioc })],
      );
    scenario.given(close(user, 'long', M + 10, 2));
  }
  const hour = fundingDue(exchange.now + 60_000, HOUR);
  for (let at = hour - 61_000; at < hour; at += 12_000) {
    exchange.now = at;
    publish();
  }
  exchange.now = hour;
  const from = exchange.batches.length;
  // Ten settlements per maker are more than twice the size of its fill.
  const outcome = exchange.takeEarly(open(CAROL, 'long', M + 10, 24, ioc), 24_000);
  expect(outcome).not.toHaveProperty('rejected');
  const events = since(exchange, from);
  expect(of(events, 'PerpetualTraded').map(({ maker }) => maker)).toEqual(makers);
  expect(of(events, 'FundingSettled')).toHaveLength(10 * makers.length);
  exchange.auditor.compare(exchange.state);
});

/** Opens `count` accounts long one lot, each offering it; funding is due and nothing is settled. */
function offering(count: number): Scenario {
  const scenario = perpetuals({ fundingIntervalMs: HOUR });
  const { exchange } = scenario;
  for (let user = 10_300_001; user <= 10_300_000 + count; user++) {
    exchange.now += 1_500;
    scenario.given(
      mark(M, exchange.now),
      system({ type: 'RegisterMember', user }),
      { actor: ADMIN, command: { type: 'VerifyMember', user } },
      system({ type: 'CreditRecharge', user, asset: 'USDT', amount: usdt('100'), reference: `opening/${user}` }),
      fund(user, usdt('100')),
      [open(ALICE, 'short', M, 1), open(user, 'long', M, 1, ioc)],
      close(user, 'long', M + 10, 1),
    );
  }
  toHour(scenario);
  return scenario;
}

describe('a taker order that meets more accounts than may settle ahead of one command', () => {
  const count = 2 * PREREQUISITES_MAX + 3;
  const walk = open(CAROL, 'long', M + 10, count, ioc);

  test('waits after that many and is retried', () => {
    const { exchange } = offering(count);
    const types: string[] = [];
    const stepper = createStepper({
      state: exchange.state,
      clock: () => exchange.now,
      onDraft: ({ batch }) => types.push(batch.command.type),
    });
    const ahead = (most: number) => Array.from({ length: most }, () => 'SettleAccountFunding');
    stepper.runDueWork('urgent', Infinity);
    for (const expected of [['FixFunding', ...ahead(PREREQUISITES_MAX)], ahead(PREREQUISITES_MAX)]) {
      expect(stepper.execute(walk)).toBeNull();
      expect(types.splice(0)).toEqual(expected);
    }
    expect(stepper.execute(walk)).not.toHaveProperty('rejected');
    expect(types).toEqual([...ahead(3), 'PlacePerpetualOrder']);
  });

  test('fills all makers in order while feeds are processed and other commands wait', async () => {
    const { exchange } = offering(count);
    const journal = new MemoryJournal();
    await journal.append(
      -1,
      exchange.batches.map((batch) => ({ batch, body: encodeBody(batch) })),
    );
    const before = journal.stored().length;
    let looks = 0;
    const engine = await openEngine({
      journal,
      snapshots: null,
      pendingMax: 1_000,
      clock: () => exchange.now,
      // Each reading of the clock takes so long that every slice ends after its first command.
      monotonic: () => (looks += 5),
      onNotice: () => undefined,
      onFatal: (error) => expect(error).toBeNull(),
    });
    const [walked, later] = [engine.submit(walk), engine.submit(leverage(CAROL, 3))];
    const { tracks, funded } = engine.state().marks;
    const haveSome = () => getOrThrow(tracks, PERP).run > 0 && getOrThrow(funded, PERP).settled.numbers.length > 0;
    while (!haveSome()) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([walked, later, engine.submit(mark(M, exchange.now))]);
    const batches = journal.stored().slice(before);
    await engine.close();
    const types = batches.map(({ batch }) => batch.command.type);
    const others = types.filter((type) => type !== 'SettleAccountFunding');
    expect(others.slice(0, 4)).toEqual(['FixFunding', 'PublishIndex', 'PlacePerpetualOrder', 'SetLeverage']);
    const fills = batches.flatMap(({ batch }) => of(batch.events, 'PerpetualTraded').map(({ maker }) => maker));
    expect(fills).toEqual(Array.from({ length: count }, (_, index) => 10_300_001 + index));
  });
});

describe('fills that need funds from other positions', () => {
  /**
   * Bob is long and Alice short 0.4 BTC, both at a loss and without margin there; the profit of their ETH positions
   * pays.
   */
  function losing(): Scenario {
    const scenario = twoMarkets();
    const { exchange } = scenario;
    const ether = { market: ETH };
    scenario.given(
      marginMode(ALICE, 'cross'),
      marginMode(ALICE, 'cross', ETH),
      open(BOB, 'short', 30_000, 1_000, ether),
      open(ALICE, 'long', 30_000, 1_000, ether),
      open(CAROL, 'short', M, 400),
      open(BOB, 'long', M, 400, ioc),
    );
    for (let ticks = M; ticks > 490_000; ticks -= 2_000) scenario.given(moveMarks(scenario, ticks, 30_000));
    for (let seconds = 0; seconds < 70; seconds += 10) {
      exchange.now += 8_500;
      scenario.given(moveMarks(scenario, 490_000, 30_000));
    }
    scenario.given(open(CAROL, 'long', 490_000, 400), open(ALICE, 'short', 490_000, 400, ioc));
    for (let seconds = 0; seconds < 70; seconds += 10) {
      exchange.now += 8_500;
      scenario.given(moveMarks(scenario, 495_000, 30_000));
    }
    for (let order = 0; order < 200; order++) scenario.given(close(ALICE, 'short', 495_000, 1));
    applyEvents(scenario, [drainPosition(scenario, BOB, 'long', 10n)]);
    applyEvents(scenario, [drainPosition(scenario, ALICE, 'short', 10n)]);
    for (const user of [ALICE, BOB]) withoutAvailable(scenario, user);
    return scenario;
  }

  test('fit one batch: the rest of an immediate order is cancelled as too many fills', () => {
    const scenario = losing();
    const { exchange } = scenario;
    const from = exchange.batches.length;
    scenario.given(close(BOB, 'long', 495_000, 200, ioc));
    const events = since(exchange, from);
    expect(of(events, 'MarginDrawn')).toHaveLength(RAISED_MAX);
    expect(of(events, 'PerpetualTraded')).toHaveLength(RAISED_MAX / 2);
    expect(of(events, 'PerpetualOrderCancelled')).toMatchObject([{ user: BOB, reason: 'fills_too_many' }]);
  });

  test('continue in the next batch for close-all', () => {
    const scenario = losing();
    const { exchange } = scenario;
    const from = exchange.batches.length;
    scenario.given({ actor: `user/${BOB}`, command: { type: 'CloseAllPositions', user: BOB, market: PERP } });
    const events = since(exchange, from);
    expect(of(events, 'PerpetualTraded')).toHaveLength(200);
    const batches = exchange.batches.slice(from).filter(({ command }) => command.type === 'CloseOut');
    expect(batches.map((batch) => of(batch.events, 'PerpetualTraded').length)).toEqual([95, 95, 10]);
    expect(of(events, 'CloseOutEnded')).toMatchObject([{ left: 200 }]);
    exchange.auditor.compare(exchange.state);
  });
});
