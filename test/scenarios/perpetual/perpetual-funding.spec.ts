import { encodeBody } from '../../../server/products/core';
import type { CoreEvent, EventOf } from '../../../server/core/event';
import { known } from '../../../server/core/folding';
import { houseAccount, marketAccount } from '../../../server/core/ledger/entry';
import { balanceOf, availableIn } from '../../../server/core/ledger/ledger';
import { FUNDING_SLICE } from '../../../server/products/perpetual/core/funding/settle';
import { RAISED_MAX } from '../../../server/products/perpetual/core/orders/walk';
import { openEngine } from '../../../server/engine/engine';
import { createStepper, AHEAD_MAX } from '../../../server/engine/step';
import { fundingDue } from '../../../shared/products/perpetual/rules/funding';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  by,
  cancelAll,
  restarted,
  system,
  type Exchange,
  type Scenario,
  type Step,
  quotes,
  staff,
} from '../../tools/fixtures/core-fixture';
import { ETH, marks, moved, transferred, two } from '../../tools/fixtures/cross-fixture';
import { MemoryJournal } from '../../tools/stores/memory-journal';
import {
  close,
  fund,
  leverage,
  margin,
  mark,
  open,
  opened,
  PERP,
  drained,
  perpetuals,
  told,
  perpetualState,
  BTC_PERP,
  emptied,
  marginMode,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';

const HOUR = 3_600_000;
const M = 500_000;

/** Funding: fixed at its hour, once, and settled with every position before anything else becomes of it. */

const MINUTE = 60_000;

/** Bob is long 7 lots, Alice is short 3 and Carol 4; funding is every hour. */
function three(): Scenario {
  const ioc = { timeInForce: 'ioc' } as const;
  return perpetuals({ fundingIntervalMs: HOUR }).given(
    open(BOB, 'long', M, 7),
    open(ALICE, 'short', M, 3, ioc),
    open(CAROL, 'short', M, 4, ioc),
  );
}
/** The hour that comes next; a publication of this price comes so many milliseconds before it. */
function before(scenario: Scenario, ms: number, ticks: number, every = HOUR): number {
  const { exchange } = scenario;
  // From midnight in GMT+8.
  const hour = Math.ceil((exchange.now + ms + MINUTE + 8 * HOUR) / every) * every - 8 * HOUR;
  // The one before it is there for those who open: after a silence nothing is opened for half a minute.
  exchange.now = hour - ms - MINUTE;
  scenario.given(mark(ticks, exchange.now));
  exchange.now = hour - ms;
  scenario.given(mark(ticks, exchange.now));
  exchange.now = hour;
  return hour;
}
/** As the sequencer takes a command before the scheduled debts that wait. */
function taking({ exchange }: Scenario, step: Step): void {
  const stepper = createStepper({
    state: exchange.state,
    clock: () => exchange.now,
    onDraft: ({ batch }) => {
      exchange.batches.push(batch);
      exchange.auditor.follow(batch);
    },
  });
  expect(stepper.take(step)).not.toHaveProperty('rejected');
}
const collateral = ({ state }: Exchange, user: number, side: 'long' | 'short') =>
  state.holds.get(state.perpetual.holdings.get(user)?.get(PERP)?.[side]?.hold ?? 0)?.remaining ?? 0n;
const insurance = ({ state }: Exchange) => balanceOf(state.ledger, houseAccount('insurance', 'USDT'));
const pot = ({ state }: Exchange) => balanceOf(state.ledger, marketAccount('funding', PERP, 'USDT'));
/** Of the batches since so many. */
const events = ({ batches }: Exchange, since: number): CoreEvent[] =>
  batches.slice(since).flatMap((batch) => batch.events);
const types = (exchange: Exchange, since: number) => events(exchange, since).map(({ type }) => type);

test('is fixed at its hour, by the mark before it, and settled: payers up, receivers down, the rest to the fund', () => {
  const scenario = three();
  const { exchange } = scenario;
  const hour = before(scenario, 1_000, 500_123);
  const had = [
    collateral(exchange, BOB, 'long'),
    collateral(exchange, ALICE, 'short'),
    collateral(exchange, CAROL, 'short'),
  ];
  const since = exchange.batches.length;
  scenario.given(leverage(ALICE, 3));
  expect(types(exchange, since).slice(0, 5)).toEqual([
    'FundingFixed',
    'FundingSettled',
    'FundingSettled',
    'FundingSettled',
    'FundingClosed',
  ]);
  // No premium: the interest of 0.01 %, an eighth of it for an hour. 62,515.375 units a lot.
  const [fixed] = events(exchange, since);
  expect(fixed).toMatchObject({ dueAt: hour, premium: 0, rate: 12_500, mark: 500_123 });
  expect(collateral(exchange, BOB, 'long')).toBe(had[0] - 437_608n);
  expect(collateral(exchange, CAROL, 'short')).toBe(had[2] + 250_061n);
  const settled = events(exchange, since).filter((event) => event.type === 'FundingSettled');
  expect(settled.map(({ user, entries }) => [user, entries.map(({ amount }) => amount)])).toEqual([
    [ALICE, [187_546n]],
    [BOB, [437_608n]],
    [CAROL, [250_061n]],
  ]);
  expect([insurance(exchange), pot(exchange)]).toEqual([1n, 0n]);
});

test('comes before anything that carries its time, and nothing is settled twice', () => {
  const scenario = three();
  const { exchange } = scenario;
  const hour = before(scenario, 1_000, M);
  exchange.now = hour - 1;
  const since = exchange.batches.length;
  scenario.given(leverage(CAROL, 3));
  expect(types(exchange, since)).toEqual(['LeverageSet']);
  exchange.now = hour;
  scenario.given(leverage(CAROL, 4));
  expect(types(exchange, since).filter((type) => type === 'FundingFixed')).toHaveLength(1);
  restarted(scenario).given(leverage(CAROL, 5));
  expect(types(exchange, since).filter((type) => type === 'FundingFixed')).toHaveLength(1);
  expect(types(exchange, since).filter((type) => type === 'FundingSettled')).toHaveLength(3);
});

test('a publication that is heard first does not change what is fixed', () => {
  const [plain, heard] = [three(), three()];
  before(plain, 1_000, 500_123);
  before(heard, 1_000, 500_123);
  const sinces = [plain, heard].map(({ exchange }) => exchange.batches.length);
  const { exchange } = heard;
  exchange.now += 500;
  taking(heard, mark(510_000, exchange.now));
  expect(types(exchange, sinces[1])).toEqual(['IndexPublished', 'MarkPublished']);
  restarted(heard);
  plain.given(leverage(CAROL, 5));
  heard.given(leverage(CAROL, 5));
  const fixed = (scenario: Scenario, since: number) =>
    events(scenario.exchange, since).find((event) => event.type === 'FundingFixed');
  expect(fixed(heard, sinces[1])).toEqual(fixed(plain, sinces[0]));
});

test.each([
  ['a mark of 15 s before counts', 15_000, undefined, 'FundingFixed'],
  ['an older one does not', 15_001, undefined, 'FundingSkipped'],
  ['closing only it goes on', 1_000, 'close_only', 'FundingFixed'],
  ['under maintenance nobody owes anything', 1_000, 'maintenance', 'FundingSkipped'],
] as const)('%s', (_, ms, state, type) => {
  const scenario = three();
  if (state) scenario.given(perpetualState(state));
  before(scenario, ms, M);
  const { exchange } = scenario;
  const since = exchange.batches.length;
  exchange.take(leverage(ALICE, 3));
  expect(types(exchange, since)[0]).toBe(type);
  expect(types(exchange, since).includes('FundingSettled')).toBe(type === 'FundingFixed');
});

test('hours that went by unheard are skipped one by one, and the first has what was known before it', () => {
  const scenario = three();
  const { exchange } = scenario;
  const hour = before(scenario, 1_000, M);
  exchange.now = hour + 3 * HOUR + 1;
  const since = exchange.batches.length;
  exchange.take(leverage(ALICE, 3));
  const told = events(exchange, since).filter(({ type }) => type === 'FundingFixed' || type === 'FundingSkipped');
  expect(told.map((event) => [event.type, (event as EventOf<'FundingFixed'>).dueAt - hour])).toEqual([
    ['FundingFixed', 0],
    ['FundingSkipped', HOUR],
    ['FundingSkipped', 2 * HOUR],
    ['FundingSkipped', 3 * HOUR],
  ]);
});

describe('whatever is asked of a position settles it first', () => {
  test.each<[string, Step, number]>([
    ['adding margin', margin('add', BOB, 'long', 5n), 1],
    ['leverage', leverage(BOB, 3), 1],
    ['opening more, and the other side of the fill', open(BOB, 'long', M, 1, { timeInForce: 'ioc' }), 2],
    ['closing', close(BOB, 'long', M, 7, { timeInForce: 'ioc' }), 1],
    ['an order that rests', open(BOB, 'long', M - 500, 1), 1],
  ])('%s', (_, step, settled) => {
    const scenario = three().given(open(ALICE, 'short', M, 50), open(CAROL, 'long', M - 10, 50));
    before(scenario, 1_000, M);
    const { exchange } = scenario;
    const since = exchange.batches.length;
    taking(scenario, step);
    const [fixing, ...rest] = exchange.batches.slice(since);
    expect(fixing.events.map(({ type }) => type)).toEqual(['FundingFixed']);
    // A batch for each account, and then the command's own.
    expect(rest.map(({ command }) => command.type)).toEqual([
      ...Array.from({ length: settled }, () => 'SettleAccountFunding'),
      step.command.type,
    ]);
    const first = rest.slice(0, settled).map((batch) => batch.events.map(({ type }) => type));
    expect(first).toEqual(Array.from({ length: settled }, () => ['FundingSettled']));
    expect(rest.at(-1)?.events.map(({ type }) => type)).not.toContain('FundingSettled');
    exchange.auditor.compare(exchange.state);
    // What is left of the run comes between commands, also in another process.
    restarted(scenario).given(leverage(CAROL, 7));
    expect(types(exchange, since).filter((type) => type === 'FundingSettled')).toHaveLength(3);
    expect(pot(exchange)).toBe(0n);
  });
});

test('what a position does not have the fund pays, and then the treasury, and a unit stays', () => {
  const half = 12 * HOUR;
  const scenario = perpetuals({ fundingIntervalMs: half }).given(leverage(BOB, 125), opened(M, 999));
  const { exchange } = scenario;
  // A first hour leaves a unit in the fund; then Bob has next to nothing, and pays before he is liquidated.
  before(scenario, 1_000, 500_003, half);
  scenario.given(leverage(CAROL, 1));
  before(scenario, 1_000, 500_003, half);
  told(scenario, [drained(scenario, BOB, 'long', 10n)]);
  exchange.now += 1_000;
  const since = exchange.batches.length;
  exchange.take(leverage(CAROL, 2));
  const happened = events(exchange, since);
  const settled = happened.find((event) => event.type === 'FundingSettled' && event.user === BOB);
  const { entries } = settled as EventOf<'FundingSettled'>;
  expect(entries.map(({ kind }) => kind)).toEqual(['insurance_cover', 'treasury_cover', 'funding_paid']);
  const [insured, covered, paid] = entries.map(({ amount }) => amount);
  expect([insured, paid - insured - covered]).toEqual([1n, 9n]);
  expect(balanceOf(exchange.state.ledger, houseAccount('treasury', 'USDT'))).toBe(-covered);
  expect(happened.map(({ type }) => type)).toContain('LiquidationFinished');
});

/** As many who are long, each with a lot, as one slice settles and a few more, and Bob who is short of them all. */
function many(): Scenario {
  const scenario = perpetuals({ fundingIntervalMs: HOUR });
  const users = Array.from({ length: FUNDING_SLICE + 5 }, (_, index) => 10_200_001 + index);
  for (const user of users) {
    scenario.given(
      system({ type: 'RegisterMember', user }),
      { actor: ADMIN, command: { type: 'VerifyMember', user } },
      system({ type: 'CreditRecharge', user, asset: 'USDT', amount: usdt('100'), reference: `opening/${user}` }),
      fund(user, usdt('100')),
    );
  }
  for (const user of users) {
    const { exchange } = scenario;
    // Each trades within the time in which the mark is fresh.
    exchange.now += 1_500;
    scenario.given(mark(M, exchange.now), open(BOB, 'short', M, 1), open(user, 'long', M, 1, { timeInForce: 'ioc' }));
  }
  return scenario;
}

test('is settled in slices; a crash between them changes nothing, and those who act in between settle first', () => {
  const [plain, crashed] = [many(), many()];
  for (const scenario of [plain, crashed]) before(scenario, 1_000, 500_123);
  const sinces = [plain, crashed].map(({ exchange }) => exchange.batches.length);
  plain.given(leverage(CAROL, 3));
  const slices = plain.exchange.batches.slice(sinces[0], -1);
  expect(slices.map(({ command, events: { length } }) => [command.type, length])).toEqual([
    ['FixFunding', 1],
    ['SettleFunding', FUNDING_SLICE],
    // The five, Bob's, and the end of the run.
    ['SettleFunding', 7],
  ]);

  const { exchange } = crashed;
  const stepper = createStepper({
    state: exchange.state,
    clock: () => exchange.now,
    onDraft: ({ batch }) => {
      exchange.batches.push(batch);
      exchange.auditor.follow(batch);
    },
  });
  // The hour, and one slice.
  expect(stepper.settle('scheduled', 2)).toBe(true);
  restarted(crashed).given(leverage(CAROL, 3));
  const told = (scenario: Scenario, since: number) =>
    events(scenario.exchange, since).filter(({ type }) => type === 'FundingSettled' || type === 'FundingClosed');
  expect(told(crashed, sinces[1])).toEqual(told(plain, sinces[0]));
  expect([insurance(exchange), pot(exchange)]).toEqual([insurance(plain.exchange), 0n]);
});

test('a run that lasts until the next hour ends before that is fixed', () => {
  const scenario = many();
  const hour = before(scenario, 1_000, M);
  const { exchange } = scenario;
  const since = exchange.batches.length;
  taking(scenario, leverage(CAROL, 3));
  // Nothing came between commands for an hour.
  exchange.now = hour + HOUR;
  taking(scenario, leverage(CAROL, 4));
  const order = exchange.batches.slice(since).map(({ command: { type } }) => type);
  expect(order).toEqual(['FixFunding', 'SetLeverage', 'SettleFunding', 'SettleFunding', 'FixFunding', 'SetLeverage']);
});

test('a week during which nothing ran is skipped hour by hour, once, and the exchange goes on', () => {
  const scenario = perpetuals({ fundingIntervalMs: 8 * HOUR }).given(opened(M, 7));
  const { exchange } = scenario;
  exchange.now += 7 * 24 * HOUR;
  const since = exchange.batches.length;
  restarted(scenario).given(leverage(CAROL, 3));
  const told = events(exchange, since).flatMap((event) => (event.type === 'FundingSkipped' ? [event.dueAt] : []));
  expect(told).toHaveLength(21);
  told.forEach((dueAt, place) => expect(dueAt - told[0]).toBe(place * 8 * HOUR));
  const again = exchange.batches.length;
  restarted(scenario).given(leverage(CAROL, 4));
  expect(types(exchange, again)).toEqual(['LeverageSet']);
});

test('the worked example to the unit, of a premium that the book has shown; and the next mark is carried on by its rate', () => {
  const scenario = three();
  const { exchange } = scenario;
  const hour = fundingDue(exchange.now, HOUR) + HOUR;
  const publish = (ticks: number, at: number): void => {
    exchange.now = at;
    scenario.given(mark(ticks, at));
  };
  // After a silence nothing is opened for half a minute.
  for (const at of [1_000, 16_000, 32_000]) publish(500_114, hour - HOUR + at);
  scenario.given(open(ALICE, 'short', 501_500, 1_000), open(CAROL, 'long', 500_858, 1_000));
  for (let place = 0; place < 125; place++) publish(500_114, hour - HOUR + 45_000 + place * 15_000);
  // The book shows nothing any more.
  scenario.given(by(ALICE, cancelAll(PERP)), by(CAROL, cancelAll(PERP)));
  publish(500_123, hour - 1_000);
  const had = insurance(exchange);
  const since = exchange.batches.length;
  exchange.now = hour;
  scenario.given(leverage(CAROL, 3));
  // 744 ÷ 500,114; an eighth of it, less the half per mille of the clamp.
  expect(events(exchange, since)[0]).toMatchObject({ dueAt: hour, premium: 1_487_660, rate: 123_457, mark: 500_123 });
  const moved = events(exchange, since).flatMap((event) =>
    event.type === 'FundingSettled' ? [[event.user, event.entries.map(({ kind, amount }) => [kind, amount])]] : [],
  );
  expect(moved).toEqual([
    [ALICE, [['funding_received', usdt('0.01852310')]]],
    [BOB, [['funding_paid', usdt('0.04322058')]]],
    [CAROL, [['funding_received', usdt('0.02469747')]]],
  ]);
  expect(insurance(exchange) - had).toBe(1n);

  publish(500_000, hour + HOUR / 4);
  // Three quarters of the hour are left: 500,000 × 0.000123457 × 3 ÷ 4 = 46.3 ticks.
  expect(exchange.batches.at(-1)?.events.at(-1)).toMatchObject({ type: 'MarkPublished', p1: 500_046 });
});

/** Funding that was fixed and not settled when somebody acts: it is settled ahead, with all that its account has. */

const INDEX = { decimals: 1, sourceStaleMs: 10_000, staleMs: 15_000, sourcesMin: 3 };
const ioc = { timeInForce: 'ioc' } as const;

const since = ({ batches }: Exchange, from: number): CoreEvent[] => batches.slice(from).flatMap(({ events }) => events);
const of = <T extends CoreEvent['type']>(events: readonly CoreEvent[], type: T): EventOf<T>[] =>
  events.filter((event): event is EventOf<T> => event.type === type);
const house = ({ state }: Exchange, name: 'insurance' | 'treasury') =>
  balanceOf(state.ledger, houseAccount(name, 'USDT'));
const orders = ({ state }: Exchange, user: number) => [...state.orders.values()].filter((order) => order.user === user);

/** To the hour that comes next, with publications, so that nothing was silent. */
function toHour({ exchange }: Scenario, ticks = M): void {
  const hour = fundingDue(exchange.now + 60_000, HOUR);
  for (let at = hour - 61_000; at < hour; at += 12_000) {
    exchange.now = at;
    exchange.take(mark(ticks, at));
  }
  exchange.now = hour;
}

/** Bob is long a bitcoin in cross margin; of its margin next to nothing is left, and what he has else three orders far off hold. */
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
  told(scenario, [drained(scenario, BOB, 'long', 10n)]);
  emptied(scenario, BOB);
  return scenario;
}

/** What Bob's funding was paid out of, and by whom. */
function paidBy(exchange: Exchange, from: number): string[] {
  return of(since(exchange, from), 'FundingSettled')
    .filter(({ user }) => user === BOB)
    .flatMap(({ entries }) => entries.map(({ kind }) => kind));
}

describe('what an account’s own orders hold pays before the insurance fund does', () => {
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

  test('when its owner closes a lot just after the hour', () => {
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
    // The others’ funding is settled between commands, and nobody’s twice.
    restarted(scenario).given(leverage(CAROL, 3));
    expect(of(since(exchange, from), 'FundingSettled').map(({ user }) => user)).toEqual([BOB, ALICE]);
  });

  test('when somebody else takes what it has in the book', () => {
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

  test('also where that order is the one that would be met: it is not there any more', () => {
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

  test('and when it is liquidated before its turn has come', () => {
    const scenario = spent();
    const { exchange } = scenario;
    toHour(scenario);
    const from = exchange.batches.length;
    // 1 BTC has lost 9,000 of the 9,005 that all orders hold.
    exchange.takeEarly(mark(M - 90_000, exchange.now));
    expect(paidBy(exchange, from)).not.toContain('insurance_cover');
    expect(paidBy(exchange, from)).not.toContain('treasury_cover');
    const reasons = of(since(exchange, from), 'PerpetualOrderCancelled').map(({ user, reason }) => [user, reason]);
    expect(reasons).toContainEqual([BOB, 'margin_short']);
    expect(of(since(exchange, from), 'CrossLiquidationStarted')).toHaveLength(1);
    exchange.auditor.compare(exchange.state);
  });

  test('and what it gets for another position before both', () => {
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

test('whom an account in cross margin is cut against settles ahead of that as well', () => {
  const scenario = two({ fundingIntervalMs: HOUR }).given(
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

/** Five contracts, of which all that is published is the same. */
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

test('a walk over makers who have not settled positions in five contracts is no larger than their fills', () => {
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
  // Ten settlements of each are more than twice what its fill is.
  const outcome = exchange.takeEarly(open(CAROL, 'long', M + 10, 24, ioc), 24_000);
  expect(outcome).not.toHaveProperty('rejected');
  const events = since(exchange, from);
  expect(of(events, 'PerpetualTraded').map(({ maker }) => maker)).toEqual(makers);
  expect(of(events, 'FundingSettled')).toHaveLength(10 * makers.length);
  exchange.auditor.compare(exchange.state);
});

/** So many, each with an offer of the lot that it is long; the hour has come, and nobody has settled anything. */
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

describe('a walk that meets more accounts than may settle ahead of one command', () => {
  const count = 2 * AHEAD_MAX + 3;
  const walk = open(CAROL, 'long', M + 10, count, ioc);

  test('waits after so many of them, and is taken again', () => {
    const { exchange } = offering(count);
    const types: string[] = [];
    const stepper = createStepper({
      state: exchange.state,
      clock: () => exchange.now,
      onDraft: ({ batch }) => types.push(batch.command.type),
    });
    const ahead = (most: number) => Array.from({ length: most }, () => 'SettleAccountFunding');
    stepper.settle('urgent', Infinity);
    for (const expected of [['FixFunding', ...ahead(AHEAD_MAX)], ahead(AHEAD_MAX)]) {
      expect(stepper.take(walk)).toBeNull();
      expect(types.splice(0)).toEqual(expected);
    }
    expect(stepper.take(walk)).not.toHaveProperty('rejected');
    expect(types).toEqual([...ahead(3), 'PlacePerpetualOrder']);
  });

  test('meets all of them in their order, whatever comes meanwhile: feeds are heard, everybody else waits behind it', async () => {
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
      // A look at the time takes so long that each slice is over with the first command.
      monotonic: () => (looks += 5),
      onNotice: () => undefined,
      onFatal: (error) => expect(error).toBeNull(),
    });
    const [walked, later] = [engine.submit(walk), engine.submit(leverage(CAROL, 3))];
    const { tracks, funded } = engine.state().marks;
    const haveSome = () => known(tracks, PERP).run > 0 && known(funded, PERP).settled.numbers.length > 0;
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

describe('fills that have to be made payable', () => {
  /** Bob is long and Alice short 0.4 BTC, both at a loss and without margin of their own: what pays is that of their ether. */
  function losing(): Scenario {
    const scenario = two();
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
    for (let ticks = M; ticks > 490_000; ticks -= 2_000) scenario.given(moved(scenario, ticks, 30_000));
    for (let seconds = 0; seconds < 70; seconds += 10) {
      exchange.now += 8_500;
      scenario.given(moved(scenario, 490_000, 30_000));
    }
    scenario.given(open(CAROL, 'long', 490_000, 400), open(ALICE, 'short', 490_000, 400, ioc));
    for (let seconds = 0; seconds < 70; seconds += 10) {
      exchange.now += 8_500;
      scenario.given(moved(scenario, 495_000, 30_000));
    }
    for (let order = 0; order < 200; order++) scenario.given(close(ALICE, 'short', 495_000, 1));
    told(scenario, [drained(scenario, BOB, 'long', 10n)]);
    told(scenario, [drained(scenario, ALICE, 'short', 10n)]);
    for (const user of [ALICE, BOB]) emptied(scenario, user);
    return scenario;
  }

  test('are as many as one batch holds: what is left of an order at once ends as beyond any walk’s bound', () => {
    const scenario = losing();
    const { exchange } = scenario;
    const from = exchange.batches.length;
    scenario.given(close(BOB, 'long', 495_000, 200, ioc));
    const events = since(exchange, from);
    expect(of(events, 'MarginDrawn')).toHaveLength(RAISED_MAX);
    expect(of(events, 'PerpetualTraded')).toHaveLength(RAISED_MAX / 2);
    expect(of(events, 'PerpetualOrderCancelled')).toMatchObject([{ user: BOB, reason: 'fills_too_many' }]);
  });

  test('and closing all goes on in the next batch', () => {
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
