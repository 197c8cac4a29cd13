/** Positions that staff lock: by two, for a day, and nothing stops but the owner's own hand. */
import type { LockPosition } from '../../server/core/command';
import type { Actor } from '../../server/core/actor';
import { availableIn, balanceOf } from '../../server/core/ledger/ledger';
import { userAccount } from '../../server/core/ledger/entry';
import { LOCK_MS } from '../../server/core/perpetual/lock';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  SECOND,
  later,
  occurred,
  refused,
  restarted,
  staff,
  type Exchange,
  type Scenario,
  type Step,
} from '../tools/core-fixture';
import {
  FUNDS,
  close,
  fundingHour,
  leverage,
  locked,
  margin,
  mark,
  open,
  opened,
  perpetuals,
  unlocked,
} from '../tools/perpetual-fixture';

const M = 500_000;
const HOUR = 3_600_000;
/** Alice's comes first: she rests, and Bob takes. */
const BOBS = 1;

const lock = (actor: Actor, position = BOBS): Step => {
  const command: LockPosition = { type: 'LockPosition', position, reason: 'inquiry' };
  return { actor, command };
};
const unlock = (actor: Actor): Step => ({ actor, command: { ...unlocked(BOBS)[0].command } });
const bucket = ({ state }: Exchange, name: 'frozen' | 'locked') =>
  balanceOf(state.ledger, userAccount(BOB, 'contract', 'USDT', name));
const started = (): Scenario => perpetuals().given(opened(M, 10));

test('takes two of staff, of whom none is its owner; the whole margin moves under the same hold, and back', () => {
  const scenario = started();
  const { exchange } = scenario;
  const margins = bucket(exchange, 'locked');
  scenario
    .when(lock(`admin/${BOB}`))
    .then(refused('approval.needs.another'))
    .when(lock(ADMIN))
    .then(occurred('PositionLockProposed', { position: BOBS, user: BOB, act: 'lock', by: 10_000_009 }))
    .when(lock(ADMIN))
    .then(refused('approval.needs.another'))
    .when(lock(`admin/${BOB}`))
    .then(refused('approval.needs.another'))
    .when(unlock(SECOND))
    .then(refused('position.not.locked'));
  expect([bucket(exchange, 'locked'), bucket(exchange, 'frozen')]).toEqual([margins, 0n]);
  restarted(scenario)
    .when(lock(SECOND))
    .then(occurred('PositionLocked', { position: BOBS, proposedBy: 10_000_009, reason: 'inquiry' }));
  expect([bucket(exchange, 'locked'), bucket(exchange, 'frozen')]).toEqual([0n, margins]);
  scenario.when(lock(SECOND)).then(refused('position.locked'));
  // Whoever locked it may be the first to end it.
  scenario
    .when(unlock(SECOND))
    .then(occurred('PositionLockProposed', { act: 'unlock', by: 10_000_008 }))
    .when(unlock(ADMIN))
    .then(occurred('PositionUnlocked', { position: BOBS, proposedBy: 10_000_008 }));
  expect([bucket(exchange, 'locked'), bucket(exchange, 'frozen')]).toEqual([margins, 0n]);
});

test('of a position that is none', () => {
  started().when(lock(ADMIN, 99)).then(refused('position.none'));
});

test.each<[string, Step]>([
  ['closing', close(BOB, 'long', M, 1)],
  ['closing at the market', close(BOB, 'long', null, 1)],
  ['opening more', open(BOB, 'long', M, 1)],
  ['adding margin', margin('add', BOB, 'long', 1n)],
  ['taking margin', margin('take', BOB, 'long', 1n)],
  ['leverage', leverage(BOB, 3)],
])('stops %s by hand, until it ends', (_, step) => {
  const scenario = started().given(open(ALICE, 'short', M, 5), open(CAROL, 'long', M - 10, 5), locked(BOBS));
  scenario.when(step).then(refused('position.locked'));
  const { exchange } = restarted(scenario.given(unlocked(BOBS)));
  expect(exchange.take(step)).not.toMatchObject({ rejected: 'position.locked' });
});

test('leaves the other position and other people alone', () => {
  started()
    .given(locked(BOBS))
    .when(open(BOB, 'short', M, 1))
    .then(occurred('PerpetualOrderPlaced'))
    .when(margin('add', ALICE, 'short', 1n))
    .then(occurred('MarginAdjusted'));
});

test('lets what rests go on, out of and into the margin where it lies', () => {
  const scenario = started().given(close(BOB, 'long', M + 50, 4), open(BOB, 'long', M - 50, 5), locked(BOBS));
  const { exchange } = scenario;
  const before = bucket(exchange, 'frozen');
  const since = exchange.batches.length;
  scenario.given(open(CAROL, 'long', M + 50, 4, { timeInForce: 'ioc' }));
  const kinds = exchange.batches
    .slice(since)
    .flatMap(({ events }) => events)
    .flatMap((event) => ('entries' in event ? event.entries.map(({ kind }) => kind) : []));
  expect(kinds).toContain('margin_return_frozen');
  expect(bucket(exchange, 'frozen')).toBeLessThan(before);
  scenario.given(open(CAROL, 'short', M - 50, 5, { timeInForce: 'ioc' }));
  const lots = exchange.state.perpetual.holdings.get(BOB)?.get('BTC-USDT-PERP')?.long?.lots;
  expect(lots).toBe(11);
  expect(bucket(exchange, 'locked')).toBe(0n);
});

test('funding is paid out of it where it lies', () => {
  const scenario = perpetuals({ fundingIntervalMs: HOUR }).given(opened(M, 10), locked(BOBS));
  fundingHour(scenario, M, HOUR);
  scenario.given(leverage(CAROL, 3));
  const kinds = scenario.exchange.batches.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'FundingSettled' ? event.entries.map(({ kind }) => kind) : [])),
  );
  expect(kinds.sort()).toEqual(['funding_paid_frozen', 'funding_received']);
});

test('ends by itself after a day, also when nothing ran in between, and with the position', () => {
  const scenario = started().given(locked(BOBS));
  const { exchange } = scenario;
  exchange.now += LOCK_MS - 10;
  expect(exchange.take(margin('add', BOB, 'long', 1n))).toMatchObject({ rejected: 'position.locked' });
  exchange.now += 20;
  restarted(scenario).given(margin('add', BOB, 'long', 1n));
  const ended = exchange.batches.flatMap(({ actor, events }) =>
    events.flatMap((event) => (event.type === 'PositionUnlocked' ? [{ actor, ...event }] : [])),
  );
  expect(ended).toMatchObject([{ actor: 'clock', position: BOBS }]);
  expect(ended[0]).not.toHaveProperty('reason');

  const { now } = exchange;
  scenario.given(mark(M, now), later(31_000, mark(M, now + 31_000)), close(BOB, 'long', M + 50, 10), locked(BOBS));
  scenario.given(open(CAROL, 'long', M + 50, 10, { timeInForce: 'ioc' }));
  expect(exchange.state.locks).toEqual({ locked: new Map(), proposed: new Map() });
});

test('staff freeze of the contract account at most what is free', () => {
  const scenario = started();
  const { exchange } = scenario;
  const free = availableIn(exchange.state.ledger, 'contract', BOB, 'USDT');
  expect(free).toBeLessThan(FUNDS);
  const freeze = (amount: bigint): Step =>
    staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', account: 'contract', amount, reason: 'inquiry' });
  scenario.when(freeze(free + 1n)).then(refused('balance.insufficient'));
  scenario.when(freeze(free)).then(occurred('FundsFrozen'));
});
