/** Fee levels of perpetuals: a volume and a table of their own, beside those of spot. */
import { canonicalLines } from '../../server/core/canonical-state';
import type { SetFeeTiers } from '../../server/core/command';
import type { EventOf, EventType } from '../../server/core/event';
import { feeLevelAt, levelAt } from '../../server/core/fees/level';
import type { FeeProduct } from '../../server/core/fees/state';
import { dayOf, dayStart } from '../../shared/rules/days';
import {
  ALICE,
  BOB,
  BTC_USDT,
  CAROL,
  buy,
  by,
  credit,
  marketState,
  nothing,
  refused,
  restarted,
  sell,
  staff,
  system,
  type Scenario,
  type Step,
} from '../tools/core-fixture';
import {
  close,
  leverage,
  margin,
  mark,
  marketEnd,
  moved,
  open,
  opened,
  perpetuals,
  quiet,
} from '../tools/perpetual-fixture';
import { usdt } from '../tools/perpetual-terms';

const M = 500_000;
const DAY = 86_400_000;
const HOUR = 3_600_000;
const BTC = 100_000_000n;

const tiers = (product: FeeProduct, volumes: bigint[], fields: Partial<SetFeeTiers> = {}): Step =>
  staff({ type: 'SetFeeTiers', product, volumes, reason: 'schedule', ...fields });
/** A thousand lots at 50,000.0 are one BTC. */
const TABLE = tiers('perpetual', [0n, BTC]);
/** Refused, and before it all that is due is paid. */
const NOTHING = margin('add', ALICE, 'long', 0n);

const midnightOf = ({ exchange }: Scenario, days = 0): number => dayStart(dayOf(exchange.now) + 1 + days);
/** So much behind the next midnight. */
function past(scenario: Scenario, ms = 0): Scenario {
  scenario.exchange.now = midnightOf(scenario) + ms;
  scenario.exchange.take(NOTHING);
  return scenario;
}
/** In effect for an hour, and the market has heard of its index long enough to open again. */
function inEffect(scenario: Scenario): Scenario {
  return quiet(past(scenario, 5 * HOUR), M);
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

/** A spot market of BTC besides, with coins for whoever trades there. */
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
const spotTrade = (lots: number): Step[] => [by(ALICE, sell(M, lots)), buy(M, lots)];

describe('the volume of perpetuals', () => {
  test('counts for both sides, by the price at the day’s end, and holds from four o’clock', () => {
    const scenario = perpetuals().given(TABLE, opened(M, 1_000));
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

  test('is none as long as perpetuals have no table', () => {
    const scenario = past(perpetuals().given(tiers('spot', [0n, 1n]), opened(M, 1_000)));
    expect(scenario.exchange.state.members.get(BOB)!.fees).toEqual({ spot: null, perpetual: null });
    expect(allOf(scenario, 'FeeDayClosed').map(({ product }) => product)).toEqual(['spot']);
  });

  test('is apart from that of spot, and so are the levels', () => {
    const scenario = withSpot().given(tiers('spot', [0n, BTC]), TABLE, spotTrade(1_000), opened(M, 2_000));
    past(scenario);
    expect([volumeOf(scenario, BOB, 'spot'), volumeOf(scenario, BOB)]).toEqual([BTC, 2n * BTC]);
    const only = withSpot().given(tiers('spot', [0n, BTC]), TABLE, spotTrade(1_000));
    inEffect(only);
    expect([levelOf(only, BOB, 'spot'), levelOf(only, BOB)]).toEqual([1, 0]);
    only.given(opened(M, 10));
    // 500 USDT at 0.02 % and 0.055 %: those of level 0, whatever was traded on spot.
    expect(feesOf(only)).toEqual([usdt('0.1'), usdt('0.275')]);
  });

  test('leaves what spot charges as it is', () => {
    const scenario = inEffect(withSpot().given(tiers('spot', [0n, BTC]), TABLE, opened(M, 2_000)));
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
  ])('between %s', (_, relations, volume) => {
    const scenario = past(perpetuals().given(TABLE, relations, opened(M, 1_000)));
    expect([volumeOf(scenario, ALICE), volumeOf(scenario, BOB)]).toEqual([volume, volume]);
  });

  test('has nothing of liquidations, on neither side, nor of auto-deleveraging', () => {
    const scenario = perpetuals().given(TABLE, leverage(BOB, 100), leverage(ALICE, 1), opened(M, 500));
    quiet(scenario, M);
    // Carol meets a part of what is taken over, and Alice is deleveraged by the rest.
    scenario.given(open(CAROL, 'long', M - 4_990, 100), moved(scenario, M - 5_200));
    quiet(scenario, M - 5_200);
    const taken = allOf(scenario, 'PerpetualTraded').filter(({ takerMode }) => takerMode === 'liquidation');
    expect(taken.map(({ maker, quantity }) => [maker, quantity])).toEqual([[CAROL, 100]]);
    expect(allOf(scenario, 'PositionDeleveraged')).toHaveLength(1);
    const traded = (user: number) => scenario.exchange.state.members.get(user)!.fees.perpetual?.traded ?? null;
    expect([ALICE, BOB, CAROL].map(traded)).toEqual([[usdt('25,000')], [usdt('25,000')], null]);
  });

  test('survives a restart, before the day is closed and between that and its levels', () => {
    const scenario = restarted(perpetuals().given(TABLE, opened(M, 1_000)));
    past(scenario);
    expect(volumeOf(restarted(scenario), BOB)).toBe(BTC);
    past(scenario, 30 * DAY);
    expect(volumeOf(scenario, BOB)).toBe(0n);
  });

  test('has no line in a state that knows no table of it', () => {
    const scenario = withSpot().given(tiers('spot', [0n, BTC]), spotTrade(1_000), opened(M, 10));
    const lines = [...canonicalLines(past(scenario).exchange.state)];
    expect(lines.some((line) => JSON.stringify(line).includes('member_fees'))).toBe(true);
    expect(lines.filter((line) => /fee(s|_table|_day).*"perpetual"/.test(JSON.stringify(line)))).toEqual([]);
  });
});

describe('days of both products', () => {
  test('are closed at one midnight, spot’s first, at one price', () => {
    const scenario = withSpot().given(TABLE, tiers('spot', [0n, 5n]), spotTrade(1_000), opened(M, 1_000));
    past(scenario, 2 * DAY);
    expect(allOf(scenario, 'FeeDayClosed').map(({ product, by: source }) => `${product} ${source}`)).toEqual(
      Array.from({ length: 3 }, () => ['spot last', 'perpetual last']).flat(),
    );
    expect(new Set(allOf(scenario, 'FeeDayClosed').map(({ price }) => price)).size).toBe(1);
    expect([volumeOf(scenario, ALICE, 'spot'), volumeOf(scenario, ALICE)]).toEqual([BTC, BTC]);
  });

  test('have tables of their own: what is set for one is not for the other', () => {
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

describe('what a level of perpetuals charges', () => {
  test('is its rates, from the next fill on', () => {
    const scenario = perpetuals().given(TABLE, opened(M, 1_000));
    expect(feesOf(scenario)).toEqual([usdt('10'), usdt('27.5')]);
    inEffect(scenario).given(opened(M, 10));
    // 500 USDT at 0.01 % and 0.04 %.
    expect(feesOf(scenario)).toEqual([usdt('0.05'), usdt('0.2')]);
  });

  test('is of spot’s level until a table of perpetuals is in effect, as it always was', () => {
    const scenario = withSpot().given(tiers('spot', [0n, BTC]), spotTrade(1_000));
    inEffect(scenario).given(opened(M, 10));
    expect(levelAt(scenario.exchange.state, BOB, 'perpetual', scenario.exchange.now)).toBe(1);
    expect(feesOf(scenario)).toEqual([usdt('0.05'), usdt('0.2')]);
    // One is announced; what is placed before keeps its rates.
    const from = scenario.exchange.now + HOUR;
    scenario.given(tiers('perpetual', [0n, BTC], { from }), open(ALICE, 'short', M, 10));
    expect(levelAt(scenario.exchange.state, BOB, 'perpetual', from - 1)).toBe(1);
    expect(levelAt(scenario.exchange.state, BOB, 'perpetual', from)).toBe(0);
    scenario.exchange.now = from;
    quiet(scenario, M).given(open(BOB, 'long', M, 10));
    expect(feesOf(scenario)).toEqual([usdt('0.05'), usdt('0.275')]);
    // A later table does not bring spot's back.
    scenario.given(tiers('perpetual', [0n, 2n * BTC], { from: from + DAY }));
    past(past(scenario));
    expect(scenario.exchange.state.fees.perpetual.tables).toHaveLength(1);
    expect(levelAt(scenario.exchange.state, BOB, 'perpetual', scenario.exchange.now)).toBe(0);
  });

  test('is of an order that rests never more than at placing, also when its level is gone', () => {
    const scenario = perpetuals().given(TABLE, opened(M, 1_000));
    inEffect(scenario).given(open(ALICE, 'short', M, 10));
    // Thirty-one days later nothing of that volume is left.
    scenario.exchange.now += 31 * DAY;
    scenario.exchange.take(NOTHING);
    expect(levelOf(scenario, ALICE)).toBe(0);
    quiet(scenario, M).given(open(CAROL, 'long', M, 10));
    expect(feesOf(scenario)).toEqual([usdt('0.05'), usdt('0.275')]);
  });

  test('is less for an order that rests as soon as its owner’s level is higher', () => {
    const scenario = perpetuals().given(TABLE, opened(M, 1_000), open(ALICE, 'short', M, 10));
    inEffect(scenario).given(open(CAROL, 'long', M, 10));
    expect(feesOf(scenario)).toEqual([usdt('0.05'), usdt('0.275')]);
  });

  test('is that of staff’s least level, which is one for all products', () => {
    const scenario = withSpot().given(staff({ type: 'AssignFeeTier', user: BOB, tier: 1 }), opened(M, 10));
    expect([levelOf(scenario, BOB, 'spot'), levelOf(scenario, BOB)]).toEqual([1, 1]);
    expect(feesOf(scenario)).toEqual([usdt('0.1'), usdt('0.2')]);
  });

  test('is what a market that ends settles by', () => {
    const scenario = perpetuals().given(TABLE, opened(M, 1_000));
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
    opened(M, 1_000),
    close(ALICE, 'short', M, 1_000),
    close(BOB, 'long', M, 1_000),
  );
  past(scenario);
  expect(volumeOf(scenario, BOB)).toBe(2n * BTC);
});
