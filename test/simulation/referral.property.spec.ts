/** Rebates over a year: equal to the unit to a plain table of all trades, and no closed circle of accounts gains. */
import fc from 'fast-check';
import { canonicalLines, restoreState } from '../../server/products/core';
import type { EventOf } from '../../server/core/event';
import { parseAccount } from '../../server/core/ledger/entry';
import {
  ALICE,
  BOB,
  CAROL,
  DAVE,
  buy,
  asUser,
  given,
  marketState,
  sell,
  system,
  type Exchange,
} from '../tools/fixtures/core-fixture';
import { eraseMember, setDocument, ratesOf, enableTrading } from '../tools/fixtures/referral-fixture';

const numRuns = Math.ceil(Number(process.env['SIMULATION_RUNS'] ?? 1_000) / 20);
const seed = Number(process.env['SIMULATION_SEED'] ?? 20_260_101);
const HOUR = 3_600_000;
const ETH = { market: 'ETH-USDT' };
const ERIN = 10_000_005;
const FRANK = 10_000_006;
const USERS = [ALICE, BOB, CAROL, DAVE, ERIN, FRANK];

const turn = fc.record({
  hours: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 9 }) },
    { weight: 3, arbitrary: fc.integer({ min: 10, max: 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 61, max: 3_000 }) },
  ),
  what: fc.constantFrom('trade', 'trade', 'trade', 'trade', 'trade', 'rates', 'invite', 'person', 'erase', 'restart'),
  one: fc.nat(5),
  step: fc.integer({ min: 1, max: 5 }),
  price: fc.integer({ min: 95, max: 105 }),
  lots: fc.integer({ min: 1, max: 4_000 }),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

function act(exchange: Exchange, { what, one: first, step, price, lots }: Turn): void {
  const [one, other] = [USERS[first], USERS[(first + step) % USERS.length]];
  switch (what) {
    case 'trade':
      exchange.take(asUser(one, sell(price, lots, ETH)));
      exchange.take(asUser(other, buy(price, lots, { ...ETH, timeInForce: 'ioc' })));
      exchange.take({ actor: `user/${one}`, command: { type: 'CancelAllOrders', user: one, market: 'ETH-USDT' } });
      return;
    case 'rates': {
      const rates = { level1Ppb: (lots % 501) * 1_000_000, level2Ppb: ((price * lots) % 200) * 1_000_000 };
      const from = exchange.now + (price % 4) * 20 * HOUR;
      exchange.take(ratesOf({ ...rates, from }));
      exchange.now = Math.min(exchange.now, from);
      return;
    }
    case 'invite':
      exchange.take(system({ type: 'NameInviter', user: one, inviter: other }));
      return;
    case 'person':
      exchange.take(setDocument(one, lots % 4 === 0 ? 'ab'.repeat(32) : undefined));
      return;
    case 'erase':
      // Rarely, or most accounts would be erased within the year.
      if (lots % 8 === 0) exchange.take(eraseMember(one));
      return;
    case 'restart':
      exchange.restart(restoreState(canonicalLines(exchange.state)));
      return;
  }
}

function begin(): Exchange {
  return given(
    [ERIN, FRANK].map((user) => system({ type: 'RegisterMember', user, inviter: DAVE })),
    [DAVE, ERIN, FRANK].flatMap(enableTrading),
    [setDocument(ALICE), setDocument(BOB)],
    system({ type: 'NameInviter', user: BOB, inviter: ALICE }),
    system({ type: 'NameInviter', user: CAROL, inviter: BOB }),
    system({ type: 'NameInviter', user: DAVE, inviter: CAROL }),
    ratesOf(),
  ).exchange;
}

function rebatesIn({ batches }: Exchange): EventOf<'RebatePaid'>[] {
  return batches.flatMap(({ events }) => events.flatMap((event) => (event.type === 'RebatePaid' ? [event] : [])));
}

/** Total of these users in a coin, over all accounts. */
function heldBy({ state }: Exchange, users: readonly number[], asset: string): bigint {
  let sum = 0n;
  for (const { name, balance } of state.ledger.accounts.values()) {
    const account = parseAccount(name);
    if (account.owner === 'user' && account.asset === asset && users.includes(account.user)) sum += balance;
  }
  return sum;
}

test('a year with missed days pays each rebate once, to the unit, and all accounts together never gain', () => {
  let [paid, days, longest] = [0, 0, 0];
  fc.assert(
    fc.property(fc.array(turn, { minLength: 30, maxLength: 90, size: 'max' }), (turns) => {
      // The auditor recomputes every rebate from all trades, and fails at the first difference.
      const [rare, watched] = [begin(), begin()];
      const before = ['ETH', 'USDT'].map((asset) => heldBy(rare, USERS, asset));
      for (const one of turns) {
        const until = rare.now + one.hours * HOUR;
        rare.now = until;
        for (; watched.now + 7 * HOUR < until; watched.now += 7 * HOUR) watched.take(marketState('open'));
        watched.now = until;
        act(rare, one);
        act(watched, one);
        watched.now = rare.now;
        // All accounts: a closed circle, whoever invited whom.
        ['ETH', 'USDT'].forEach((asset, index) => {
          expect(heldBy(rare, USERS, asset)).toBeLessThanOrEqual(before[index]);
        });
      }
      for (const exchange of [rare, watched]) {
        exchange.now += 400 * 24 * HOUR;
        exchange.take(marketState('open'));
        expect(exchange.state.referral.days.size).toBe(0);
      }
      const rebates = rebatesIn(rare);
      expect(rebatesIn(watched)).toEqual(rebates);
      paid += rebates.length;
      days += new Set(rebates.map(({ day }) => day)).size;
      longest = Math.max(longest, ...rare.batches.map(({ at }, index) => at - (rare.batches[index - 1]?.at ?? at)));
    }),
    { numRuns, seed },
  );
  // Guards against a run that exercises nothing.
  expect(paid).toBeGreaterThan(10 * numRuns);
  expect(days).toBeGreaterThan(3 * numRuns);
  expect(longest).toBeGreaterThan(31 * 24 * HOUR);
});
