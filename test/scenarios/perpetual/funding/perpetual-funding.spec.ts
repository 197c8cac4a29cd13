/** Funding: fixed once at its hour, and settled with every position before anything else changes it. */
import type { CoreEvent, EventOf } from '../../../../server/core/event';
import { houseAccount, marketAccount } from '../../../../server/core/ledger/entry';
import { balanceOf } from '../../../../server/core/ledger/ledger';
import { FUNDING_SLICE } from '../../../../server/products/perpetual/core/funding/settle';
import { createStepper } from '../../../../server/engine/step';
import { fundingDue } from '../../../../shared/products/perpetual/rules/funding';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  asUser,
  cancelAll,
  restoredFromSnapshot,
  system,
  type Exchange,
  type Scenario,
  type Step,
} from '../../../tools/fixtures/core-fixture';
import {
  close,
  fund,
  leverage,
  margin,
  mark,
  open,
  openBothSides,
  PERP,
  drainPosition,
  perpetuals,
  applyEvents,
  perpetualState,
} from '../../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../../tools/fixtures/perpetual-terms';

const HOUR = 3_600_000;
const M = 500_000;

const MINUTE = 60_000;

/** Bob is long 7 lots, Alice short 3 and Carol short 4; funding is hourly. */
function three(): Scenario {
  const ioc = { timeInForce: 'ioc' } as const;
  return perpetuals({ fundingIntervalMs: HOUR }).given(
    open(BOB, 'long', M, 7),
    open(ALICE, 'short', M, 3, ioc),
    open(CAROL, 'short', M, 4, ioc),
  );
}
/** Advances to the next hour; a publication of this price comes `ms` before it. */
function before(scenario: Scenario, ms: number, ticks: number, every = HOUR): number {
  const { exchange } = scenario;
  // Counted from midnight in GMT+8.
  const hour = Math.ceil((exchange.now + ms + MINUTE + 8 * HOUR) / every) * every - 8 * HOUR;
  // Publishes once before: after a silence nothing is opened for half a minute.
  exchange.now = hour - ms - MINUTE;
  scenario.given(mark(ticks, exchange.now));
  exchange.now = hour - ms;
  scenario.given(mark(ticks, exchange.now));
  exchange.now = hour;
  return hour;
}
/** Executes a command as the sequencer does, ahead of waiting scheduled work. */
function taking({ exchange }: Scenario, step: Step): void {
  const stepper = createStepper({
    state: exchange.state,
    clock: () => exchange.now,
    onDraft: ({ batch }) => {
      exchange.batches.push(batch);
      exchange.auditor.follow(batch);
    },
  });
  expect(stepper.execute(step)).not.toHaveProperty('rejected');
}
const collateral = ({ state }: Exchange, user: number, side: 'long' | 'short') =>
  state.holds.get(state.perpetual.holdings.get(user)?.get(PERP)?.[side]?.hold ?? 0)?.remaining ?? 0n;
const insurance = ({ state }: Exchange) => balanceOf(state.ledger, houseAccount('insurance', 'USDT'));
const pot = ({ state }: Exchange) => balanceOf(state.ledger, marketAccount('funding', PERP, 'USDT'));
/** Events of the batches from index `since` on. */
const events = ({ batches }: Exchange, since: number): CoreEvent[] =>
  batches.slice(since).flatMap((batch) => batch.events);
const types = (exchange: Exchange, since: number) => events(exchange, since).map(({ type }) => type);

test('is fixed at its hour by the mark before it and settled: payers rounded up, receivers down, the rest to the fund', () => {
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

test('comes before any event of its time, and settles once', () => {
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
  restoredFromSnapshot(scenario).given(leverage(CAROL, 5));
  expect(types(exchange, since).filter((type) => type === 'FundingFixed')).toHaveLength(1);
  expect(types(exchange, since).filter((type) => type === 'FundingSettled')).toHaveLength(3);
});

test('is not changed by a publication processed first', () => {
  const [plain, heard] = [three(), three()];
  before(plain, 1_000, 500_123);
  before(heard, 1_000, 500_123);
  const sinces = [plain, heard].map(({ exchange }) => exchange.batches.length);
  const { exchange } = heard;
  exchange.now += 500;
  taking(heard, mark(510_000, exchange.now));
  expect(types(exchange, sinces[1])).toEqual(['IndexPublished', 'MarkPublished']);
  restoredFromSnapshot(heard);
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

test('skips missed hours one by one, and fixes the first by the data before it', () => {
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

describe('any command on a position settles it first', () => {
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
    // One batch per account, then the batch of the command.
    expect(rest.map(({ command }) => command.type)).toEqual([
      ...Array.from({ length: settled }, () => 'SettleAccountFunding'),
      step.command.type,
    ]);
    const first = rest.slice(0, settled).map((batch) => batch.events.map(({ type }) => type));
    expect(first).toEqual(Array.from({ length: settled }, () => ['FundingSettled']));
    expect(rest.at(-1)?.events.map(({ type }) => type)).not.toContain('FundingSettled');
    exchange.auditor.compare(exchange.state);
    // The rest of the run follows between commands, also after a restart.
    restoredFromSnapshot(scenario).given(leverage(CAROL, 7));
    expect(types(exchange, since).filter((type) => type === 'FundingSettled')).toHaveLength(3);
    expect(pot(exchange)).toBe(0n);
  });
});

test('a shortfall is paid by the fund, then the treasury, and one unit of margin stays', () => {
  const half = 12 * HOUR;
  const scenario = perpetuals({ fundingIntervalMs: half }).given(leverage(BOB, 125), openBothSides(M, 999));
  const { exchange } = scenario;
  // A first hour leaves one unit in the fund. Then Bob has almost nothing, and pays before his liquidation.
  before(scenario, 1_000, 500_003, half);
  scenario.given(leverage(CAROL, 1));
  before(scenario, 1_000, 500_003, half);
  applyEvents(scenario, [drainPosition(scenario, BOB, 'long', 10n)]);
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

/** Some more accounts than one slice settles, each long one lot, and Bob short against all. */
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
    // Each trades while the mark is fresh.
    exchange.now += 1_500;
    scenario.given(mark(M, exchange.now), open(BOB, 'short', M, 1), open(user, 'long', M, 1, { timeInForce: 'ioc' }));
  }
  return scenario;
}

test('is settled in slices; a crash between them changes nothing, and accounts that act in between settle first', () => {
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
  expect(stepper.runDueWork('scheduled', 2)).toBe(true);
  restoredFromSnapshot(crashed).given(leverage(CAROL, 3));
  const told = (scenario: Scenario, since: number) =>
    events(scenario.exchange, since).filter(({ type }) => type === 'FundingSettled' || type === 'FundingClosed');
  expect(told(crashed, sinces[1])).toEqual(told(plain, sinces[0]));
  expect([insurance(exchange), pot(exchange)]).toEqual([insurance(plain.exchange), 0n]);
});

test('a run that lasts until the next hour ends before that hour is fixed', () => {
  const scenario = many();
  const hour = before(scenario, 1_000, M);
  const { exchange } = scenario;
  const since = exchange.batches.length;
  taking(scenario, leverage(CAROL, 3));
  // No time between commands for an hour.
  exchange.now = hour + HOUR;
  taking(scenario, leverage(CAROL, 4));
  const order = exchange.batches.slice(since).map(({ command: { type } }) => type);
  expect(order).toEqual(['FixFunding', 'SetLeverage', 'SettleFunding', 'SettleFunding', 'FixFunding', 'SetLeverage']);
});

test('a week of downtime is skipped hour by hour, once, and the exchange continues', () => {
  const scenario = perpetuals({ fundingIntervalMs: 8 * HOUR }).given(openBothSides(M, 7));
  const { exchange } = scenario;
  exchange.now += 7 * 24 * HOUR;
  const since = exchange.batches.length;
  restoredFromSnapshot(scenario).given(leverage(CAROL, 3));
  const told = events(exchange, since).flatMap((event) => (event.type === 'FundingSkipped' ? [event.dueAt] : []));
  expect(told).toHaveLength(21);
  told.forEach((dueAt, place) => expect(dueAt - told[0]).toBe(place * 8 * HOUR));
  const again = exchange.batches.length;
  restoredFromSnapshot(scenario).given(leverage(CAROL, 4));
  expect(types(exchange, again)).toEqual(['LeverageSet']);
});

test('matches the worked example to the unit for a premium from the book, and carries its rate to the next mark', () => {
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
  // The book is empty from here.
  scenario.given(asUser(ALICE, cancelAll(PERP)), asUser(CAROL, cancelAll(PERP)));
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
  // Three quarters of the hour remain: 500,000 × 0.000123457 × 3 ÷ 4 = 46.3 ticks.
  expect(exchange.batches.at(-1)?.events.at(-1)).toMatchObject({ type: 'MarkPublished', p1: 500_046 });
});
