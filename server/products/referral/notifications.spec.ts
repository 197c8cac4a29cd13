import { dayName, dayOf } from '../../../shared/rules/days';
import { ALICE, BOB, CAROL } from '../../../test/tools/fixtures/core-fixture';
import { nextDay, referral, tradeFor } from '../../../test/tools/fixtures/referral-fixture';
import { noticesIn } from '../../../test/tools/fixtures/notices';

test('a user gets one message for all rebates of a day', async () => {
  const scenario = referral();
  const day = dayOf(scenario.exchange.now);
  nextDay(scenario.given(tradeFor(CAROL, 1_000), tradeFor(CAROL, 1_000, 'sell'), tradeFor(BOB, 1_000)));
  const notices = (await noticesIn(scenario.exchange.batches)).filter(({ key }) => key === 'referral.paid');
  expect(notices.sort((one, other) => one.user - other.user)).toMatchObject(
    [ALICE, BOB].map((user) => ({ user, facts: { day: dayName(day) }, origin: `referral/${user}/${day}` })),
  );
});
