/** Second contracts: bought, entered and settled by publications only. */
import { houseAccount, userAccount } from '../../../server/core/ledger/entry';
import { balanceOf } from '../../../server/core/ledger/ledger';
import {
  ALICE,
  BOB,
  CAROL,
  indexTerms,
  occurred,
  refused,
  restoredFromSnapshot,
  type Scenario,
} from '../../tools/fixtures/core-fixture';
import {
  FUNDS,
  HOUSE,
  SYMBOL,
  buyOption,
  cancelOption,
  optionScenario,
  applyRule1,
  publishPrice,
  publishQuotes,
  usdt,
} from '../../tools/fixtures/option-fixture';
import { P, settled, ticks, steady } from './contracts-fixture';

function money({ exchange }: Scenario, user = ALICE) {
  const { ledger } = exchange.state;
  const of = (bucket: 'available' | 'locked') => balanceOf(ledger, userAccount(user, 'option', 'USDT', bucket)) - FUNDS;
  return {
    available: of('available'),
    locked: balanceOf(ledger, userAccount(user, 'option', 'USDT', 'locked')),
    house: balanceOf(ledger, houseAccount('option', 'USDT')) - HOUSE,
    fees: balanceOf(ledger, houseAccount('fees', 'USDT')),
  };
}
/** Sends a refused command, which lets due work run first. */
function nudge(scenario: Scenario): Scenario {
  scenario.when(cancelOption(CAROL, 999_999));
  return scenario;
}

describe('a contract that starts now', () => {
  test('is entered by the first publication at least half a second later', () => {
    const scenario = optionScenario();
    scenario.exchange.now += 500;
    scenario.given(buyOption(ALICE, 'up'));
    const { now } = scenario.exchange;
    const [contract] = scenario.exchange.state.options.contracts.values();
    expect(contract).toMatchObject({ entry: null, from: now - 1 + 500, payoutPpb: 800_000_000, fee: usdt(10) });
    expect(money(scenario)).toMatchObject({ available: -usdt(1_000), locked: usdt(1_000) });
    scenario.exchange.now = contract.from - 1;
    scenario.given(publishPrice(scenario, P + 5, 0));
    nudge(scenario);
    expect(contract.entry).toBeNull();
    scenario.given(publishPrice(scenario, P + 7));
    nudge(scenario);
    expect(contract.entry).toMatchObject({ price: P + 7 });
  });

  test.each([
    ['up', 1, 'won', 800, -800, 10],
    ['up', -1, 'lost', -1_000, 990, 10],
    ['up', 0, 'tie', 0, 0, 0],
    ['down', -1, 'won', 800, -800, 10],
    ['down', 1, 'lost', -1_000, 990, 10],
  ] as const)('%s that ends %d tick away is %s', (direction, ticksAway, end, gain, house, fee) => {
    const scenario = optionScenario();
    scenario.given(buyOption(ALICE, direction));
    ticks(scenario, P);
    steady(scenario, P + 50, 58);
    ticks(scenario, P + ticksAway, P + 999, P + 999);
    const [one] = settled(scenario);
    expect(one).toMatchObject({ end, price: P + ticksAway, dueAt: one.dueAt });
    const own = gain - (end === 'won' ? 10 : 0);
    expect(money(scenario)).toEqual({ available: usdt(own), locked: 0n, house: usdt(house), fees: usdt(fee) });
    expect(scenario.exchange.state.options.reserved.size).toBe(0);
  });

  test('is refunded if the index is stale at its end, or without an entry within 15 s', () => {
    const scenario = optionScenario();
    scenario.given(buyOption(ALICE, 'up'));
    ticks(scenario, P + 1);
    steady(scenario, P + 2, 40);
    scenario.exchange.now += 60_000;
    nudge(scenario);
    expect(settled(scenario)).toMatchObject([{ end: 'refunded', reason: 'index_stale', paid: usdt(1_000) }]);
    ticks(scenario, P);
    scenario.given(buyOption(ALICE, 'up'));
    scenario.exchange.now += 15_498;
    scenario.given(publishPrice(scenario, P, 0));
    nudge(scenario);
    expect(scenario.exchange.state.options.contracts.size).toBe(1);
    ticks(scenario, ...Array.from({ length: 62 }, () => P + 1));
    expect(settled(scenario).at(-1)).toMatchObject({ end: 'won' });
    scenario.given(buyOption(ALICE, 'up'));
    scenario.given(publishPrice(scenario, P, 16_000));
    nudge(scenario);
    expect(settled(scenario).at(-1)).toMatchObject({ end: 'refunded', reason: 'entry_missed' });
    expect(money(scenario)).toMatchObject({ locked: 0n });
  });

  test('is settled by the same publication after a week without commands, a restart, and any first command', () => {
    const scenario = optionScenario();
    scenario.given(buyOption(ALICE, 'up'), buyOption(BOB, 'down', usdt(2_000), { durationMs: 30_000 }));
    ticks(scenario, P);
    steady(scenario, P + 3, 65);
    const expected = settled(scenario).map(({ contract, end, price, dueAt }) => [contract, end, price, dueAt]);
    expect(expected).toHaveLength(2);

    const late = optionScenario();
    late.given(buyOption(ALICE, 'up'), buyOption(BOB, 'down', usdt(2_000), { durationMs: 30_000 }));
    ticks(late, P);
    steady(late, P + 3, 20);
    restoredFromSnapshot(late);
    steady(late, P + 3, 39);
    late.exchange.now += 7 * 86_400_000;
    restoredFromSnapshot(late);
    nudge(late);
    expect(settled(late).map(({ contract, end, price, dueAt }) => [contract, end, price, dueAt])).toEqual(expected);
  });
});

describe('under rule 2 quotes count from half a second after the purchase', () => {
  const contractIn = ({ exchange }: Scenario, id = 1) => exchange.state.options.contracts.get(id);

  test('a publication of older quotes is no entry, however late it comes', () => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up'));
    const shown = (agoMs: number) => [-1, 0, 1].map((beside): [number, number] => [P + 40 + beside, agoMs]);
    // A second after the purchase, of quotes from before it.
    scenario.given(publishQuotes(scenario, shown(3_000)));
    nudge(scenario);
    expect(contractIn(scenario)).toMatchObject({ rule: 2, sourcesMin: 3, entry: null });
    scenario.given(publishQuotes(scenario, shown(10)));
    nudge(scenario);
    expect(contractIn(scenario)?.entry).toMatchObject({ price: P + 40 });
  });

  test('older quotes are left out of the median of the entry', () => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up'));
    const shown: [number, number][] = [
      [P, 4_000],
      [P + 1, 1_700],
      [P + 20, 100],
      [P + 40, 100],
      [P + 60, 100],
    ];
    scenario.given(publishQuotes(scenario, shown, 1_900));
    nudge(scenario);
    const { latest } = scenario.exchange.state.index.symbols.get(SYMBOL)!;
    expect([latest?.price, contractIn(scenario)?.entry?.price]).toEqual([P + 20, P + 40]);
  });

  test('one quote fewer than the index needs is no entry', () => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up'));
    scenario.given(
      publishQuotes(
        scenario,
        [
          [P, 1_600],
          [P + 1, 1_600],
          [P + 20, 0],
          [P + 40, 0],
        ],
        1_600,
      ),
    );
    nudge(scenario);
    expect(contractIn(scenario)?.entry).toBeNull();
  });

  test('no entry within 15 s refunds the stake despite publications every second', () => {
    const scenario = optionScenario().given(
      indexTerms({ sourceStaleMs: 60_000, sourcesMin: 3 }),
      buyOption(ALICE, 'up'),
    );
    const { now } = scenario.exchange;
    for (let second = 1; second <= 17; second++) {
      // One source reports, the other two are silent since the purchase.
      const silent = scenario.exchange.now + 1_000 - now;
      scenario.given(
        publishQuotes(scenario, [
          [P + second, 0],
          [P, silent],
          [P + 1, silent],
        ]),
      );
    }
    expect(settled(scenario)).toMatchObject([{ end: 'refunded', reason: 'entry_missed', paid: usdt(1_000) }]);
  });

  test('a level is reached by the median of all sources of the entry, not only those that report since', () => {
    const scenario = optionScenario({ feesPpb: [0, 0, 0] });
    scenario.given(buyOption(ALICE, 'up', usdt(1_000), { takeProfit: P + 5 }));
    // Two stay below and two above.
    const shown = (price: number, slowMs: number): [number, number][] => [
      [P - 9, slowMs],
      [P - 9, slowMs],
      [price, 0],
      [price + 9, 0],
      [price + 9, 0],
    ];
    scenario.given(publishQuotes(scenario, shown(P, 0)));
    nudge(scenario);
    expect(contractIn(scenario)?.entry).toMatchObject({ price: P });
    scenario.given(publishQuotes(scenario, shown(P, 1_000)));
    scenario.given(publishQuotes(scenario, shown(P + 4, 2_000)));
    nudge(scenario);
    expect(contractIn(scenario)).toMatchObject({ hit: null });
    scenario.given(publishQuotes(scenario, shown(P + 6, 3_000)));
    nudge(scenario);
    expect(settled(scenario)).toMatchObject([{ end: 'take_profit', price: P + 6 }]);
  });

  test('a level and the end use the sources of the entry only', () => {
    const scenario = optionScenario({ feesPpb: [0, 0, 0] });
    const levels = { takeProfit: P + 10, stopLoss: P - 10 };
    scenario.given(
      buyOption(ALICE, 'up', usdt(1_000), levels),
      buyOption(BOB, 'up', usdt(1_000), { durationMs: 30_000 }),
    );
    // Two older quotes stay 40 above and are no part of the entry.
    const shown =
      (price: number, agoMs: number) =>
      (number: number): [number, number] => [price + number, agoMs];
    const [below, numbers, two] = [
      [-1, 0, 1],
      [0, 1, 2],
      [0, 1],
    ];
    scenario.given(publishQuotes(scenario, [...below.map(shown(P, 0)), ...two.map(shown(P + 40, 2_000))]));
    nudge(scenario);
    expect(contractIn(scenario)?.entry).toMatchObject({ price: P, basis: numbers });
    // The index rises to the level as the older sources report again, while the three of the entry fall. Neither
    // affects the contracts.
    for (let second = 0; second < 28; second++)
      scenario.given(publishQuotes(scenario, [...below.map(shown(P + 2, 0)), ...numbers.map(shown(P + 40, 0))]));
    expect(scenario.exchange.state.index.symbols.get(SYMBOL)?.latest?.price).toBe(P + 21);
    expect(settled(scenario)).toEqual([]);
    for (let second = 0; second < 2; second++)
      scenario.given(publishQuotes(scenario, [...below.map(shown(P - 3, 0)), ...numbers.map(shown(P + 40, 0))]));
    nudge(scenario);
    expect(settled(scenario)).toMatchObject([{ contract: 2, end: 'lost', price: P - 3 }]);
    // Too few sources of the entry, however low; then enough of them, with the index unchanged.
    const others = numbers.map(shown(P + 40, 0));
    scenario.given(publishQuotes(scenario, [null, ...two.map(shown(P - 20, 0)), ...others]));
    nudge(scenario);
    expect(contractIn(scenario)).toMatchObject({ hit: null });
    restoredFromSnapshot(scenario);
    scenario.given(publishQuotes(scenario, [...below.map(shown(P - 10, 0)), ...others, ...two.map(shown(P + 40, 0))]));
    expect(scenario.exchange.state.index.symbols.get(SYMBOL)?.latest?.price).toBe(P + 40);
    nudge(scenario);
    expect(settled(scenario).at(-1)).toMatchObject({ contract: 1, end: 'stop_loss', price: P - 10 });
    expect(scenario.exchange.state.options.products.get(SYMBOL)?.levels.size).toBe(0);
  });

  test('the stake is refunded if too few sources of the entry are in the last publication before the end', () => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up', usdt(1_000), { durationMs: 30_000 }));
    ticks(scenario, P);
    const now = (price: number): [number, number] => [price, 0];
    for (let second = 0; second < 31; second++)
      scenario.given(publishQuotes(scenario, [null, now(P + 5), now(P + 5), now(P + 5), now(P + 5)]));
    nudge(scenario);
    expect(settled(scenario)).toMatchObject([{ end: 'refunded', reason: 'index_stale', paid: usdt(1_000) }]);
    expect(settled(scenario)[0].price).toBeUndefined();
  });

  test('a restart from a snapshot yields the same entry and level', () => {
    const play = (restarts: boolean) => {
      const scenario = optionScenario().given(buyOption(ALICE, 'up', usdt(1_000), { takeProfit: P + 10 }));
      for (let second = 0; second < 6; second++) {
        const shown: [number, number][] = [
          [P + second, 2_500],
          [P + 6 * second, 900],
          [P + 4 * second, 500],
          [P + 2 * second, 0],
        ];
        scenario.given(publishQuotes(scenario, shown));
        if (restarts) restoredFromSnapshot(scenario);
      }
      nudge(scenario);
      return settled(scenario).map(({ end, price, at }) => [end, price, at]);
    };
    expect(play(true)).toEqual(play(false));
    expect(play(true)).toHaveLength(1);
  });

  test('contracts sold under rule 1 end by rule 1 beside those under rule 2', () => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up', usdt(1_000), { takeProfit: P + 10 }));
    applyRule1(scenario);
    scenario.given(buyOption(BOB, 'up', usdt(1_000), { takeProfit: P + 10 }));
    scenario.given(
      publishQuotes(
        scenario,
        [0, 1, 2].map((beside) => [P + beside, 3_000]),
      ),
    );
    nudge(scenario);
    expect(contractIn(scenario, 1)).toMatchObject({ rule: 1, entry: { price: P + 1 } });
    expect(contractIn(scenario, 2)).toMatchObject({ rule: 2, entry: null });
    scenario.given(
      publishQuotes(
        scenario,
        [0, 1, 2].map((beside) => [P + 10 + beside, 4_500]),
      ),
    );
    nudge(scenario);
    expect(settled(scenario)).toMatchObject([{ contract: 1, end: 'take_profit', price: P + 11 }]);
    ticks(scenario, P, P);
    expect(contractIn(scenario, 2)).toMatchObject({ entry: { price: P } });
  });

  test('the publication of the entry, if none follows, gives a tie', () => {
    const scenario = optionScenario({ durationsMs: [15_000, 60_000, 300_000], feesPpb: [0, 0, 0] });
    scenario.given(
      indexTerms({ staleMs: 60_000, sourcesMin: 3 }),
      buyOption(ALICE, 'up', usdt(1_000), { durationMs: 15_000 }),
    );
    const old: [number, number][] = [
      [P + 50, 4_000],
      [P + 50, 4_000],
      [P + 50, 4_000],
      [P + 50, 4_000],
    ];
    scenario.given(publishQuotes(scenario, [...old, [P, 0], [P, 0], [P, 0]], 2_000));
    expect(scenario.exchange.state.index.symbols.get(SYMBOL)?.latest?.price).toBe(P + 50);
    scenario.exchange.now += 16_000;
    nudge(scenario);
    expect(settled(scenario)).toMatchObject([{ end: 'tie', price: P, paid: usdt(1_000) }]);
  });
});

describe('an index with old quotes', () => {
  const publish = (scenario: Scenario, count: number, agoMs: number): Scenario => {
    for (let number = 0; number < count; number++)
      scenario.given(
        publishQuotes(
          scenario,
          [agoMs, agoMs, agoMs].map((ago) => [P, ago]),
        ),
      );
    return scenario;
  };
  test('sells nothing, for any start, while the median age over its last 100 publications exceeds one second', () => {
    const scenario = publish(optionScenario(), 100, 1_000);
    scenario.when(buyOption(ALICE, 'up')).then(occurred('OptionBought'));
    publish(scenario, 49, 1_001);
    scenario.when(buyOption(ALICE, 'up')).then(occurred('OptionBought'));
    publish(scenario, 2, 1_001);
    restoredFromSnapshot(scenario);
    scenario
      .when(buyOption(ALICE, 'up'))
      .then(refused('index.slow', { symbol: SYMBOL, ageMs: 1_001, maximumMs: 1_000 }));
    const startsAt = scenario.exchange.now + 60_000;
    scenario.when(buyOption(ALICE, 'up', usdt(1_000), { startsAt })).then(refused('index.slow'));
    publish(scenario, 52, 0);
    scenario.when(buyOption(ALICE, 'up')).then(occurred('OptionBought'));
  });
});
