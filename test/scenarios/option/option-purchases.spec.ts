import type { Command } from '../../../server/core/command';
import { dayStart, dayOf } from '../../../shared/rules/days';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  assetState,
  occurred,
  refused,
  staff,
  system,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import {
  SYMBOL,
  TERMS,
  buyOption,
  limitStakes,
  optionScenario,
  termsOf,
  publishPrice,
  usdt,
} from '../../tools/fixtures/option-fixture';
import { P, settled, steady } from './contracts-fixture';

describe('a purchase', () => {
  test.each<[string, bigint, string | null]>([
    ['at the least', usdt(1_000), null],
    ['one unit below', usdt(1_000) - 1n, 'option.amount.minimum'],
    ['of 999,999', usdt(999_999), 'option.cap.user'],
    ['one unit above the most', usdt(9_999_999) + 1n, 'option.amount.maximum'],
    ['of what a user may have', usdt(300_000), null],
    ['one unit above that', usdt(300_000) + 1n, 'option.cap.user'],
  ])('checks its amount: %s', (_, stake, code) => {
    const scenario = optionScenario().when(buyOption(ALICE, 'up', stake));
    if (code) scenario.then(refused(code as never));
    else expect(scenario.exchange.state.options.contracts.size).toBe(1);
  });
  test('of 999,999 is accepted within the limits, up to the unit that the house covers', () => {
    const wide = { sideMax: usdt(9_999_999), totalMax: usdt(9_999_999), userMax: usdt(9_999_999) };
    const scenario = optionScenario(wide).given(buyOption(ALICE, 'up', usdt(999_999)));
    // 799,999.2 of 1,000,000 are promised.
    scenario.given(buyOption(BOB, 'down', usdt(250_001) + 1n));
    expect(scenario.exchange.state.options.reserved.get('USDT')).toBe((usdt(1_250_000) * 8n) / 10n);
    scenario.when(buyOption(CAROL, 'down')).then(refused('option.not.covered', { asset: 'USDT', room: '0' }));
    const release = (amount: bigint): Step =>
      staff({ type: 'FundOptions', asset: 'USDT', act: 'release', amount, reason: 'back' });
    scenario.when(release(1n)).then(refused('balance.insufficient'));
  });
  test('of 9,999,999, the maximum, is accepted within the limits, and not one unit above', () => {
    const wide = { sideMax: usdt(99_999_999), totalMax: usdt(99_999_999), userMax: usdt(99_999_999) };
    const rich = optionScenario(wide).given(
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
    rich.when(buyOption(ALICE, 'up', usdt(9_999_999) + 1n)).then(refused('option.amount.maximum'));
    rich.when(buyOption(ALICE, 'up', usdt(9_999_999))).then(occurred('OptionBought'));
    steady(rich, P, 2);
    steady(rich, P + 1, 60);
    // 80 % of it, less a fee of 1 %.
    expect(settled(rich)).toMatchObject([{ end: 'won', paid: (usdt(9_999_999) * 179n) / 100n }]);
  });
  test.each<[string, Step[], Parameters<typeof buyOption>, string]>([
    [
      'of a side',
      [buyOption(ALICE, 'up', usdt(300_000)), buyOption(BOB, 'up', usdt(199_000))],
      [CAROL, 'up'],
      'option.cap.side',
    ],
    [
      'of all',
      [
        buyOption(ALICE, 'up', usdt(300_000)),
        buyOption(BOB, 'down', usdt(300_000)),
        buyOption(CAROL, 'up', usdt(199_000)),
      ],
      [CAROL, 'down'],
      'option.cap.total',
    ],
    ['of a user', [buyOption(ALICE, 'up', usdt(299_000))], [ALICE, 'down'], 'option.cap.user'],
    [
      'of a user with levels',
      [buyOption(ALICE, 'up', usdt(19_000), { takeProfit: P + 1 })],
      [ALICE, 'down', usdt(1_000), { stopLoss: P + 1 }],
      'option.cap.levels',
    ],
  ])(
    'is refused one unit beyond the cap %s, and accepted at it',
    (_, steps, [user, direction, stake = usdt(1_000), wish], code) => {
      const scenario = optionScenario().given(...steps);
      scenario.when(buyOption(user, direction, stake + 1n, wish)).then(refused(code as never));
      scenario.when(buyOption(user, direction, stake, wish)).then(occurred('OptionBought'));
    },
  );
  test('is refused beyond the caps per side and in total, counting both sides of a user', () => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up', usdt(300_000)), buyOption(BOB, 'up', usdt(200_000)));
    scenario.when(buyOption(CAROL, 'up')).then(refused('option.cap.side'));
    scenario.given(buyOption(BOB, 'down', usdt(100_000)), buyOption(CAROL, 'down', usdt(199_400)));
    scenario
      .when(buyOption(BOB, 'down'))
      .then(refused('option.cap.user', { asset: 'USDT', maximum: `${usdt(300_000)}`, room: '0' }));
    const left = { asset: 'USDT', maximum: `${usdt(800_000)}`, room: `${usdt(600)}` };
    scenario.when(buyOption(CAROL, 'down')).then(refused('option.cap.total', left));
    scenario.given(termsOf({ amountMin: usdt(600) }));
    scenario.given(buyOption(CAROL, 'down', usdt(600)));
    scenario.when(buyOption(CAROL, 'down')).then(refused('option.cap.total'));
  });
  test('with levels is refused beyond their own cap', () => {
    const levels = { takeProfit: P + 1 };
    const scenario = optionScenario().given(buyOption(ALICE, 'up', usdt(20_000), levels), buyOption(ALICE, 'up'));
    scenario.when(buyOption(ALICE, 'up', usdt(1_000), levels)).then(refused('option.cap.levels'));
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
  ])('is refused %s; open contracts continue', (_, steps, code) => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up'));
    scenario.given(...steps(scenario));
    scenario.when(buyOption(ALICE, 'up')).then(refused(code as never));
    steady(scenario, P, 2);
    steady(scenario, P + 1, 60);
    expect(settled(scenario)).toMatchObject([{ end: 'won' }]);
  });
  test('is refused for an unknown product or duration, and while the index is stale', () => {
    const scenario = optionScenario();
    scenario.when(buyOption(ALICE, 'up', usdt(1_000), { durationMs: 45_000 })).then(refused('option.duration.unknown'));
    const other = { ...buyOption(ALICE, 'up').command, symbol: 'ETH-USDT' } as Command;
    scenario.when({ actor: `user/${ALICE}`, command: other }).then(refused('option.unknown'));
    scenario.exchange.now += 10_001;
    scenario.when(buyOption(ALICE, 'up')).then(refused('index.stale'));
  });
  test("is refused beyond the user's own limit: a lower limit applies at once, a higher one from the next day", () => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up', usdt(2_000)), limitStakes(ALICE, usdt(3_000)));
    scenario.when(buyOption(ALICE, 'up', usdt(1_000) + 1n)).then(refused('option.limit.own'));
    scenario.given(buyOption(ALICE, 'up'), limitStakes(ALICE));
    scenario.when(buyOption(ALICE, 'up')).then(refused('option.limit.own'));
    scenario.exchange.now = dayStart(dayOf(scenario.exchange.now) + 1);
    scenario.given(publishPrice(scenario, P));
    scenario.given(buyOption(ALICE, 'up', usdt(200_000)));
  });
});

describe('terms', () => {
  test('record who requested them, and are refused if unchanged', () => {
    const scenario = optionScenario();
    scenario
      .when(termsOf({ userMax: usdt(500_000) }))
      .then(occurred('OptionTermsSet', { userMax: usdt(500_000), proposedBy: 10_000_009 }));
    expect(scenario.exchange.state.options.products.get(SYMBOL)?.terms.userMax).toBe(usdt(500_000));
    scenario.when(termsOf({ userMax: usdt(500_000) })).then(refused('terms.unchanged'));
  });
  test('do not affect open contracts', () => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up'));
    const worse = { payoutsPpb: [1, 1, 1], feesPpb: [0, 0, 0], feeAmounts: [0n, 0n, 0n] };
    scenario.given(termsOf(worse));
    steady(scenario, P, 2);
    steady(scenario, P + 1, 60);
    expect(settled(scenario)).toMatchObject([{ end: 'won', income: usdt(800), fee: usdt(10) }]);
  });
  test('of the index are fixed while a contract depends on it', () => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up'));
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
    optionScenario()
      .when(termsOf({ feesPpb: [0, 0, 0], ...fields }))
      .then(refused('option.terms.invalid'));
  });
  test.each<[string, Partial<typeof TERMS>]>([
    ['all but a billionth', { payoutsPpb: [999_999_999, 1, 1], levelsUserMax: 0n }],
    ['85 % with levels', { payoutsPpb: [850_000_000, 1, 1] }],
    ['as short as an entry may take, and a day', { durationsMs: [15_000, 60_000, 86_400_000] }],
    ['a fee of the whole gain', { feeAmounts: [usdt(800), 0n, 0n] }],
    ['one amount alone', { amountMin: usdt(10), amountMax: usdt(10) }],
  ])('of %s are accepted', (_, fields) => {
    optionScenario()
      .when(termsOf({ feesPpb: [0, 0, 0], feeAmounts: [0n, 0n, 0n], ...fields }))
      .then(occurred('OptionTermsSet'));
  });
});
