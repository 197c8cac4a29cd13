/** Second contracts: bought, entered, settled by what is published and by nothing else. */
import type { Command } from '../../server/core/command';
import type { EventOf } from '../../server/core/event';
import { houseAccount, userAccount } from '../../server/core/ledger/entry';
import { balanceOf } from '../../server/core/ledger/ledger';
import { dayStart, dayOf } from '../../shared/rules/days';
import { START_AHEAD_MS_MAX } from '../../shared/products/option/rules/settlement';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  assetState,
  indexTerms,
  occurred,
  refused,
  restarted,
  staff,
  system,
  type Scenario,
  type Step,
} from '../tools/fixtures/core-fixture';
import {
  FUNDS,
  HOUSE,
  PRICE,
  SYMBOL,
  TERMS,
  bought,
  called,
  limited,
  options,
  soldByRule1,
  termsOf,
  tick,
  told,
  usdt,
} from '../tools/fixtures/option-fixture';

const P = PRICE;
const UNIT = 100_000_000n;

function settled({ exchange }: Scenario): EventOf<'OptionSettled'>[] {
  return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === 'OptionSettled'));
}
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
/** Publications a second apart, at a price each. */
function ticks(scenario: Scenario, ...prices: number[]): Scenario {
  for (const price of prices) scenario.given(tick(scenario, price));
  return scenario;
}
/** A second a publication, all at one price, until so many have come; then the debts of that time are paid. */
function steady(scenario: Scenario, price: number, seconds: number): Scenario {
  return ticks(scenario, ...Array.from({ length: seconds }, () => price));
}
/** Somebody asks for something, which lets what is due be settled first. */
function nudge(scenario: Scenario): Scenario {
  scenario.when(called(CAROL, 999_999));
  return scenario;
}

describe('a contract that begins now', () => {
  test('is entered by the first publication at least half a second later, and not by the one before', () => {
    const scenario = options();
    scenario.exchange.now += 500;
    scenario.given(bought(ALICE, 'up'));
    const { now } = scenario.exchange;
    const [contract] = scenario.exchange.state.options.contracts.values();
    expect(contract).toMatchObject({ entry: null, from: now - 1 + 500, payoutPpb: 800_000_000, fee: usdt(10) });
    expect(money(scenario)).toMatchObject({ available: -usdt(1_000), locked: usdt(1_000) });
    scenario.exchange.now = contract.from - 1;
    scenario.given(tick(scenario, P + 5, 0));
    nudge(scenario);
    expect(contract.entry).toBeNull();
    scenario.given(tick(scenario, P + 7));
    nudge(scenario);
    expect(contract.entry).toMatchObject({ price: P + 7 });
  });

  test.each([
    ['up', 1, 'won', 800, -800, 10],
    ['up', -1, 'lost', -1_000, 990, 10],
    ['up', 0, 'tie', 0, 0, 0],
    ['down', -1, 'won', 800, -800, 10],
    ['down', 1, 'lost', -1_000, 990, 10],
  ] as const)('%s, which ends %d tick away, is %s', (direction, ticksAway, end, gain, house, fee) => {
    const scenario = options();
    scenario.given(bought(ALICE, direction));
    ticks(scenario, P);
    steady(scenario, P + 50, 58);
    ticks(scenario, P + ticksAway, P + 999, P + 999);
    const [one] = settled(scenario);
    expect(one).toMatchObject({ end, price: P + ticksAway, dueAt: one.dueAt });
    const own = gain - (end === 'won' ? 10 : 0);
    expect(money(scenario)).toEqual({ available: usdt(own), locked: 0n, house: usdt(house), fees: usdt(fee) });
    expect(scenario.exchange.state.options.reserved.size).toBe(0);
  });

  test('gets its stake back when the index is silent at its end, and when no entry comes within 15 s', () => {
    const scenario = options();
    scenario.given(bought(ALICE, 'up'));
    ticks(scenario, P + 1);
    steady(scenario, P + 2, 40);
    scenario.exchange.now += 60_000;
    nudge(scenario);
    expect(settled(scenario)).toMatchObject([{ end: 'refunded', reason: 'index_stale', paid: usdt(1_000) }]);
    ticks(scenario, P);
    scenario.given(bought(ALICE, 'up'));
    scenario.exchange.now += 15_498;
    scenario.given(tick(scenario, P, 0));
    nudge(scenario);
    expect(scenario.exchange.state.options.contracts.size).toBe(1);
    ticks(scenario, ...Array.from({ length: 62 }, () => P + 1));
    expect(settled(scenario).at(-1)).toMatchObject({ end: 'won' });
    scenario.given(bought(ALICE, 'up'));
    scenario.given(tick(scenario, P, 16_000));
    nudge(scenario);
    expect(settled(scenario).at(-1)).toMatchObject({ end: 'refunded', reason: 'entry_missed' });
    expect(money(scenario)).toMatchObject({ locked: 0n });
  });

  test('is settled by the same publication after a week of silence, a restart and whoever comes first', () => {
    const scenario = options();
    scenario.given(bought(ALICE, 'up'), bought(BOB, 'down', usdt(2_000), { durationMs: 30_000 }));
    ticks(scenario, P);
    steady(scenario, P + 3, 65);
    const expected = settled(scenario).map(({ contract, end, price, dueAt }) => [contract, end, price, dueAt]);
    expect(expected).toHaveLength(2);

    const late = options();
    late.given(bought(ALICE, 'up'), bought(BOB, 'down', usdt(2_000), { durationMs: 30_000 }));
    ticks(late, P);
    steady(late, P + 3, 20);
    restarted(late);
    steady(late, P + 3, 39);
    late.exchange.now += 7 * 86_400_000;
    restarted(late);
    nudge(late);
    expect(settled(late).map(({ contract, end, price, dueAt }) => [contract, end, price, dueAt])).toEqual(expected);
  });
});

describe('by rule 2 quotes count from half a second after the purchase on', () => {
  const contractIn = ({ exchange }: Scenario, id = 1) => exchange.state.options.contracts.get(id);

  test('a publication of prices that sources had told before is no entry, however late it comes', () => {
    const scenario = options().given(bought(ALICE, 'up'));
    const shown = (agoMs: number) => [-1, 0, 1].map((beside): [number, number] => [P + 40 + beside, agoMs]);
    // A second after the purchase, of quotes from before it.
    scenario.given(told(scenario, shown(3_000)));
    nudge(scenario);
    expect(contractIn(scenario)).toMatchObject({ rule: 2, sourcesMin: 3, entry: null });
    scenario.given(told(scenario, shown(10)));
    nudge(scenario);
    expect(contractIn(scenario)?.entry).toMatchObject({ price: P + 40 });
  });

  test('older quotes are left out of the entry, of which the median is that of the others', () => {
    const scenario = options().given(bought(ALICE, 'up'));
    const shown: [number, number][] = [
      [P, 4_000],
      [P + 1, 1_700],
      [P + 20, 100],
      [P + 40, 100],
      [P + 60, 100],
    ];
    scenario.given(told(scenario, shown, 1_900));
    nudge(scenario);
    const { latest } = scenario.exchange.state.index.symbols.get(SYMBOL)!;
    expect([latest?.price, contractIn(scenario)?.entry?.price]).toEqual([P + 20, P + 40]);
  });

  test('one quote fewer than the index needs is no entry', () => {
    const scenario = options().given(bought(ALICE, 'up'));
    scenario.given(
      told(
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

  test('no entry within 15 s gives the stake back, though publications came every second', () => {
    const scenario = options().given(indexTerms({ sourceStaleMs: 60_000, sourcesMin: 3 }), bought(ALICE, 'up'));
    const { now } = scenario.exchange;
    for (let second = 1; second <= 17; second++) {
      // One source tells, the other two are silent since the purchase.
      const silent = scenario.exchange.now + 1_000 - now;
      scenario.given(
        told(scenario, [
          [P + second, 0],
          [P, silent],
          [P + 1, silent],
        ]),
      );
    }
    expect(settled(scenario)).toMatchObject([{ end: 'refunded', reason: 'entry_missed', paid: usdt(1_000) }]);
  });

  test('a level is reached by all the sources of the entry together, not by those that have told something since', () => {
    const scenario = options({ feesPpb: [0, 0, 0] });
    scenario.given(bought(ALICE, 'up', usdt(1_000), { takeProfit: P + 5 }));
    // Two lie below and two above for good.
    const shown = (price: number, slowMs: number): [number, number][] => [
      [P - 9, slowMs],
      [P - 9, slowMs],
      [price, 0],
      [price + 9, 0],
      [price + 9, 0],
    ];
    scenario.given(told(scenario, shown(P, 0)));
    nudge(scenario);
    expect(contractIn(scenario)?.entry).toMatchObject({ price: P });
    scenario.given(told(scenario, shown(P, 1_000)));
    scenario.given(told(scenario, shown(P + 4, 2_000)));
    nudge(scenario);
    expect(contractIn(scenario)).toMatchObject({ hit: null });
    scenario.given(told(scenario, shown(P + 6, 3_000)));
    nudge(scenario);
    expect(settled(scenario)).toMatchObject([{ end: 'take_profit', price: P + 6 }]);
  });

  test('a level and the end go by the sources of the entry, whatever others show', () => {
    const scenario = options({ feesPpb: [0, 0, 0] });
    const levels = { takeProfit: P + 10, stopLoss: P - 10 };
    scenario.given(bought(ALICE, 'up', usdt(1_000), levels), bought(BOB, 'up', usdt(1_000), { durationMs: 30_000 }));
    // Two told before: they lie 40 above for good, and make no entry.
    const shown =
      (price: number, agoMs: number) =>
      (number: number): [number, number] => [price + number, agoMs];
    const [below, numbers, two] = [
      [-1, 0, 1],
      [0, 1, 2],
      [0, 1],
    ];
    scenario.given(told(scenario, [...below.map(shown(P, 0)), ...two.map(shown(P + 40, 2_000))]));
    nudge(scenario);
    expect(contractIn(scenario)?.entry).toMatchObject({ price: P, basis: numbers });
    // The index rises to their level as they tell again, and theirs falls as the three do; to nobody who bought does it mean anything.
    for (let second = 0; second < 28; second++)
      scenario.given(told(scenario, [...below.map(shown(P + 2, 0)), ...numbers.map(shown(P + 40, 0))]));
    expect(scenario.exchange.state.index.symbols.get(SYMBOL)?.latest?.price).toBe(P + 21);
    expect(settled(scenario)).toEqual([]);
    for (let second = 0; second < 2; second++)
      scenario.given(told(scenario, [...below.map(shown(P - 3, 0)), ...numbers.map(shown(P + 40, 0))]));
    nudge(scenario);
    expect(settled(scenario)).toMatchObject([{ contract: 2, end: 'lost', price: P - 3 }]);
    // Too few of its own, however low they lie; then as many as it takes, while the index stays where it was.
    const others = numbers.map(shown(P + 40, 0));
    scenario.given(told(scenario, [null, ...two.map(shown(P - 20, 0)), ...others]));
    nudge(scenario);
    expect(contractIn(scenario)).toMatchObject({ hit: null });
    restarted(scenario);
    scenario.given(told(scenario, [...below.map(shown(P - 10, 0)), ...others, ...two.map(shown(P + 40, 0))]));
    expect(scenario.exchange.state.index.symbols.get(SYMBOL)?.latest?.price).toBe(P + 40);
    nudge(scenario);
    expect(settled(scenario).at(-1)).toMatchObject({ contract: 1, end: 'stop_loss', price: P - 10 });
    expect(scenario.exchange.state.options.products.get(SYMBOL)?.levels.size).toBe(0);
  });

  test('the stake goes back where too few of the sources of the entry are in the last publication before the end', () => {
    const scenario = options().given(bought(ALICE, 'up', usdt(1_000), { durationMs: 30_000 }));
    ticks(scenario, P);
    const now = (price: number): [number, number] => [price, 0];
    for (let second = 0; second < 31; second++)
      scenario.given(told(scenario, [null, now(P + 5), now(P + 5), now(P + 5), now(P + 5)]));
    nudge(scenario);
    expect(settled(scenario)).toMatchObject([{ end: 'refunded', reason: 'index_stale', paid: usdt(1_000) }]);
    expect(settled(scenario)[0].price).toBeUndefined();
  });

  test('what is restored from a snapshot meets the same entry and the same level', () => {
    const play = (restarts: boolean) => {
      const scenario = options().given(bought(ALICE, 'up', usdt(1_000), { takeProfit: P + 10 }));
      for (let second = 0; second < 6; second++) {
        const shown: [number, number][] = [
          [P + second, 2_500],
          [P + 6 * second, 900],
          [P + 4 * second, 500],
          [P + 2 * second, 0],
        ];
        scenario.given(told(scenario, shown));
        if (restarts) restarted(scenario);
      }
      nudge(scenario);
      return settled(scenario).map(({ end, price, at }) => [end, price, at]);
    };
    expect(play(true)).toEqual(play(false));
    expect(play(true)).toHaveLength(1);
  });

  test('what rule 1 sold ends by rule 1, beside what rule 2 sells', () => {
    const scenario = options().given(bought(ALICE, 'up', usdt(1_000), { takeProfit: P + 10 }));
    soldByRule1(scenario);
    scenario.given(bought(BOB, 'up', usdt(1_000), { takeProfit: P + 10 }));
    scenario.given(
      told(
        scenario,
        [0, 1, 2].map((beside) => [P + beside, 3_000]),
      ),
    );
    nudge(scenario);
    expect(contractIn(scenario, 1)).toMatchObject({ rule: 1, entry: { price: P + 1 } });
    expect(contractIn(scenario, 2)).toMatchObject({ rule: 2, entry: null });
    scenario.given(
      told(
        scenario,
        [0, 1, 2].map((beside) => [P + 10 + beside, 4_500]),
      ),
    );
    nudge(scenario);
    expect(settled(scenario)).toMatchObject([{ contract: 1, end: 'take_profit', price: P + 11 }]);
    ticks(scenario, P, P);
    expect(contractIn(scenario, 2)).toMatchObject({ entry: { price: P } });
  });

  test('the publication that made the entry, if none follows, is a tie and not the difference of its quotes', () => {
    const scenario = options({ durationsMs: [15_000, 60_000, 300_000], feesPpb: [0, 0, 0] });
    scenario.given(
      indexTerms({ staleMs: 60_000, sourcesMin: 3 }),
      bought(ALICE, 'up', usdt(1_000), { durationMs: 15_000 }),
    );
    const old: [number, number][] = [
      [P + 50, 4_000],
      [P + 50, 4_000],
      [P + 50, 4_000],
      [P + 50, 4_000],
    ];
    scenario.given(told(scenario, [...old, [P, 0], [P, 0], [P, 0]], 2_000));
    expect(scenario.exchange.state.index.symbols.get(SYMBOL)?.latest?.price).toBe(P + 50);
    scenario.exchange.now += 16_000;
    nudge(scenario);
    expect(settled(scenario)).toMatchObject([{ end: 'tie', price: P, paid: usdt(1_000) }]);
  });
});

describe('an index whose quotes are old', () => {
  const publish = (scenario: Scenario, count: number, agoMs: number): Scenario => {
    for (let number = 0; number < count; number++)
      scenario.given(
        told(
          scenario,
          [agoMs, agoMs, agoMs].map((ago) => [P, ago]),
        ),
      );
    return scenario;
  };
  test('sells nothing as long as the median over its last 100 publications is above a second, whatever the start', () => {
    const scenario = publish(options(), 100, 1_000);
    scenario.when(bought(ALICE, 'up')).then(occurred('OptionBought'));
    publish(scenario, 49, 1_001);
    scenario.when(bought(ALICE, 'up')).then(occurred('OptionBought'));
    publish(scenario, 2, 1_001);
    restarted(scenario);
    scenario.when(bought(ALICE, 'up')).then(refused('index.slow', { symbol: SYMBOL, ageMs: 1_001, maximumMs: 1_000 }));
    const startsAt = scenario.exchange.now + 60_000;
    scenario.when(bought(ALICE, 'up', usdt(1_000), { startsAt })).then(refused('index.slow'));
    publish(scenario, 52, 0);
    scenario.when(bought(ALICE, 'up')).then(occurred('OptionBought'));
  });
});

describe('levels', () => {
  const levels = { takeProfit: P + 100, stopLoss: P - 100 };
  test('pay what has run by then, at the publication that reaches them', () => {
    const scenario = options({ feesPpb: [0, 0, 0] });
    scenario.given(bought(ALICE, 'up', usdt(1_000), levels));
    ticks(scenario, P);
    steady(scenario, P + 99, 14);
    ticks(scenario, P + 100, P - 5_000);
    const [one] = settled(scenario);
    const { entry } = { entry: one.at! - 15_015 };
    expect(one).toMatchObject({ end: 'take_profit', price: P + 100 });
    expect(one.at! - entry).toBe(15_015);
    // 800 of 1,000 in 60 s, a quarter of it and a little more.
    expect(Number(one.income / UNIT)).toBe(200);
    expect(one.paid).toBe(usdt(1_000) + one.income);
  });
  test('a stop gives half of what is left of the time', () => {
    const scenario = options({ feesPpb: [0, 0, 0] });
    scenario.given(bought(ALICE, 'down', usdt(1_000), { takeProfit: P - 100, stopLoss: P + 100 }));
    ticks(scenario, P);
    steady(scenario, P, 14);
    ticks(scenario, P + 4_000, P);
    const [one] = settled(scenario);
    expect(one).toMatchObject({ end: 'stop_loss', income: 0n });
    expect(Number(one.paid / UNIT)).toBe(374);
  });
  test('that the entry lies beyond give the stake back', () => {
    const scenario = options();
    scenario.given(bought(ALICE, 'up', usdt(1_000), levels));
    ticks(scenario, P + 100, P);
    expect(settled(scenario)).toMatchObject([{ end: 'refunded', reason: 'level_passed', paid: usdt(1_000) }]);
  });
  test('reached once the time is over count no more', () => {
    const scenario = options();
    scenario.given(bought(ALICE, 'up', usdt(1_000), levels));
    ticks(scenario, P);
    steady(scenario, P + 1, 58);
    ticks(scenario, P + 1);
    // The end comes between this publication and the next.
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
    const scenario = options();
    const startsAt = 'startsAt' in wish ? scenario.exchange.now + 60_000 : undefined;
    scenario.when(bought(ALICE, 'up', usdt(1_000), { ...wish, ...(startsAt && { startsAt }) }));
    scenario.then(refused(code as never));
  });
  test('are not offered where no stake may have them', () => {
    options({ levelsUserMax: 0n })
      .when(bought(ALICE, 'up', usdt(1_000), levels))
      .then(refused('option.levels.not.offered'));
  });
});

describe('a start that is set', () => {
  test('is entered half a second after it, and may be taken back until five seconds before', () => {
    const scenario = options();
    const startsAt = scenario.exchange.now + 20_000;
    scenario.given(bought(ALICE, 'up', usdt(1_000), { startsAt }), bought(BOB, 'up', usdt(1_000), { startsAt }));
    scenario.when(called(BOB, 1)).then(refused('option.not.found'));
    scenario.given(called(BOB, 2));
    expect(settled(scenario)).toMatchObject([{ contract: 2, end: 'cancelled', paid: usdt(1_000) }]);
    scenario.exchange.now = startsAt - 5_000;
    scenario.when(called(ALICE, 1)).then(refused('option.cancel.too.late'));
    scenario.exchange.now = startsAt - 1_000;
    ticks(scenario, P + 5, P + 6, P + 7);
    const [contract] = scenario.exchange.state.options.contracts.values();
    expect(contract.entry).toMatchObject({ price: P + 6 });
    expect(contract.entry!.at).toBeGreaterThanOrEqual(startsAt + 500);
  });
  test('now cannot be taken back', () => {
    const scenario = options().given(bought(ALICE, 'up'));
    scenario.when(called(ALICE, 1)).then(refused('option.cancel.too.late'));
  });
  test.each<[number, boolean]>([
    ...([0, -1, START_AHEAD_MS_MAX + 1, 1.5] as const).map((ms): [number, boolean] => [ms, false]),
    ...([1, START_AHEAD_MS_MAX] as const).map((ms): [number, boolean] => [ms, true]),
  ])('%d ms from when it is bought: %s', (ms, isSold) => {
    const scenario = options();
    scenario.when(bought(ALICE, 'up', usdt(1_000), { startsAt: scenario.exchange.now + ms }));
    scenario.then(isSold ? occurred('OptionBought') : refused('option.start.invalid'));
  });
});

describe('a purchase is refused', () => {
  test.each<[string, bigint, string | null]>([
    ['at the least', usdt(1_000), null],
    ['one unit below', usdt(1_000) - 1n, 'option.amount.minimum'],
    ['of 999,999', usdt(999_999), 'option.cap.user'],
    ['one unit above the most', usdt(9_999_999) + 1n, 'option.amount.maximum'],
    ['of what a user may have', usdt(300_000), null],
    ['one unit above that', usdt(300_000) + 1n, 'option.cap.user'],
  ])('%s', (_, stake, code) => {
    const scenario = options().when(bought(ALICE, 'up', stake));
    if (code) scenario.then(refused(code as never));
    else expect(scenario.exchange.state.options.contracts.size).toBe(1);
  });
  test('999,999 where the limits allow it, to the unit of what the house has behind it', () => {
    const wide = { sideMax: usdt(9_999_999), totalMax: usdt(9_999_999), userMax: usdt(9_999_999) };
    const scenario = options(wide).given(bought(ALICE, 'up', usdt(999_999)));
    // 799,999.2 are promised of 1,000,000.
    scenario.given(bought(BOB, 'down', usdt(250_001) + 1n));
    expect(scenario.exchange.state.options.reserved.get('USDT')).toBe((usdt(1_250_000) * 8n) / 10n);
    scenario.when(bought(CAROL, 'down')).then(refused('option.not.covered', { asset: 'USDT', room: '0' }));
    const release = (amount: bigint): Step =>
      staff({ type: 'FundOptions', asset: 'USDT', act: 'release', amount, reason: 'back' });
    scenario.when(release(1n)).then(refused('balance.insufficient'));
  });
  test('9,999,999, the most, where the limits allow it, and not one unit above', () => {
    const wide = { sideMax: usdt(99_999_999), totalMax: usdt(99_999_999), userMax: usdt(99_999_999) };
    const rich = options(wide).given(
      staff({ type: 'FundHouse', asset: 'USDT', amount: usdt(9_000_000), reason: 'capital' }),
      staff({ type: 'FundOptions', asset: 'USDT', act: 'fund', amount: usdt(9_000_000), reason: 'capital' }),
      system({ type: 'CreditRecharge', user: ALICE, asset: 'USDT', amount: usdt(9_000_000), reference: 'rich' }),
      {
        actor: `user/${ALICE}`,
        command: {
          ...{ type: 'TransferFunds', user: ALICE, asset: 'USDT', from: 'spot', to: 'option' },
          amount: usdt(9_000_000),
        },
      },
    );
    rich.when(bought(ALICE, 'up', usdt(9_999_999) + 1n)).then(refused('option.amount.maximum'));
    rich.when(bought(ALICE, 'up', usdt(9_999_999))).then(occurred('OptionBought'));
    steady(rich, P, 2);
    steady(rich, P + 1, 60);
    // 80 % of it, less a fee of 1 %.
    expect(settled(rich)).toMatchObject([{ end: 'won', paid: (usdt(9_999_999) * 179n) / 100n }]);
  });
  test.each<[string, Step[], Parameters<typeof bought>, string]>([
    [
      'of a side',
      [bought(ALICE, 'up', usdt(300_000)), bought(BOB, 'up', usdt(199_000))],
      [CAROL, 'up'],
      'option.cap.side',
    ],
    [
      'of all',
      [bought(ALICE, 'up', usdt(300_000)), bought(BOB, 'down', usdt(300_000)), bought(CAROL, 'up', usdt(199_000))],
      [CAROL, 'down'],
      'option.cap.total',
    ],
    ['of a user', [bought(ALICE, 'up', usdt(299_000))], [ALICE, 'down'], 'option.cap.user'],
    [
      'of a user with levels',
      [bought(ALICE, 'up', usdt(19_000), { takeProfit: P + 1 })],
      [ALICE, 'down', usdt(1_000), { stopLoss: P + 1 }],
      'option.cap.levels',
    ],
  ])('one unit beyond the cap %s, and not at it', (_, steps, [user, direction, stake = usdt(1_000), wish], code) => {
    const scenario = options().given(...steps);
    scenario.when(bought(user, direction, stake + 1n, wish)).then(refused(code as never));
    scenario.when(bought(user, direction, stake, wish)).then(occurred('OptionBought'));
  });
  test('beyond the caps of a side and of all, both sides of a user counted', () => {
    const scenario = options().given(bought(ALICE, 'up', usdt(300_000)), bought(BOB, 'up', usdt(200_000)));
    scenario.when(bought(CAROL, 'up')).then(refused('option.cap.side'));
    scenario.given(bought(BOB, 'down', usdt(100_000)), bought(CAROL, 'down', usdt(199_400)));
    scenario
      .when(bought(BOB, 'down'))
      .then(refused('option.cap.user', { asset: 'USDT', maximum: `${usdt(300_000)}`, room: '0' }));
    const left = { asset: 'USDT', maximum: `${usdt(800_000)}`, room: `${usdt(600)}` };
    scenario.when(bought(CAROL, 'down')).then(refused('option.cap.total', left));
    scenario.given(termsOf({ amountMin: usdt(600) }));
    scenario.given(bought(CAROL, 'down', usdt(600)));
    scenario.when(bought(CAROL, 'down')).then(refused('option.cap.total'));
  });
  test('with levels beyond the cap of its own', () => {
    const levels = { takeProfit: P + 1 };
    const scenario = options().given(bought(ALICE, 'up', usdt(20_000), levels), bought(ALICE, 'up'));
    scenario.when(bought(ALICE, 'up', usdt(1_000), levels)).then(refused('option.cap.levels'));
  });
  test.each<[string, (scenario: Scenario) => Step[], string]>([
    ['while the account is frozen', () => [accountFrozen(ALICE)], 'account.frozen'],
    [
      'off sale',
      () => [staff({ type: 'SetOptionState', symbol: SYMBOL, state: 'closed', reason: 'pause' })],
      'option.closed',
    ],
    [
      'while the coin is under maintenance',
      () => [assetState('BTC', { trading: 'maintenance' })],
      'coin.under.maintenance',
    ],
  ])('%s, and what is open goes on', (_, steps, code) => {
    const scenario = options().given(bought(ALICE, 'up'));
    scenario.given(...steps(scenario));
    scenario.when(bought(ALICE, 'up')).then(refused(code as never));
    steady(scenario, P, 2);
    steady(scenario, P + 1, 60);
    expect(settled(scenario)).toMatchObject([{ end: 'won' }]);
  });
  test('of what is not sold, for times that are not, and while the index is silent', () => {
    const scenario = options();
    scenario.when(bought(ALICE, 'up', usdt(1_000), { durationMs: 45_000 })).then(refused('option.duration.unknown'));
    const other = { ...bought(ALICE, 'up').command, symbol: 'ETH-USDT' } as Command;
    scenario.when({ actor: `user/${ALICE}`, command: other }).then(refused('option.unknown'));
    scenario.exchange.now += 10_001;
    scenario.when(bought(ALICE, 'up')).then(refused('index.stale'));
  });
  test('beyond a limit of one’s own: less counts at once, more from the next day on', () => {
    const scenario = options().given(bought(ALICE, 'up', usdt(2_000)), limited(ALICE, usdt(3_000)));
    scenario.when(bought(ALICE, 'up', usdt(1_000) + 1n)).then(refused('option.limit.own'));
    scenario.given(bought(ALICE, 'up'), limited(ALICE));
    scenario.when(bought(ALICE, 'up')).then(refused('option.limit.own'));
    scenario.exchange.now = dayStart(dayOf(scenario.exchange.now) + 1);
    scenario.given(tick(scenario, P));
    scenario.given(bought(ALICE, 'up', usdt(200_000)));
  });
});

describe('terms', () => {
  test('are set with who asked for them, and not again', () => {
    const scenario = options();
    scenario
      .when(termsOf({ userMax: usdt(500_000) }))
      .then(occurred('OptionTermsSet', { userMax: usdt(500_000), proposedBy: 10_000_009 }));
    expect(scenario.exchange.state.options.products.get(SYMBOL)?.terms.userMax).toBe(usdt(500_000));
    scenario.when(termsOf({ userMax: usdt(500_000) })).then(refused('terms.unchanged'));
  });
  test('touch nothing that is open', () => {
    const scenario = options().given(bought(ALICE, 'up'));
    const worse = { payoutsPpb: [1, 1, 1], feesPpb: [0, 0, 0], feeAmounts: [0n, 0n, 0n] };
    scenario.given(termsOf(worse));
    steady(scenario, P, 2);
    steady(scenario, P + 1, 60);
    expect(settled(scenario)).toMatchObject([{ end: 'won', income: usdt(800), fee: usdt(10) }]);
  });
  test('of the index stay as long as a contract goes by it', () => {
    const scenario = options().given(bought(ALICE, 'up'));
    const loose = staff({
      type: 'SetIndexTerms',
      symbol: SYMBOL,
      decimals: 2,
      sourceStaleMs: 5_000,
      staleMs: 60_000,
      sourcesMin: 1,
      reason: 'loose',
    });
    scenario.when(loose).then(refused('index.in.use'));
    steady(scenario, P, 65);
    scenario.given(loose);
  });
  test.each<[string, Partial<typeof TERMS>]>([
    ['a payout of nothing', { payoutsPpb: [0, 1, 1] }],
    ['a duration beyond a day', { durationsMs: [30_000, 60_000, 86_400_001] }],
    ['a payout of all', { payoutsPpb: [1_000_000_000, 1, 1], levelsUserMax: 0n }],
    ['more than 85 % with levels', { payoutsPpb: [850_000_001, 1, 1] }],
    ['durations out of order', { durationsMs: [60_000, 30_000, 300_000] }],
    ['durations shorter than an entry may take', { durationsMs: [14_999, 60_000, 300_000] }],
    ['a fee of both kinds', { feesPpb: [1, 0, 0], feeAmounts: [1n, 0n, 0n] }],
    ['a fee that takes all of the gain', { feeAmounts: [usdt(801), 0n, 0n] }],
    ['nothing for sale', { durationsMs: [], payoutsPpb: [], feesPpb: [], feeAmounts: [] }],
    ['lists of two lengths', { payoutsPpb: [1, 1] }],
    ['a least above the most', { amountMin: usdt(10), amountMax: usdt(9) }],
    ['no cap', { totalMax: 0n }],
  ])('with %s are refused', (_, fields) => {
    options()
      .when(termsOf({ feesPpb: [0, 0, 0], ...fields }))
      .then(refused('option.terms.invalid'));
  });
  test.each<[string, Partial<typeof TERMS>]>([
    ['all but a billionth', { payoutsPpb: [999_999_999, 1, 1], levelsUserMax: 0n }],
    ['85 % with levels', { payoutsPpb: [850_000_000, 1, 1] }],
    ['as short as an entry may take, and a day', { durationsMs: [15_000, 60_000, 86_400_000] }],
    ['a fee of the whole gain', { feeAmounts: [usdt(800), 0n, 0n] }],
    ['one amount alone', { amountMin: usdt(10), amountMax: usdt(10) }],
  ])('of %s may be', (_, fields) => {
    options()
      .when(termsOf({ feesPpb: [0, 0, 0], feeAmounts: [0n, 0n, 0n], ...fields }))
      .then(occurred('OptionTermsSet'));
  });
});

test('a thousand contracts that end at once are settled in slices, each by its own time', () => {
  const scenario = options({
    sideMax: usdt(9_999_999),
    totalMax: usdt(9_999_999),
    userMax: usdt(9_999_999),
    amountMin: 1n,
    feesPpb: [0, 0, 0],
    feeAmounts: [0n, 0n, 0n],
  });
  for (let contract = 0; contract < 1_000; contract++) {
    scenario.given(bought([ALICE, BOB, CAROL][contract % 3], contract % 2 === 0 ? 'up' : 'down', 1_000n));
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
