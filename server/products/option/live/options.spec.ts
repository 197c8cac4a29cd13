/** The live view of second contracts equals the core after every batch, folded or seeded by a snapshot. */
import { ALICE, BOB, CAROL, restoredFromSnapshot, type Scenario } from '../../../../test/tools/fixtures/core-fixture';
import {
  buyOption,
  cancelOption,
  allOptions,
  HOUSE,
  limitStakes,
  optionScenario,
  PRICE,
  SYMBOL,
  publishPrice,
  usdt,
} from '../../../../test/tools/fixtures/option-fixture';
import { dayOf, dayStart } from '../../../../shared/rules/days';
import { decimalOf } from '../../../../shared/rules/units';
import { openOptions, optionLimit, optionUpdate } from '../../../../shared/products/option/stream';
import { positionOf } from '../../../core/event';
import { LiveViews } from '../../../views/live/live-views';

const USERS = [ALICE, BOB, CAROL];

function folded({ exchange }: Scenario, until = exchange.batches.length): LiveViews {
  const views = new LiveViews();
  views.fold(exchange.batches.slice(0, until));
  return views;
}
function seeded({ exchange }: Scenario): LiveViews {
  const views = new LiveViews();
  views.seed(exchange.state);
  return views;
}
function ticks(scenario: Scenario, ...prices: number[]): void {
  for (const price of prices) scenario.given(publishPrice(scenario, price));
}

it('follows a contract from purchase to end, with its journal positions', () => {
  const scenario = optionScenario();
  const views = folded(scenario);
  views.options.watch(ALICE);
  const from = scenario.exchange.batches.length;
  scenario.given(buyOption(ALICE, 'up', usdt(1_000), { takeProfit: PRICE + 100 }));
  ticks(scenario, PRICE, PRICE + 100, PRICE);
  const { batches } = scenario.exchange;
  views.fold(batches.slice(from));
  const updates = views.options.updates.after(ALICE, positionOf(batches[from - 1])) ?? [];
  for (const update of updates) optionUpdate.parse(update);
  const at = (type: string): number =>
    positionOf(batches.find(({ events }, place) => place >= from && events.some((event) => event.type === type))!);
  const places = { boughtPosition: at('OptionBought') };
  const common = { contract: '1', stake: '1000', charge: '10', payout: '1800', payoutNet: '1790', ...places };
  expect(updates.flatMap(({ contracts, settled }) => [...contracts, ...settled])).toMatchObject([
    { ...common, status: 'pending_now', entry: null, endsAt: null, hit: null, takeProfit: '60001', stopLoss: null },
    { ...common, status: 'holding', entry: { price: '60000' } },
    { ...common, status: 'settling', hit: { price: '60001' } },
    {
      ...common,
      end: 'take_profit',
      reason: null,
      settledBy: { price: '60001' },
      enteredPosition: at('OptionEntered'),
      settledPosition: at('OptionSettled'),
      fee: '10',
    },
  ]);
  const [last] = updates.at(-1)!.settled;
  expect(last.endsAt).toBe(last.entry!.at + 60_000);
  expect(Number(last.result)).toBeCloseTo(Number(last.paid) - 1_000, 8);
  expect(views.options.snapshot(ALICE).contracts).toEqual([]);
});

it('equals the state after every batch, also when seeded by a snapshot', () => {
  const whole = allOptions();
  for (let until = 1; until <= whole.exchange.batches.length; until++) {
    const views = folded(whole, until);
    for (const user of USERS) openOptions.parse(views.options.snapshot(user));
  }
  const scenario = optionScenario();
  scenario.given(
    limitStakes(ALICE, usdt(100_000)),
    buyOption(ALICE, 'up', usdt(1_000), { takeProfit: PRICE + 3 }),
    buyOption(BOB, 'down', usdt(2_000)),
    buyOption(CAROL, 'up', usdt(3_000), { startsAt: scenario.exchange.now + 60_000 }),
  );
  ticks(scenario, PRICE, PRICE + 1);
  for (const views of [folded(scenario), seeded(scenario)]) {
    const { options: view } = views;
    expect(view.snapshot(CAROL).contracts).toMatchObject([{ status: 'pending_timed', stake: '3000' }]);
    expect(view.product(SYMBOL)?.open).toMatchObject({ up: usdt(4_000), down: usdt(2_000) });
    expect(view.coverOf('USDT')).toEqual({ held: HOUSE, promised: (usdt(6_000) * 8n) / 10n });
    expect(view.promisedOf(SYMBOL)).toBe((usdt(6_000) * 8n) / 10n);
    expect(view.contractsOf(SYMBOL)).toHaveLength(3);
  }
  ticks(scenario, PRICE + 5);
  // The first one has reached its level and is paid.
  expect(folded(scenario).options.promisedOf(SYMBOL)).toBe((usdt(5_000) * 8n) / 10n);
  const [one, other] = [folded(scenario).options, seeded(scenario).options];
  for (const user of USERS) expect(other.snapshot(user)).toEqual(one.snapshot(user));
  expect(other.limitsOf(ALICE, scenario.exchange.now)).toEqual(one.limitsOf(ALICE, scenario.exchange.now));
  expect(other.publicationsOf(SYMBOL).at(-1)).toEqual(one.publicationsOf(SYMBOL).at(-1));
});

it('continues from a snapshot as without it, and leaves the core’s state unchanged', () => {
  const scenario = optionScenario();
  scenario.given(buyOption(ALICE, 'up'), buyOption(BOB, 'down', usdt(2_000)));
  ticks(scenario, PRICE);
  const views = seeded(scenario);
  const from = scenario.exchange.batches.length;
  const hold = scenario.exchange.state.options.contracts.get(1);
  ticks(scenario, ...Array.from({ length: 62 }, () => PRICE + 1));
  expect(hold).toBeDefined();
  views.fold(scenario.exchange.batches.slice(from));
  for (const user of USERS) expect(views.options.snapshot(user).contracts).toEqual([]);
  expect(views.options.coverOf('USDT')).toEqual(folded(scenario).options.coverOf('USDT'));
  restoredFromSnapshot(scenario);
});

it('has a user’s own limit of today and of a later day', () => {
  const scenario = optionScenario().given(buyOption(ALICE, 'up', usdt(2_000)), limitStakes(ALICE, usdt(3_000)));
  const { now } = scenario.exchange;
  const tomorrow = dayStart(dayOf(now) + 1);
  const told = (at = now) => folded(scenario).options.limitsOf(ALICE, at);
  expect(told()).toEqual([{ asset: 'USDT', amount: '3000', next: null, staked: '2000' }]);
  scenario.given(limitStakes(ALICE, usdt(4_000)));
  expect(told()).toEqual([{ asset: 'USDT', amount: '3000', next: { amount: '4000', from: tomorrow }, staked: '2000' }]);
  expect(told(tomorrow)).toEqual([{ asset: 'USDT', amount: '4000', next: null, staked: '0' }]);
  scenario.given(limitStakes(ALICE));
  expect(told()[0].next).toEqual({ amount: null, from: tomorrow });
  expect(folded(scenario).options.limitsOf(BOB, now)).toEqual([
    { asset: 'USDT', amount: null, next: null, staked: '0' },
  ]);
  for (const limit of told()) optionLimit.parse(limit);
});

it('keeps the last publications, oldest first, and nothing for unwatched users', () => {
  const scenario = optionScenario();
  ticks(scenario, ...Array.from({ length: 120 }, (_, place) => PRICE + place));
  scenario.given(
    buyOption(ALICE, 'up', usdt(1_000), { startsAt: scenario.exchange.now + 60_000 }),
    cancelOption(ALICE, 1),
  );
  const { options: view } = folded(scenario);
  const tape = view.publicationsOf(SYMBOL);
  expect(tape).toHaveLength(100);
  expect(tape.at(-1)?.price).toBe(decimalOf(BigInt(PRICE + 119), 2));
  expect(view.publicationsOf('XRP-USDT')).toEqual([]);
  expect(view.updates.after(ALICE, 0)).toBeNull();
});
