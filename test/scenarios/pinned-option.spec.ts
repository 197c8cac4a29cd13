/** What one wrong line of the core would change for second contracts, an example each. */
import { dayOf, dayStart } from '../../shared/rules/days';
import { ALICE, occurred, refused } from '../tools/core-fixture';
import { bought, limited, options, tick, usdt, PRICE } from '../tools/option-fixture';

describe("a user's own limit", () => {
  test('that is raised counts from the next day on, one that is lowered at once', () => {
    const scenario = options().given(limited(ALICE, usdt(5_000)));
    const today = dayOf(scenario.exchange.now);
    scenario.when(limited(ALICE, usdt(6_000))).then(occurred('OptionLimitSet', { day: today + 1 }));
    scenario.when(bought(ALICE, 'up', usdt(5_000) + 1n)).then(refused('option.limit.own'));
    scenario.when(limited(ALICE, usdt(4_000))).then(occurred('OptionLimitSet', { day: today }));
    scenario.when(bought(ALICE, 'up', usdt(4_000) + 1n)).then(refused('option.limit.own'));
  });

  test('is of a day: what was staked the day before counts no more', () => {
    const scenario = options().given(limited(ALICE, usdt(2_000)), bought(ALICE, 'up', usdt(2_000)));
    scenario.when(bought(ALICE, 'up')).then(refused('option.limit.own'));
    scenario.exchange.now = dayStart(dayOf(scenario.exchange.now) + 1);
    scenario.given(tick(scenario, PRICE), bought(ALICE, 'up'), bought(ALICE, 'up'));
    scenario.when(bought(ALICE, 'up')).then(refused('option.limit.own'));
  });
});

test.each([
  ['exactly 15 s after its moment still counts', 0, 'OptionEntered'],
  ['a millisecond later gives the stake back', 1, 'OptionSettled'],
] as const)('an entry that comes %s', (_, late, type) => {
  const scenario = options().given(bought(ALICE, 'up'));
  const { exchange } = scenario;
  const boughtAt = exchange.batches.at(-1)?.at ?? 0;
  exchange.now = boughtAt;
  exchange.take(tick(scenario, PRICE + 5, 500 + 15_000 + late));
  exchange.take(limited(ALICE, usdt(9_000)));
  const first = exchange.batches
    .flatMap(({ events }) => events)
    .find((event) => 'contract' in event && event.type !== 'OptionBought');
  expect(first).toMatchObject({ type, contract: 1 });
});
