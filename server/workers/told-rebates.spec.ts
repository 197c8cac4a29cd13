import { dayName, dayOf } from '../../shared/rules/days';
import { ALICE, BOB, CAROL } from '../../test/tools/core-fixture';
import { nextDay, referral, traded } from '../../test/tools/referral-fixture';
import { toldOfRebates } from './told-rebates';

test('whoever got rebates of a day is told once, whatever they are of', () => {
  const scenario = referral();
  const day = dayOf(scenario.exchange.now);
  nextDay(scenario.given(traded(CAROL, 1_000), traded(CAROL, 1_000, 'sell'), traded(BOB, 1_000)));
  const told = scenario.exchange.batches.flatMap(toldOfRebates);
  expect(told.sort((one, other) => one.user - other.user)).toEqual(
    [ALICE, BOB].map((user) => ({ user, facts: { day: dayName(day) }, origin: `referral/${user}/${day}` })),
  );
});
