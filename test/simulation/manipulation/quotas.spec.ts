/**
 * Two users buy fixed-term savings and cancel before interest. Cancelled purchases cost nothing and block the quota for
 * others. So nobody may cancel more per day than their own maximum, and neither the house nor the two gain.
 */
import fc from 'fast-check';
import { dayOf } from '../../../shared/rules/days';
import { later, type Scenario, type Step } from '../../tools/fixtures/core-fixture';
import { endFinancial, financial, buySavings } from '../../tools/fixtures/financial-fixture';
import { usdt } from '../../tools/fixtures/option-fixture';
import { ADVERSARIES, MALLORY, admitted, eventsOf, houseOf, runsOf, tried, wealthOf } from './adversaries';

const QUOTA = usdt(5_000);
/** Maximum of one user at a time. */
const USER_MAX = usdt(1_000);
const WEALTH = usdt(100_000);
const HOUR_MS = 3_600_000;

function scene(): Scenario {
  return financial({ quota: QUOTA, userMax: USER_MAX }).given(
    ...admitted(ADVERSARIES, { USDT: WEALTH }),
    ...ADVERSARIES.map((user): Step => ({
      actor: `user/${user}`,
      command: { type: 'TransferFunds', user, asset: 'USDT', from: 'spot', to: 'financial', amount: WEALTH },
    })),
  );
}

/** Cancelled amounts by user and day. */
function takenBack({ exchange }: Scenario): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { at, events } of exchange.batches) {
    for (const event of events) {
      if (event.type !== 'FinancialEnded' || event.end !== 'cancelled') continue;
      const bought = eventsOf(exchange, 'FinancialBought').find(({ purchase }) => purchase === event.purchase)!;
      const key = `${event.user}/${dayOf(at)}`;
      sums.set(key, (sums.get(key) ?? 0n) + bought.amount);
    }
  }
  return sums;
}

test('a user with a maximum of 1,000 cancels at most 1,000 per day', () => {
  const scenario = scene();
  const buysAndCancels = (purchase: number): boolean => {
    scenario.given(buySavings(MALLORY, USER_MAX));
    return tried(scenario, endFinancial('Cancel', MALLORY, purchase));
  };
  expect(buysAndCancels(1)).toBe(true);
  expect(buysAndCancels(2)).toBe(false);
  expect([...takenBack(scenario).values()]).toEqual([USER_MAX]);
});

const turn = fc.record({
  by: fc.constantFrom(...ADVERSARIES),
  what: fc.constantFrom('buy', 'buy', 'cancel', 'cancel', 'leave', 'wait'),
  /** `part`: hundredths of the user's maximum, or the index of a purchase. */
  part: fc.integer({ min: 1, max: 100 }),
  hours: fc.integer({ min: 1, max: 12 }),
});

/** Sold and left early while earning; this returns nothing to the quota. */
function left({ exchange }: Scenario): bigint {
  const ended = new Set(
    eventsOf(exchange, 'FinancialEnded').flatMap(({ end, purchase }) => (end === 'left' ? [purchase] : [])),
  );
  return eventsOf(exchange, 'FinancialBought').reduce(
    (sum, { purchase, amount }) => sum + (ended.has(purchase) ? amount : 0n),
    0n,
  );
}

test('whatever two users buy and cancel, neither cancels more per day than their maximum, and nobody profits', () => {
  let most = 0n;
  fc.assert(
    fc.property(fc.array(turn, { minLength: 10, maxLength: 60, size: 'max' }), (turns) => {
      const scenario = scene();
      const { state } = scenario.exchange;
      const own = (user: number) =>
        [...state.financial.purchases.values()].filter((purchase) => purchase.user === user);
      const before = { two: wealthOf(state, ADVERSARIES), house: houseOf(state, 'financial', 'treasury') };
      let hours = 0;
      for (const { by, what, part, hours: waits } of turns) {
        const purchases = own(by);
        const { id } = purchases[part % purchases.length] ?? { id: 0 };
        if (what === 'buy') tried(scenario, buySavings(by, (USER_MAX * BigInt(part)) / 100n));
        if (what === 'cancel') tried(scenario, endFinancial('Cancel', by, id));
        if (what === 'leave') tried(scenario, endFinancial('Leave', by, id));
        // No seven-day term ends by then, so nothing is earned.
        if (what === 'wait' && hours + waits < 100) {
          hours += waits;
          tried(scenario, later(waits * HOUR_MS, buySavings(by, 1n)));
        }
      }
      for (const sum of takenBack(scenario).values()) {
        expect(sum).toBeLessThanOrEqual(USER_MAX);
        if (sum > most) most = sum;
      }
      expect(wealthOf(state, ADVERSARIES)).toBe(before.two);
      expect(houseOf(state, 'financial', 'treasury')).toBe(before.house);
      // Most of the quota stays available to others.
      const { sold } = state.financial.products.get('USDT-7')!;
      expect(sold).toBeLessThanOrEqual(2n * USER_MAX + left(scenario));
    }),
    runsOf(100),
  );
  expect(most).toBeGreaterThan(USER_MAX / 2n);
});
