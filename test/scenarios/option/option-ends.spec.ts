import { START_AHEAD_MS_MAX } from '../../../shared/products/option/rules/settlement';
import { ALICE, BOB, CAROL, occurred, refused } from '../../tools/fixtures/core-fixture';
import { SYMBOL, buyOption, cancelOption, optionScenario, usdt } from '../../tools/fixtures/option-fixture';
import { P, settled, ticks, steady } from './contracts-fixture';

const UNIT = 100_000_000n;

describe('levels', () => {
  const levels = { takeProfit: P + 100, stopLoss: P - 100 };
  test('pay the elapsed share at the publication that reaches them', () => {
    const scenario = optionScenario({ feesPpb: [0, 0, 0] });
    scenario.given(buyOption(ALICE, 'up', usdt(1_000), levels));
    ticks(scenario, P);
    steady(scenario, P + 99, 14);
    ticks(scenario, P + 100, P - 5_000);
    const [one] = settled(scenario);
    const { entry } = { entry: one.at! - 15_015 };
    expect(one).toMatchObject({ end: 'take_profit', price: P + 100 });
    expect(one.at! - entry).toBe(15_015);
    // 800 of 1,000 in 60 s: a quarter and a little more.
    expect(Number(one.income / UNIT)).toBe(200);
    expect(one.paid).toBe(usdt(1_000) + one.income);
  });
  test('at a stop return half of the remaining share of time', () => {
    const scenario = optionScenario({ feesPpb: [0, 0, 0] });
    scenario.given(buyOption(ALICE, 'down', usdt(1_000), { takeProfit: P - 100, stopLoss: P + 100 }));
    ticks(scenario, P);
    steady(scenario, P, 14);
    ticks(scenario, P + 4_000, P);
    const [one] = settled(scenario);
    expect(one).toMatchObject({ end: 'stop_loss', income: 0n });
    expect(Number(one.paid / UNIT)).toBe(374);
  });
  test('already passed at entry return the stake', () => {
    const scenario = optionScenario();
    scenario.given(buyOption(ALICE, 'up', usdt(1_000), levels));
    ticks(scenario, P + 100, P);
    expect(settled(scenario)).toMatchObject([{ end: 'refunded', reason: 'level_passed', paid: usdt(1_000) }]);
  });
  test('reached after the end do not count', () => {
    const scenario = optionScenario();
    scenario.given(buyOption(ALICE, 'up', usdt(1_000), levels));
    ticks(scenario, P);
    steady(scenario, P + 1, 58);
    ticks(scenario, P + 1);
    // The end lies between this publication and the next.
    ticks(scenario, P + 100, P + 100);
    expect(settled(scenario)).toMatchObject([{ end: 'won', price: P + 1 }]);
  });
  test.each<[string, object, string]>([
    ['on the wrong side', { takeProfit: P - 1 }, 'option.levels.invalid'],
    ['at the price', { takeProfit: P }, 'option.levels.invalid'],
    ['of nothing', { stopLoss: 0 }, 'option.levels.invalid'],
    ['half a tick', { takeProfit: P + 1.5 }, 'option.levels.invalid'],
    ['with a start that is set', { takeProfit: P + 1, startsAt: 'soon' }, 'option.levels.not.offered'],
  ])('%s are refused', (_, wish, code) => {
    const scenario = optionScenario();
    const startsAt = 'startsAt' in wish ? scenario.exchange.now + 60_000 : undefined;
    scenario.when(buyOption(ALICE, 'up', usdt(1_000), { ...wish, ...(startsAt && { startsAt }) }));
    scenario.then(refused(code as never));
  });
  test('are not offered if no stake is allowed with levels', () => {
    optionScenario({ levelsUserMax: 0n })
      .when(buyOption(ALICE, 'up', usdt(1_000), levels))
      .then(refused('option.levels.not.offered'));
  });
});

describe('a scheduled start', () => {
  test('is entered half a second after its time, and can be cancelled until five seconds before', () => {
    const scenario = optionScenario();
    const startsAt = scenario.exchange.now + 20_000;
    scenario.given(buyOption(ALICE, 'up', usdt(1_000), { startsAt }), buyOption(BOB, 'up', usdt(1_000), { startsAt }));
    scenario.when(cancelOption(BOB, 1)).then(refused('option.not.found'));
    scenario.given(cancelOption(BOB, 2));
    expect(settled(scenario)).toMatchObject([{ contract: 2, end: 'cancelled', paid: usdt(1_000) }]);
    scenario.exchange.now = startsAt - 5_000;
    scenario.when(cancelOption(ALICE, 1)).then(refused('option.cancel.too.late'));
    scenario.exchange.now = startsAt - 1_000;
    ticks(scenario, P + 5, P + 6, P + 7);
    const [contract] = scenario.exchange.state.options.contracts.values();
    expect(contract.entry).toMatchObject({ price: P + 6 });
    expect(contract.entry!.at).toBeGreaterThanOrEqual(startsAt + 500);
  });
  test('does not exist for a contract that starts now: it cannot be cancelled', () => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up'));
    scenario.when(cancelOption(ALICE, 1)).then(refused('option.cancel.too.late'));
  });
  test.each<[number, boolean]>([
    ...([0, -1, START_AHEAD_MS_MAX + 1, 1.5] as const).map((ms): [number, boolean] => [ms, false]),
    ...([1, START_AHEAD_MS_MAX] as const).map((ms): [number, boolean] => [ms, true]),
  ])('%d ms after the purchase is accepted: %s', (ms, isSold) => {
    const scenario = optionScenario();
    scenario.when(buyOption(ALICE, 'up', usdt(1_000), { startsAt: scenario.exchange.now + ms }));
    scenario.then(isSold ? occurred('OptionBought') : refused('option.start.invalid'));
  });
});

test('settles a thousand contracts that end at once in slices, each by its own time', () => {
  const scenario = optionScenario({
    sideMax: usdt(9_999_999),
    totalMax: usdt(9_999_999),
    userMax: usdt(9_999_999),
    amountMin: 1n,
    feesPpb: [0, 0, 0],
    feeAmounts: [0n, 0n, 0n],
  });
  for (let contract = 0; contract < 1_000; contract++) {
    scenario.given(buyOption([ALICE, BOB, CAROL][contract % 3], contract % 2 === 0 ? 'up' : 'down', 1_000n));
  }
  ticks(scenario, P, P);
  steady(scenario, P + 1, 62);
  const ends = settled(scenario);
  expect(ends).toHaveLength(1_000);
  expect(ends.every(({ price }) => price === P + 1)).toBe(true);
  expect(ends.filter(({ end }) => end === 'won')).toHaveLength(500);
  expect(Math.max(...scenario.exchange.batches.map(({ events }) => events.length))).toBeLessThanOrEqual(200);
  expect(scenario.exchange.state.options.products.get(SYMBOL)?.published.length).toBe(1);
});
