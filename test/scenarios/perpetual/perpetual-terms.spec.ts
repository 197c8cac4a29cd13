import { canonicalLines } from '../../../server/products/core';
import type { SetFeeTiers } from '../../../server/core/command';
import type { CoreEvent, EventOf, EventType } from '../../../server/core/event';
import { feeLevelAt, levelAt } from '../../../server/core/fees/level';
import type { FeeProduct } from '../../../server/core/fees/state';
import type { RejectionCode } from '../../../shared/rules/codes';
import { dayOf, dayStart } from '../../../shared/rules/days';
import { LANGUAGES } from '../../../shared/wire/languages';
import {
  ALICE,
  BOB,
  CAROL,
  later,
  occurred,
  refused,
  restoredFromSnapshot,
  staff,
  type Scenario,
  accountFrozen,
  system,
  type Step,
  BTC_USDT,
  buy,
  asUser,
  credit,
  marketState,
  nothing,
  sell,
} from '../../tools/fixtures/core-fixture';
import {
  BTC_PERP,
  PERP,
  changeTerms,
  leverage,
  mark,
  open,
  openBothSides,
  perpetuals,
  perpetualState,
  close,
  stop,
  margin,
  marketEnd,
  moveMark,
  steadyMark,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';

const M = 500_000;
const DAY = 86_400_000;

/** Changes of perpetual terms: announced; tighter tiers apply to new orders first and to positions a day later. */

const { tierCaps, tierLeverages, tierRatesPpb } = BTC_PERP;
/** Half the caps: every tier begins sooner. */
const TIGHTER = { tierCaps: tierCaps.map((cap) => cap / 2n), tierLeverages, tierRatesPpb };
const LOOSER = { tierCaps: tierCaps.map((cap) => cap * 2n), tierLeverages, tierRatesPpb };

const contractOf = ({ exchange }: Scenario) => {
  const contract = exchange.state.perpetual.contracts.get(PERP);
  if (!contract) throw new Error('there is no contract');
  return contract;
};
const capOf = (tiers: readonly { cap: bigint }[]): bigint | undefined => tiers.at(-1)?.cap;
const applied = ({ exchange }: Scenario): EventOf<'PerpetualTermsApplied'>[] =>
  exchange.batches
    .flatMap(({ events }): CoreEvent[] => events)
    .filter((event) => event.type === 'PerpetualTermsApplied');
/** Advances the time and sends another user's command. */
function after(scenario: Scenario, ms: number, times: number): void {
  const { exchange } = scenario;
  exchange.now += ms;
  restoredFromSnapshot(scenario).given(leverage(CAROL, times));
}

test('applies tighter tiers to new orders at once, and to positions a day later', () => {
  const scenario = perpetuals().given(openBothSides(M, 600), leverage(BOB, 100));
  // 30,000 USDT lie in the first tier of the old terms, and in the second of the new.
  scenario.given(changeTerms(TIGHTER));
  const { exchange } = scenario;
  scenario.when(leverage(ALICE, 125)).then(refused('leverage.too.high', { maximum: 100 }));
  const first = exchange.now;
  expect([capOf(contractOf(scenario).orderTiers), capOf(contractOf(scenario).terms.tiers)]).toEqual([
    usdt('20,000,000'),
    usdt('40,000,000'),
  ]);
  after(scenario, DAY - 1_000, 3);
  expect(capOf(contractOf(scenario).terms.tiers)).toBe(usdt('40,000,000'));
  after(scenario, 1_000, 4);
  expect(capOf(contractOf(scenario).terms.tiers)).toBe(usdt('20,000,000'));
  expect(applied(scenario).map(({ scope, dueAt }) => [scope, dueAt - applied(scenario)[0].dueAt])).toEqual([
    ['orders', 0],
    ['positions', DAY],
  ]);
  expect(first).toBeGreaterThanOrEqual(applied(scenario)[0].dueAt);
  expect(contractOf(scenario).change).toBeNull();
});

test('applies looser tiers and other terms to everything at their time', () => {
  const scenario = perpetuals();
  const { exchange } = scenario;
  const from = exchange.now + 5_000;
  scenario
    .when(changeTerms({ ...LOOSER, from, fundingCapPpb: 7, openInterestMax: usdt('1'), impactNotional: 9n }))
    .then(occurred('PerpetualTermsChanged', { from, positionsFrom: from, fundingCapPpb: 7 }));
  expect(contractOf(scenario).terms.fundingCapPpb).toBe(BTC_PERP.fundingCapPpb);
  // Nothing a millisecond before.
  exchange.now = from - 1;
  scenario.given(leverage(CAROL, 3));
  expect(applied(scenario)).toEqual([]);
  restoredFromSnapshot(scenario).given(leverage(CAROL, 4));
  expect(applied(scenario)).toMatchObject([{ scope: 'all', dueAt: from }]);
  expect(contractOf(scenario).terms).toMatchObject({
    fundingCapPpb: 7,
    openInterestMax: usdt('1'),
    impactNotional: 9n,
  });
  expect(capOf(contractOf(scenario).orderTiers)).toBe(usdt('80,000,000'));
  expect(contractOf(scenario).terms.tiers).toEqual(contractOf(scenario).orderTiers);
  scenario.given(later(1_500, mark(M, exchange.now + 1_500)));
  scenario.when(open(BOB, 'long', M, 5)).then(refused('open.interest.full'));
});

test('catches up both steps of a missed change, in order and once', () => {
  const scenario = perpetuals().given(changeTerms(TIGHTER));
  after(scenario, 9 * DAY, 3);
  after(scenario, 1_000, 4);
  expect(applied(scenario).map(({ scope }) => scope)).toEqual(['orders', 'positions']);
});

test.each([
  ['nothing', {}, 'terms.unchanged'],
  ['what it is already', { fundingCapPpb: BTC_PERP.fundingCapPpb }, 'terms.unchanged'],
  ['the tiers there are', { tierCaps, tierLeverages, tierRatesPpb }, 'terms.unchanged'],
  ['two lists of tiers alone', { tierCaps, tierLeverages }, 'market.terms.invalid'],
  ['lists of different lengths', { ...TIGHTER, tierRatesPpb: tierRatesPpb.slice(1) }, 'market.terms.invalid'],
  ['tiers that are none', { tierCaps: [], tierLeverages: [], tierRatesPpb: [] }, 'market.terms.invalid'],
  [
    'tiers that are tighter here and looser there',
    { ...LOOSER, tierRatesPpb: tierRatesPpb.map((rate, place) => (place === 0 ? rate + 1 : rate)) },
    'market.terms.invalid',
  ],
  ['a cap below nothing', { fundingCapPpb: -1 }, 'market.terms.invalid'],
  ['no size', { openInterestMax: 0n }, 'market.terms.invalid'],
  ['the time before', { fundingCapPpb: 1, from: 1 }, 'terms.from.invalid'],
  ['a market that is none', { fundingCapPpb: 1, market: 'BTC-USDT' }, 'market.unknown'],
] as const)('refuses %s', (_, fields, code) => {
  perpetuals()
    .when(changeTerms(structuredClone(fields) as Parameters<typeof changeTerms>[0]))
    .then(refused(code));
});

test('refuses a second change while one is pending', () => {
  perpetuals()
    .given(changeTerms(TIGHTER))
    .when(staff(changeTerms({ fundingCapPpb: 1 }).command))
    .then(refused('terms.changes.too.many', { maximum: 1 }));
});

test('owes no funding for time under maintenance, and terms still change', () => {
  const scenario = perpetuals().given(openBothSides(M, 5), perpetualState('maintenance'), changeTerms(TIGHTER));
  after(scenario, DAY, 3);
  const told = scenario.exchange.batches.flatMap(({ events }) => events.map(({ type }) => type));
  expect(told).not.toContain('FundingFixed');
  expect(applied(scenario)).toHaveLength(2);
});

/**
 * The rules of contract orders from the specification: the code of each refusal, and its message in nine languages.
 */

const ZERO = { takeProfit: 0, takeProfitBy: 'last' } as const;
const STRANGER = 10_000_077;
const LONG = () => perpetuals().given(openBothSides(M, 10));
const atOnce = () => perpetuals().given(leverage(BOB, 1));
const unverified = () => perpetuals().given(system({ type: 'RegisterMember', user: STRANGER }));

test.each<[says: string, code: RejectionCode, given: () => Scenario, step: Step]>([
  ['Quantity must be greater than 0', 'quantity.not.positive', perpetuals, open(BOB, 'long', M, 0)],
  ['Balance must be sufficient', 'margin.insufficient', atOnce, open(BOB, 'long', M, 30_000)],
  ['Take-profit cannot be 0', 'stop.zero', LONG, stop(BOB, 'long', 'take_profit', 0)],
  ['Stop-loss cannot be 0', 'stop.zero', LONG, stop(BOB, 'long', 'stop_loss', 0)],
  ['Take-profit brought along cannot be 0', 'stop.zero', perpetuals, open(BOB, 'long', M, 1, ZERO)],
  ['Long: take-profit above the latest price', 'take.profit.wrong.side', LONG, stop(BOB, 'long', 'take_profit', M - 1)],
  ['Long: stop-loss below it', 'stop.loss.wrong.side', LONG, stop(BOB, 'long', 'stop_loss', M + 1)],
  ['Short: take-profit below', 'take.profit.wrong.side', LONG, stop(ALICE, 'short', 'take_profit', M + 1)],
  ['Short: stop-loss above', 'stop.loss.wrong.side', LONG, stop(ALICE, 'short', 'stop_loss', M - 1)],
  ['Pending long not above market', 'long.above.market', LONG, open(BOB, 'long', M + 1, 1)],
  ['Pending short not below market', 'short.below.market', LONG, open(BOB, 'short', M - 1, 1)],
  ['Account not authenticated', 'account.not.authenticated', unverified, open(STRANGER, 'long', M, 1)],
  [
    'Coin under maintenance',
    'coin.under.maintenance',
    () => LONG().given(perpetualState('maintenance')),
    open(BOB, 'long', M, 1),
  ],
  ['Coin not open', 'coin.not.open', () => perpetuals().given(perpetualState('closed')), open(BOB, 'long', M, 1)],
  ['Account frozen', 'account.frozen', () => LONG().given(accountFrozen(BOB)), open(BOB, 'long', M, 1)],
  ['Position to close', 'position.none', perpetuals, close(BOB, 'long', M, 1)],
  ['Leverage within the tiers', 'leverage.too.high', perpetuals, leverage(BOB, 126)],
])('%s: %s', async (_, code, given, step) => {
  given().when(step).then(refused(code));
  for (const language of LANGUAGES) {
    const { code: words } = (await import(`../../../shared/wire/messages/${language}.json`)) as {
      code: Record<string, string>;
    };
    expect([language, words[code]?.length ?? 0]).not.toEqual([language, 0]);
  }
});

/** Fee levels of perpetuals: own volume and table, separate from spot. */

const HOUR = 3_600_000;
const BTC = 100_000_000n;

const tiers = (product: FeeProduct, volumes: bigint[], fields: Partial<SetFeeTiers> = {}): Step =>
  staff({ type: 'SetFeeTiers', product, volumes, reason: 'schedule', ...fields });
/** A thousand lots at 50,000.0 are one BTC. */
const TABLE = tiers('perpetual', [0n, BTC]);
/** A command that is refused after all due work has run. */
const NOTHING = margin('add', ALICE, 'long', 0n);

const midnightOf = ({ exchange }: Scenario, days = 0): number => dayStart(dayOf(exchange.now) + 1 + days);
/** Runs all due work at `ms` after the next midnight. */
function past(scenario: Scenario, ms = 0): Scenario {
  scenario.exchange.now = midnightOf(scenario) + ms;
  scenario.exchange.take(NOTHING);
  return scenario;
}
/** The level is in effect for an hour, and the index has been published long enough to open positions. */
function inEffect(scenario: Scenario): Scenario {
  return steadyMark(past(scenario, 5 * HOUR), M);
}
const levelOf = ({ exchange }: Scenario, user: number, product: FeeProduct = 'perpetual', at = exchange.now) =>
  feeLevelAt(exchange.state.members.get(user)!, product, at);
const volumeOf = ({ exchange }: Scenario, user: number, product: FeeProduct = 'perpetual') => {
  const fees = exchange.state.members.get(user)!.fees[product];
  return (fees?.next ?? fees)?.volume ?? 0n;
};
const allOf = <T extends EventType>({ exchange }: Scenario, type: T): EventOf<T>[] =>
  exchange.batches.flatMap(({ events }) => events).filter((event): event is EventOf<T> => event.type === type);
const feesOf = (scenario: Scenario): [maker: bigint, taker: bigint] => {
  const { makerFee, takerFee } = allOf(scenario, 'PerpetualTraded').at(-1)!;
  return [makerFee, takerFee];
};

/** Adds a spot market of BTC, with funds to trade there. */
function withSpot(): Scenario {
  const { market, base, quote } = BTC_USDT;
  const terms = { ...BTC_USDT, tick: '0.1', notionalMin: usdt('5'), referencePrice: M, priceHighest: 100_000_000 };
  return perpetuals().given(
    staff({ type: 'ListMarket', ...terms, market, base, quote, makerFeesPpb: [9, 8], takerFeesPpb: [9, 8] }),
    marketState('open'),
    system({ type: 'CreditRecharge', user: ALICE, asset: 'BTC', amount: 10n * BTC, reference: 'coins' }),
    credit('USDT', usdt('1,000,000'), 'dollars'),
  );
}
const spotTrade = (lots: number): Step[] => [asUser(ALICE, sell(M, lots)), buy(M, lots)];

describe('the volume of perpetuals', () => {
  test('counts both sides by the price at the end of the day, and applies from 04:00', () => {
    const scenario = perpetuals().given(TABLE, openBothSides(M, 1_000));
    const midnight = midnightOf(scenario);
    const day = dayOf(scenario.exchange.now);
    past(scenario);
    const from = midnight + 4 * HOUR;
    expect(allOf(scenario, 'FeeDayClosed')).toEqual([
      { type: 'FeeDayClosed', product: 'perpetual', day, price: usdt('50,000'), by: 'index' },
    ]);
    expect(allOf(scenario, 'FeeLevelSet')).toEqual(
      [ALICE, BOB].map((user) => {
        return { type: 'FeeLevelSet', user, product: 'perpetual', level: 1, volume: BTC, from };
      }),
    );
    expect([levelOf(scenario, BOB, 'perpetual', from - 1), levelOf(scenario, BOB, 'perpetual', from)]).toEqual([0, 1]);
  });

  test('is not counted while perpetuals have no table', () => {
    const scenario = past(perpetuals().given(tiers('spot', [0n, 1n]), openBothSides(M, 1_000)));
    expect(scenario.exchange.state.members.get(BOB)!.fees).toEqual({ spot: null, perpetual: null });
    expect(allOf(scenario, 'FeeDayClosed').map(({ product }) => product)).toEqual(['spot']);
  });

  test('is separate from spot, and so are the levels', () => {
    const scenario = withSpot().given(tiers('spot', [0n, BTC]), TABLE, spotTrade(1_000), openBothSides(M, 2_000));
    past(scenario);
    expect([volumeOf(scenario, BOB, 'spot'), volumeOf(scenario, BOB)]).toEqual([BTC, 2n * BTC]);
    const only = withSpot().given(tiers('spot', [0n, BTC]), TABLE, spotTrade(1_000));
    inEffect(only);
    expect([levelOf(only, BOB, 'spot'), levelOf(only, BOB)]).toEqual([1, 0]);
    only.given(openBothSides(M, 10));
    // 500 USDT at 0.02 % and 0.055 %: the rates of level 0, whatever the spot volume.
    expect(feesOf(only)).toEqual([usdt('0.1'), usdt('0.275')]);
  });

  test('does not change spot fees', () => {
    const scenario = inEffect(withSpot().given(tiers('spot', [0n, BTC]), TABLE, openBothSides(M, 2_000)));
    expect([levelOf(scenario, BOB, 'spot'), levelOf(scenario, BOB)]).toEqual([0, 1]);
    scenario.given(spotTrade(1_000));
    const [{ takerFee }] = allOf(scenario, 'TradeExecuted');
    expect(takerFee).toBe(1n);
  });

  const DOCUMENT = 'ab'.repeat(32);
  test.each<[string, Step[], bigint]>([
    ['strangers', [], BTC],
    ['the inviter and the invited', [system({ type: 'NameInviter', user: BOB, inviter: ALICE })], 0n],
    [
      'over one step',
      [
        system({ type: 'NameInviter', user: BOB, inviter: CAROL }),
        system({ type: 'NameInviter', user: CAROL, inviter: ALICE }),
      ],
      0n,
    ],
    ['one person', [ALICE, BOB].map((user) => system({ type: 'NameDocument', user, document: DOCUMENT })), 0n],
  ])('counts unless the accounts are related: %s', (_, relations, volume) => {
    const scenario = past(perpetuals().given(TABLE, relations, openBothSides(M, 1_000)));
    expect([volumeOf(scenario, ALICE), volumeOf(scenario, BOB)]).toEqual([volume, volume]);
  });

  test('excludes liquidations on both sides, and auto-deleveraging', () => {
    const scenario = perpetuals().given(TABLE, leverage(BOB, 100), leverage(ALICE, 1), openBothSides(M, 500));
    steadyMark(scenario, M);
    // Carol takes over a part, and Alice is deleveraged by the rest.
    scenario.given(open(CAROL, 'long', M - 4_990, 100), moveMark(scenario, M - 5_200));
    steadyMark(scenario, M - 5_200);
    const taken = allOf(scenario, 'PerpetualTraded').filter(({ takerMode }) => takerMode === 'liquidation');
    expect(taken.map(({ maker, quantity }) => [maker, quantity])).toEqual([[CAROL, 100]]);
    expect(allOf(scenario, 'PositionDeleveraged')).toHaveLength(1);
    const traded = (user: number) => scenario.exchange.state.members.get(user)!.fees.perpetual?.traded ?? null;
    expect([ALICE, BOB, CAROL].map(traded)).toEqual([[usdt('25,000')], [usdt('25,000')], null]);
  });

  test('survives a restart before the day is closed, and before its levels are set', () => {
    const scenario = restoredFromSnapshot(perpetuals().given(TABLE, openBothSides(M, 1_000)));
    past(scenario);
    expect(volumeOf(restoredFromSnapshot(scenario), BOB)).toBe(BTC);
    past(scenario, 30 * DAY);
    expect(volumeOf(scenario, BOB)).toBe(0n);
  });

  test('has no state line without a table', () => {
    const scenario = withSpot().given(tiers('spot', [0n, BTC]), spotTrade(1_000), openBothSides(M, 10));
    const lines = [...canonicalLines(past(scenario).exchange.state)];
    expect(lines.some((line) => JSON.stringify(line).includes('member_fees'))).toBe(true);
    expect(lines.filter((line) => /fee(s|_table|_day).*"perpetual"/.test(JSON.stringify(line)))).toEqual([]);
  });
});

describe('days of both products', () => {
  test('are closed at one midnight, spot first, at one price', () => {
    const scenario = withSpot().given(TABLE, tiers('spot', [0n, 5n]), spotTrade(1_000), openBothSides(M, 1_000));
    past(scenario, 2 * DAY);
    expect(allOf(scenario, 'FeeDayClosed').map(({ product, by: source }) => `${product} ${source}`)).toEqual(
      Array.from({ length: 3 }, () => ['spot last', 'perpetual last']).flat(),
    );
    expect(new Set(allOf(scenario, 'FeeDayClosed').map(({ price }) => price)).size).toBe(1);
    expect([volumeOf(scenario, ALICE, 'spot'), volumeOf(scenario, ALICE)]).toEqual([BTC, BTC]);
  });

  test('have separate tables', () => {
    const scenario = perpetuals().given(tiers('perpetual', [0n, 7n]), tiers('spot', [0n, 5n, 6n]));
    const { spot, perpetual } = scenario.exchange.state.fees;
    expect([spot.tables, perpetual.tables].map((tables) => tables.map(({ volumes }) => volumes))).toEqual([
      [[0n, 5n, 6n]],
      [[0n, 7n]],
    ]);
    nothing().when(TABLE).then(refused('asset.unknown'));
    scenario.when(tiers('perpetual', [1n])).then(refused('fee.tiers.invalid'));
  });
});

describe('fees of a perpetual level', () => {
  test('apply its rates from the next fill', () => {
    const scenario = perpetuals().given(TABLE, openBothSides(M, 1_000));
    expect(feesOf(scenario)).toEqual([usdt('10'), usdt('27.5')]);
    inEffect(scenario).given(openBothSides(M, 10));
    // 500 USDT at 0.01 % and 0.04 %.
    expect(feesOf(scenario)).toEqual([usdt('0.05'), usdt('0.2')]);
  });

  test('use the spot level until a table of perpetuals is in effect, as before such tables', () => {
    const scenario = withSpot().given(tiers('spot', [0n, BTC]), spotTrade(1_000));
    inEffect(scenario).given(openBothSides(M, 10));
    expect(levelAt(scenario.exchange.state, BOB, 'perpetual', scenario.exchange.now)).toBe(1);
    expect(feesOf(scenario)).toEqual([usdt('0.05'), usdt('0.2')]);
    // A table is announced; the order before it keeps its rates.
    const from = scenario.exchange.now + HOUR;
    scenario.given(tiers('perpetual', [0n, BTC], { from }), open(ALICE, 'short', M, 10));
    expect(levelAt(scenario.exchange.state, BOB, 'perpetual', from - 1)).toBe(1);
    expect(levelAt(scenario.exchange.state, BOB, 'perpetual', from)).toBe(0);
    scenario.exchange.now = from;
    steadyMark(scenario, M).given(open(BOB, 'long', M, 10));
    expect(feesOf(scenario)).toEqual([usdt('0.05'), usdt('0.275')]);
    // A later table does not restore the spot level.
    scenario.given(tiers('perpetual', [0n, 2n * BTC], { from: from + DAY }));
    past(past(scenario));
    expect(scenario.exchange.state.fees.perpetual.tables).toHaveLength(1);
    expect(levelAt(scenario.exchange.state, BOB, 'perpetual', scenario.exchange.now)).toBe(0);
  });

  test('of a resting order never exceed those at placing, also after its level is lost', () => {
    const scenario = perpetuals().given(TABLE, openBothSides(M, 1_000));
    inEffect(scenario).given(open(ALICE, 'short', M, 10));
    // The volume expires after thirty-one days.
    scenario.exchange.now += 31 * DAY;
    scenario.exchange.take(NOTHING);
    expect(levelOf(scenario, ALICE)).toBe(0);
    steadyMark(scenario, M).given(open(CAROL, 'long', M, 10));
    expect(feesOf(scenario)).toEqual([usdt('0.05'), usdt('0.275')]);
  });

  test("of a resting order fall once its owner's level rises", () => {
    const scenario = perpetuals().given(TABLE, openBothSides(M, 1_000), open(ALICE, 'short', M, 10));
    inEffect(scenario).given(open(CAROL, 'long', M, 10));
    expect(feesOf(scenario)).toEqual([usdt('0.05'), usdt('0.275')]);
  });

  test('use the minimum level set by staff, which covers all products', () => {
    const scenario = withSpot().given(staff({ type: 'AssignFeeTier', user: BOB, tier: 1 }), openBothSides(M, 10));
    expect([levelOf(scenario, BOB, 'spot'), levelOf(scenario, BOB)]).toEqual([1, 1]);
    expect(feesOf(scenario)).toEqual([usdt('0.1'), usdt('0.2')]);
  });

  test('apply to settlement at the end of a market', () => {
    const scenario = perpetuals().given(TABLE, openBothSides(M, 1_000));
    inEffect(scenario).given(open(CAROL, 'long', M, 10), open(BOB, 'short', M, 10));
    const endsAt = scenario.exchange.now + HOUR;
    scenario.given(marketEnd(endsAt));
    for (; scenario.exchange.now < endsAt; scenario.exchange.now += 10_000)
      scenario.exchange.take(mark(M, scenario.exchange.now));
    scenario.exchange.now = endsAt;
    scenario.exchange.take(leverage(CAROL, 4));
    const fees = allOf(scenario, 'PositionSettled').map(({ user, lots, fee }) => [user, lots, fee]);
    expect(fees).toContainEqual([CAROL, 10, usdt('0.275')]);
    expect(fees).toContainEqual([BOB, 1_000, usdt('20')]);
  });
});

test('closing and opening count alike', () => {
  const scenario = perpetuals().given(
    TABLE,
    openBothSides(M, 1_000),
    close(ALICE, 'short', M, 1_000),
    close(BOB, 'long', M, 1_000),
  );
  past(scenario);
  expect(volumeOf(scenario, BOB)).toBe(2n * BTC);
});
