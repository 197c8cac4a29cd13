/**
 * Two buy fixed-term savings and take them back before they earn. What is taken back was kept from everybody else and costs nothing,
 * so nobody may do that with more in a day than they may have at once; and neither the house nor the two are richer for it.
 */
import fc from 'fast-check';
import { dayOf } from '../../../shared/rules/days';
import { later, type Scenario, type Step } from '../../tools/fixtures/core-fixture';
import { endFinancial, financial, saved } from '../../tools/fixtures/financial-fixture';
import { usdt } from '../../tools/fixtures/option-fixture';
import { ADVERSARIES, MALLORY, admitted, eventsOf, houseOf, runsOf, tried, wealthOf } from './adversaries';

const QUOTA = usdt(5_000);
/** What one user may have of it at once. */
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

/** What each took back on each day. */
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

test('who may have 1,000 takes back no more than 1,000 in a day, however often', () => {
  const scenario = scene();
  const buysAndCancels = (purchase: number): boolean => {
    scenario.given(saved(MALLORY, USER_MAX));
    return tried(scenario, endFinancial('Cancel', MALLORY, purchase));
  };
  expect(buysAndCancels(1)).toBe(true);
  expect(buysAndCancels(2)).toBe(false);
  expect([...takenBack(scenario).values()]).toEqual([USER_MAX]);
});

const turn = fc.record({
  by: fc.constantFrom(...ADVERSARIES),
  what: fc.constantFrom('buy', 'buy', 'cancel', 'cancel', 'leave', 'wait'),
  /** Of what one may have, in hundredths; of purchases, which. */
  part: fc.integer({ min: 1, max: 100 }),
  hours: fc.integer({ min: 1, max: 12 }),
});

/** What was sold and left while it earned: nothing of a quota comes back by that. */
function left({ exchange }: Scenario): bigint {
  const ended = new Set(
    eventsOf(exchange, 'FinancialEnded').flatMap(({ end, purchase }) => (end === 'left' ? [purchase] : [])),
  );
  return eventsOf(exchange, 'FinancialBought').reduce(
    (sum, { purchase, amount }) => sum + (ended.has(purchase) ? amount : 0n),
    0n,
  );
}

test('whatever two buy and take back, nobody takes back more in a day than they may have, and nobody is richer for it', () => {
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
        if (what === 'buy') tried(scenario, saved(by, (USER_MAX * BigInt(part)) / 100n));
        if (what === 'cancel') tried(scenario, endFinancial('Cancel', by, id));
        if (what === 'leave') tried(scenario, endFinancial('Leave', by, id));
        // No term of seven days is over by then: nothing was earned.
        if (what === 'wait' && hours + waits < 100) {
          hours += waits;
          tried(scenario, later(waits * HOUR_MS, saved(by, 1n)));
        }
      }
      for (const sum of takenBack(scenario).values()) {
        expect(sum).toBeLessThanOrEqual(USER_MAX);
        if (sum > most) most = sum;
      }
      expect(wealthOf(state, ADVERSARIES)).toBe(before.two);
      expect(houseOf(state, 'financial', 'treasury')).toBe(before.house);
      // Most of it is left for others all the time.
      const { sold } = state.financial.products.get('USDT-7')!;
      expect(sold).toBeLessThanOrEqual(2n * USER_MAX + left(scenario));
    }),
    runsOf(100),
  );
  expect(most).toBeGreaterThan(USER_MAX / 2n);
});
