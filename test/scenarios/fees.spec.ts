import type { SetFeeTiers } from '../../server/core/command';
import type { Batch } from '../../server/core/event';
import { evolve } from '../../server/products/core';
import { feeLevelAt } from '../../server/core/fees/level';
import { createStepper } from '../../server/engine/step';
import { dayOf, dayStart } from '../../shared/rules/days';
import {
  ALICE,
  BOB,
  BTC_USDT,
  RICH,
  available,
  buy,
  given,
  house,
  marketState,
  occurred,
  refused,
  rested,
  sell,
  staff,
  that,
  traded,
  CAROL,
  DAVE,
  ETH_USDT,
  Exchange,
  amend,
  as,
  by,
  indexTerms,
  later,
  nothing,
  publish,
  repeated,
  restarted,
  Scenario,
  stopLimit,
  stopSell,
  system,
  triggered,
  type Step,
} from '../tools/fixtures/core-fixture';

describe('rates of markets', () => {
  /** One lot of ETH is 1,000 units, one tick of one lot 100 units of USDT. Maker 0.1 %, taker 0.2 %; tier 1 half of it. */
  const eth = { market: 'ETH-USDT' };
  const tier = (user: number, to: number) => staff({ type: 'AssignFeeTier', user, tier: to });

  test('each pays of what they receive: the buyer in base, the seller in quote', () => {
    given(rested('sell', 100, 5, eth))
      .when(buy(100, 5, eth))
      .then(
        traded(100, 5, { makerFee: 50n, takerFee: 10n }),
        available(BOB, 'ETH', RICH + 5_000n - 10n),
        available(ALICE, 'USDT', RICH + 50_000n - 50n),
        house('fees', 'ETH', 10n),
        house('fees', 'USDT', 50n),
      );
    given(rested('buy', 100, 5, eth))
      .when(sell(100, 5, eth))
      .then(
        traded(100, 5, { makerFee: 5n, takerFee: 100n }),
        available(ALICE, 'ETH', RICH + 5_000n - 5n),
        available(BOB, 'USDT', RICH + 50_000n - 100n),
      );
  });

  test('a higher tier pays less, and the last rate serves every tier above it', () => {
    for (const to of [1, 2, 19])
      given(tier(ALICE, to), tier(BOB, to), rested('sell', 100, 5, eth))
        .when(buy(100, 5, eth))
        .then(traded(100, 5, { makerFee: 25n, takerFee: 5n }));
  });

  test('the tier at the time of the trade counts, not that of the placing', () => {
    given(rested('sell', 100, 5, eth), tier(ALICE, 1))
      .when(buy(100, 5, eth))
      .then(traded(100, 5, { makerFee: 25n }));
  });

  test.each([-1, 20, 0.5, 0])('tier %d is refused', (to) => {
    given().when(tier(BOB, to)).then(refused('fee.tier.invalid'));
  });
  test('a tier is assigned to a member', () => {
    given()
      .when(tier(BOB, 3))
      .then(occurred('FeeTierAssigned', { user: BOB, tier: 3 }));
    given().when(tier(99, 3)).then(refused('account.unknown'));
  });

  /** A market where a lot is one unit of base, with the rates of the test. */
  function charging(makerPpb: number, takerPpb: number) {
    return given(
      staff({ type: 'ListAsset', asset: 'XRP', scale: 0, withdrawalFee: 0n, withdrawalMin: 1n }),
      staff({
        type: 'ListMarket',
        ...BTC_USDT,
        market: 'XRP-USDT',
        base: 'XRP',
        tick: '0.00001',
        lot: '1',
        notionalMin: 0n,
        makerFeesPpb: [makerPpb],
        takerFeesPpb: [takerPpb],
      }),
      marketState('open', 'XRP-USDT'),
      staff({ type: 'CreditRecharge', user: ALICE, asset: 'XRP', amount: 1_000n, reference: 'r' }),
    );
  }

  test('a fee is rounded up to one unit', () => {
    const xrp = { market: 'XRP-USDT' };
    charging(1, 1)
      .given(rested('sell', 100, 3, xrp))
      .when(buy(100, 3, xrp))
      .then(traded(100, 3, { makerFee: 1n, takerFee: 1n }), available(BOB, 'XRP', 2n));
    charging(10_000_000, 10_000_000)
      .given(rested('sell', 101, 1, xrp))
      .when(buy(101, 1, xrp))
      .then(traded(101, 1, { makerFee: 2n, takerFee: 1n }));
  });

  test('a fee is never more than what is received', () => {
    const xrp = { market: 'XRP-USDT' };
    charging(1_000_000_000, 1_000_000_000)
      .given(rested('sell', 100, 3, xrp))
      .when(buy(100, 3, xrp))
      .then(
        traded(100, 3, { makerFee: 300n, takerFee: 3n }),
        available(BOB, 'XRP', 0n),
        available(ALICE, 'USDT', RICH),
      );
    charging(1, 1)
      .given(rested('sell', 2, 1, xrp))
      .when(buy(2, 1, xrp))
      .then(traded(2, 1, { makerFee: 1n, takerFee: 1n }), available(BOB, 'XRP', 0n));
  });

  test('no fee, no entry', () => {
    given(rested('sell', 100, 5))
      .when(buy(100, 5))
      .then(
        traded(100, 5, { makerFee: 0n, takerFee: 0n }),
        that((_, { events }) => {
          const [, trade] = events;
          expect(trade.type === 'TradeExecuted' && trade.entries.map((entry) => entry.kind)).toEqual([
            'trade_base',
            'trade_quote',
          ]);
        }),
      );
  });
});

/** Fee levels by volume: what counts, when a day is closed, and from when a level is charged. */
describe('fee levels', () => {
  const DAY = 86_400_000;
  const HOUR = 3_600_000;
  /** Scenarios begin on this day, some hours before its end. */
  const TODAY = dayOf(1_760_000_000_000);
  const MIDNIGHT = dayStart(TODAY + 1);

  /** One BTC is 1.00 USDT at 100 ticks: 5 lots are 0.005 BTC, 500 units of USDT and 500,000 units of volume. */
  const tiers = (volumes: bigint[], fields: Partial<SetFeeTiers> = {}) =>
    staff({ type: 'SetFeeTiers', product: 'spot', volumes, reason: 'schedule', ...fields });
  const TABLE = tiers([0n, 500_000n, 1_000_000n]);
  const trade = (lots: number, price = 100): Step[] => [by(ALICE, sell(price, lots)), buy(price, lots)];
  const untilMidnight = (scenario: Scenario): number => MIDNIGHT - scenario.exchange.now;
  /** Something that is refused, and before which all that is due is paid. */
  const NOTHING = marketState('open');
  /** All that is due some time after the first midnight. */
  function settled(scenario: Scenario, ms = 0): Scenario {
    return scenario.when(later(untilMidnight(scenario) + ms, NOTHING));
  }
  const levelOf = (scenario: Scenario, user: number, at = scenario.exchange.now) =>
    feeLevelAt(scenario.exchange.state.members.get(user)!, 'spot', at);
  const volumeOf = (scenario: Scenario, user: number) => {
    const fees = scenario.exchange.state.members.get(user)!.fees.spot;
    return (fees?.next ?? fees)?.volume ?? 0n;
  };

  describe('setting the levels', () => {
    test.each<[string, bigint[]]>([
      ['none', []],
      ['a first one that needs something', [1n]],
      ['two that need the same', [0n, 5n, 5n]],
      ['one that needs less than the one before', [0n, 5n, 4n]],
      ['one that needs less than nothing', [0n, -1n]],
      ['one that needs more than there can be', [0n, 2n ** 63n]],
      ['too many', Array.from({ length: 21 }, (_, level) => BigInt(level))],
    ])('%s: refused', (_, volumes) => {
      given().when(tiers(volumes)).then(refused('fee.tiers.invalid'));
    });
    test('of a product that there is not: refused', () => {
      given()
        .when(tiers([0n], { product: 'futures' as 'spot' }))
        .then(refused('fee.tiers.invalid'));
    });
    test('before there is anything to count in: refused', () => {
      nothing().when(TABLE).then(refused('asset.unknown'));
    });
    test('for the past, or for more than ninety days ahead: refused; until then accepted', () => {
      const scenario = given();
      const { now } = scenario.exchange;
      scenario.when(tiers([0n], { from: now - 1 })).then(refused('fee.tiers.from.invalid'));
      scenario.when(tiers([0n], { from: 0.5 })).then(refused('fee.tiers.from.invalid'));
      const { now: then } = scenario.exchange;
      scenario.when(tiers([0n], { from: then + 90 * DAY + 1 })).then(refused('fee.tiers.from.invalid'));
      scenario
        .when(tiers([0n], { from: then + 90 * DAY }))
        .then(occurred('FeeTiersSet', { from: then + 90 * DAY, volumes: [0n] }));
    });
    test('sixteen are to come at most, and another one for the same time takes its place', () => {
      const scenario = given();
      const from = scenario.exchange.now + DAY;
      for (let ahead = 0; ahead < 16; ahead++) scenario.given(tiers([0n], { from: from + ahead }));
      scenario.when(tiers([0n], { from: from + 16 })).then(refused('fee.tiers.from.invalid'));
      scenario.when(tiers([0n, 7n], { from })).then(occurred('FeeTiersSet'));
      expect(scenario.exchange.state.fees.spot.tables).toHaveLength(16);
      expect(scenario.exchange.state.fees.spot.tables[0]).toEqual({ from, volumes: [0n, 7n] });
    });
    test('the same request twice is one', () => {
      given(as('a', TABLE)).when(as('a', TABLE)).then(repeated());
    });
  });

  describe('a day', () => {
    test('is never closed as long as no levels were set, and nothing is counted', () => {
      const scenario = settled(given(trade(5)), 3 * DAY);
      scenario.then(refused('market.state.unchanged'));
      expect(scenario.exchange.state.members.get(BOB)!.fees.spot).toBeNull();
    });

    test('is closed at midnight, once, at the last price, before anything of the next day', () => {
      const scenario = given(TABLE, trade(5));
      settled(scenario, -1).then(refused('market.state.unchanged'));
      settled(scenario).then(
        occurred('FeeDayClosed', { day: TODAY, price: 100_000_000n, by: 'last' }),
        occurred('FeeLevelSet', { user: ALICE, level: 1, volume: 500_000n, from: MIDNIGHT + 4 * HOUR }),
        occurred('FeeLevelSet', { user: BOB, level: 1, volume: 500_000n, from: MIDNIGHT + 4 * HOUR }),
        occurred('FeeLevelsReckoned', { day: TODAY, through: undefined }),
      );
      scenario.when(NOTHING).then(refused('market.state.unchanged'));
    });

    test('comes before a trigger that was reached and has not fired: that trade is of the next day', () => {
      const { exchange } = given(TABLE, trade(5), stopSell(90, 1), by(CAROL, buy(80, 1)), by(ALICE, sell(90, 1)));
      let now = MIDNIGHT - 1;
      const batches: Batch[] = [];
      const onDraft = ({ batch }: { batch: Batch }): void => void batches.push(batch);
      const stepper = createStepper({ state: exchange.state, clock: () => now, onDraft });
      stepper.take(by(CAROL, buy(90, 1)));
      now++;
      stepper.settle('urgent', Infinity);
      expect(batches.map(({ command, at }) => [command.type, at])).toEqual([
        ['PlaceOrder', MIDNIGHT - 1],
        ['CloseFeeDay', MIDNIGHT],
        ['TriggerOrder', MIDNIGHT],
      ]);
    });

    test('is closed by the first command of the next one itself, when nothing else was there to', () => {
      const { exchange } = given(TABLE, trade(5));
      const batches: Batch[] = [];
      const onDraft = ({ batch }: { batch: Batch }): void => void batches.push(batch);
      const stepper = createStepper({ state: exchange.state, clock: () => MIDNIGHT, onDraft });
      stepper.take(by(CAROL, buy(90, 1)));
      expect(batches.map(({ command }) => command.type)).toEqual(['CloseFeeDay', 'PlaceOrder']);
      // Levels wait until nobody does.
      expect(stepper.nextDue()).toBe(MIDNIGHT);
      expect(stepper.settle('scheduled', 1)).toBe(false);
      expect(batches.at(-1)?.command.type).toBe('SetFeeLevels');
      expect(stepper.nextDue()).toBe(MIDNIGHT + DAY);
    });

    test('without a trade or an index has no price, and its volume counts for nothing', () => {
      // Only ETH is traded.
      const eth = { market: 'ETH-USDT' };
      const scenario = given(TABLE, by(ALICE, sell(100, 5, eth)), buy(100, 5, eth));
      settled(scenario).then(
        occurred('FeeDayClosed', { price: 0n, by: 'none' }),
        occurred('FeeLevelsReckoned', { day: TODAY }),
      );
      expect(volumeOf(scenario, BOB)).toBe(0n);
    });

    const near = { sourceStaleMs: 3_600_000, sourcesMin: 1 };
    test.each<[string, number, number | null, bigint, 'last' | 'index']>([
      ['the last price a little more than 1 % above the index', 100, 99, 99_000_000n, 'index'],
      ['the last price at 1 % of the index', 101, 100, 101_000_000n, 'last'],
      ['the last price at 1 % below it', 99, 100, 99_000_000n, 'last'],
      ['the last price that is further off', 98, 100, 100_000_000n, 'index'],
      ['no trade', 0, 100, 100_000_000n, 'index'],
      ['no index', 98, null, 98_000_000n, 'last'],
    ])('with %s is closed at %d and %d: %d by %s', (_, last, index, price, by_) => {
      const scenario = given(TABLE, indexTerms(near));
      if (last > 0) scenario.given(trade(1, last));
      if (index !== null) scenario.given(publish([index]));
      scenario.when(later(untilMidnight(scenario), NOTHING));
      const [{ events }] = scenario.exchange.batches.filter(({ command }) => command.type === 'CloseFeeDay');
      expect(events).toEqual([{ type: 'FeeDayClosed', product: 'spot', day: TODAY, price, by: by_ }]);
    });

    test('takes the index of before its end, although prices of the next day may pass it', () => {
      const { exchange } = given(TABLE, indexTerms(near), publish([100]));
      const batches: Batch[] = [];
      const onDraft = ({ batch }: { batch: Batch }): void => void batches.push(batch);
      const stepper = createStepper({ state: exchange.state, clock: () => MIDNIGHT + 5, onDraft });
      stepper.take(publish([200], MIDNIGHT));
      stepper.take(by(CAROL, buy(90, 1)));
      expect(batches.map(({ command }) => command.type)).toEqual(['PublishIndex', 'CloseFeeDay', 'PlaceOrder']);
      expect(batches[1].events).toMatchObject([{ price: 100_000_000n, by: 'index' }]);
    });

    test('missed is closed as the one before, each once', () => {
      const scenario = settled(given(TABLE, trade(5)), 3 * DAY + 5);
      const closed = scenario.exchange.batches.flatMap(({ events }) =>
        events.flatMap((event) => (event.type === 'FeeDayClosed' ? [event.day] : [])),
      );
      expect(closed).toEqual([TODAY, TODAY + 1, TODAY + 2, TODAY + 3]);
      // Of the day it should have been, although all of it is long ago.
      expect(levelOf(scenario, BOB, MIDNIGHT + 4 * HOUR)).toBe(1);
    });

    test('survives a restart between its closing and its levels', () => {
      const scenario = given(TABLE, trade(5));
      expect(volumeOf(settled(restarted(scenario)), BOB)).toBe(500_000n);
      expect(volumeOf(settled(restarted(scenario), 30 * DAY), BOB)).toBe(0n);
    });
  });

  describe('a volume', () => {
    test('is of both sides, each day by its own price, rounded down', () => {
      const scenario = settled(given(TABLE, trade(1, 300)));
      // 300 units of USDT at 3.00 for a BTC, then 200 at 2.00 and 100 at 2.00.
      expect([volumeOf(scenario, ALICE), volumeOf(scenario, BOB)]).toEqual([100_000n, 100_000n]);
      scenario.given(trade(1, 210), trade(1, 200));
      settled(scenario, DAY);
      expect(volumeOf(scenario, BOB)).toBe(100_000n + 205_000n);
      scenario.given(trade(1, 299), trade(10, 300));
      settled(scenario, 2 * DAY);
      // 3299 units at 3.00: 1,099,666.67.
      expect(volumeOf(scenario, BOB)).toBe(305_000n + 1_099_666n);
    });

    test('counts for thirty days and not for a thirty-first', () => {
      const scenario = settled(given(TABLE, trade(5)), 29 * DAY);
      expect([volumeOf(scenario, BOB), levelOf(scenario, BOB)]).toEqual([500_000n, 1]);
      settled(scenario, 30 * DAY).then(
        occurred('FeeDayClosed', { day: TODAY + 30 }),
        occurred('FeeLevelSet', { user: ALICE, level: 0, volume: 0n }),
        occurred('FeeLevelSet', { user: BOB, level: 0, volume: 0n, from: MIDNIGHT + 30 * DAY + 4 * HOUR }),
        occurred('FeeLevelsReckoned'),
      );
      // The level holds until four o'clock; a day later nothing is left of it.
      expect(levelOf(scenario, BOB)).toBe(1);
      expect(levelOf(scenario, BOB, MIDNIGHT + 30 * DAY + 4 * HOUR)).toBe(0);
      settled(scenario, 31 * DAY);
      expect(scenario.exchange.state.members.get(BOB)!.fees.spot).toBeNull();
      expect(scenario.exchange.state.fees.spot.prices.size).toBeLessThanOrEqual(30);
    });

    test('of a market of dollars is what was bought of USDT, and of others nothing', () => {
      const usd = { market: 'USDT-USD' };
      const btc = { market: 'ETH-BTC' };
      const accounts = { user: BOB, asset: 'USD', from: 'legal', to: 'spot' } as const;
      const scenario = given(
        TABLE,
        staff({ type: 'ListMarket', ...ETH_USDT, market: 'ETH-BTC', quote: 'BTC', tick: '0.1', lot: '0.01' }),
        marketState('open', 'ETH-BTC'),
        staff({ type: 'CreditRecharge', user: BOB, asset: 'USD', amount: RICH, reference: 'usd' }),
        { actor: `user/${BOB}`, command: { type: 'TransferFunds', ...accounts, amount: RICH } },
        trade(5),
        [by(ALICE, sell(100, 5, btc)), buy(100, 5, btc)],
        [by(ALICE, sell(100, 1, usd)), buy(100, 1, usd)],
      );
      // 1 USDT is 1 BTC.
      expect(volumeOf(settled(scenario), BOB)).toBe(500_000n + 100_000_000n);
    });

    const DOCUMENT = 'ab'.repeat(32);
    const invite = (user: number, inviter: number) => system({ type: 'NameInviter', user, inviter });
    const identify = (user: number, document = DOCUMENT) => system({ type: 'NameDocument', user, document });
    test.each<[string, Step[], bigint]>([
      ['strangers', [], 500_000n],
      ['the inviter and the invited', [invite(BOB, ALICE)], 0n],
      ['the invited and the inviter', [invite(ALICE, BOB)], 0n],
      ['over one step', [invite(BOB, CAROL), invite(CAROL, ALICE)], 0n],
      ['over one step the other way', [invite(ALICE, CAROL), invite(CAROL, BOB)], 0n],
      ['over two steps', [invite(BOB, CAROL), invite(CAROL, DAVE), invite(DAVE, ALICE)], 500_000n],
      ['two whom one invited', [invite(BOB, CAROL), invite(ALICE, CAROL)], 500_000n],
      ['one person', [identify(ALICE), identify(BOB)], 0n],
      ['two persons', [identify(ALICE), identify(BOB, 'cd'.repeat(32))], 500_000n],
    ])('between %s', (_, relations, volume) => {
      const scenario = settled(given(TABLE, relations, trade(5)));
      expect([volumeOf(scenario, ALICE), volumeOf(scenario, BOB)]).toEqual([volume, volume]);
    });
  });

  describe('a level', () => {
    test('is charged from four o’clock of the next day, by the time of the batch', () => {
      const scenario = settled(given(TABLE, trade(5)));
      const eth = { market: 'ETH-USDT' };
      const fees = (): unknown[] => {
        scenario.when(by(ALICE, sell(100, 5, eth)), buy(100, 5, eth));
        const event = scenario.exchange.batches.at(-1)?.events.find(({ type }) => type === 'TradeExecuted');
        return event?.type === 'TradeExecuted' ? [event.makerFee, event.takerFee] : [];
      };
      scenario.exchange.now = MIDNIGHT + 4 * HOUR - 2;
      // Maker 0.1 %, taker 0.2 %; from level 1 half of it.
      expect(fees()).toEqual([50n, 10n]);
      expect(scenario.exchange.now).toBe(MIDNIGHT + 4 * HOUR);
      expect(fees()).toEqual([25n, 5n]);
    });

    test('is the highest whose volume is reached, by the table in effect when the day was closed', () => {
      const scenario = given(TABLE, tiers([0n, 400_000n, 500_000n], { from: MIDNIGHT }), trade(5));
      settled(scenario);
      expect(levelOf(scenario, BOB, MIDNIGHT + 4 * HOUR)).toBe(2);
      // Set for a moment after midnight: the next day is the first that goes by it.
      scenario.given(tiers([0n], { from: MIDNIGHT + 5 }));
      settled(scenario, DAY);
      expect(levelOf(scenario, BOB, MIDNIGHT + DAY + 4 * HOUR)).toBe(0);
      expect(scenario.exchange.state.fees.spot.tables).toHaveLength(1);
    });

    test('is none before the first table begins, and what was traded until then counts', () => {
      const scenario = given(tiers([0n, 1n], { from: MIDNIGHT + 1 }), trade(5));
      settled(scenario);
      expect(levelOf(scenario, BOB, MIDNIGHT + 4 * HOUR)).toBe(0);
      settled(scenario, DAY);
      expect(levelOf(scenario, BOB, MIDNIGHT + DAY + 4 * HOUR)).toBe(1);
    });

    test('is not below what staff gave, until that ends', () => {
      const scenario = given(TABLE, trade(5));
      const until = MIDNIGHT + 5 * HOUR;
      scenario.given(staff({ type: 'AssignFeeTier', user: BOB, tier: 3, until }));
      settled(scenario);
      const levels = (user: number) => [0, 4, 5].map((hour) => levelOf(scenario, user, MIDNIGHT + hour * HOUR));
      expect(levels(BOB)).toEqual([3, 3, 1]);
      expect(levels(ALICE)).toEqual([0, 1, 1]);
      scenario.given(staff({ type: 'AssignFeeTier', user: BOB, tier: 0 }));
      expect(levels(BOB)).toEqual([0, 1, 1]);
    });
  });

  describe('what staff give', () => {
    const floor = (tier: number, until?: number) => staff({ type: 'AssignFeeTier', user: BOB, tier, until });
    test('lasts for two years at most, and begins at once', () => {
      const scenario = given();
      const { now } = scenario.exchange;
      for (const until of [now, now - 1, 0.5, NaN]) scenario.when(floor(1, until)).then(refused('fee.tier.invalid'));
      const at = scenario.exchange.now;
      scenario.when(floor(1, at + 731 * DAY + 1)).then(refused('fee.tier.invalid'));
      scenario
        .when(floor(1, scenario.exchange.now + 731 * DAY))
        .then(occurred('FeeTierAssigned', { user: BOB, tier: 1 }));
    });
    test('changes something, and nothing does not last', () => {
      const scenario = given();
      const until = scenario.exchange.now + DAY;
      scenario.when(floor(0, until)).then(refused('fee.tier.invalid'));
      scenario.given(floor(1, until)).when(floor(1, until)).then(refused('fee.tier.invalid'));
      scenario.when(floor(1)).then(
        occurred('FeeTierAssigned', { tier: 1, until: undefined }),
        that(({ state }) => expect(state.members.get(BOB)!.floor).toEqual({ level: 1, until: null })),
      );
    });
  });

  describe('who invited whom', () => {
    test('is said at registration, of a member', () => {
      given()
        .when(system({ type: 'RegisterMember', user: 5, inviter: 6 }))
        .then(refused('inviter.invalid'))
        .when(system({ type: 'RegisterMember', user: 5, inviter: 5 }))
        .then(refused('inviter.invalid'))
        .when(system({ type: 'RegisterMember', user: 5, inviter: BOB }))
        .then(occurred('MemberRegistered', { user: 5, inviter: BOB }))
        .when(system({ type: 'NameInviter', user: 5, inviter: ALICE }))
        .then(refused('inviter.already.named'));
    });
    const invite = (user: number, inviter: number) => system({ type: 'NameInviter', user, inviter });
    test('is named once, is no ring, and is somebody', () => {
      given(invite(BOB, ALICE), invite(CAROL, BOB))
        .when(invite(ALICE, CAROL))
        .then(refused('inviter.invalid'))
        .when(invite(ALICE, ALICE))
        .then(refused('inviter.invalid'))
        .when(invite(ALICE, 99))
        .then(refused('inviter.invalid'))
        .when(invite(99, ALICE))
        .then(refused('account.unknown'))
        .when(invite(ALICE, DAVE))
        .then(occurred('InviterNamed', { user: ALICE, inviter: DAVE }));
    });
    test('and by which document they were verified is named once, of who was', () => {
      const name = (user: number, document = 'ab'.repeat(32)) => system({ type: 'NameDocument', user, document });
      given()
        .when(name(DAVE))
        .then(refused('account.not.authenticated'))
        .when(name(99))
        .then(refused('account.unknown'))
        .when(name(BOB, 'AB'.repeat(32)))
        .then(refused('document.invalid'))
        .when(staff({ type: 'VerifyMember', user: DAVE, document: 'passport' }))
        .then(refused('document.invalid'))
        .when(staff({ type: 'VerifyMember', user: DAVE, document: 'ab'.repeat(32) }))
        .then(occurred('MemberVerified', { user: DAVE, document: 'ab'.repeat(32) }))
        .when(name(DAVE))
        .then(refused('document.already.named'));
    });
    test('outlasts a restart', () => {
      const scenario = restarted(given(invite(BOB, ALICE), TABLE, rested('sell', 100, 5)));
      scenario.given(buy(100, 5));
      expect(volumeOf(settled(scenario), BOB)).toBe(0n);
      expect(scenario.exchange.state.members.get(BOB)).toMatchObject({ inviter: ALICE, document: null });
    });
  });

  /* Fixed fees: 70 units of quote for a maker, 40 from level 1; 90 and 50 for a taker. One lot of ETH is 1,000 units. */

  const fixedTerms = { ...ETH_USDT, market: 'ETH-USDT', makerFeesFixed: [70n, 40n], takerFeesFixed: [90n, 50n] };
  function charging(terms: Partial<typeof fixedTerms> = {}): Scenario {
    return given(
      staff({ type: 'ListAsset', asset: 'XRP', scale: 5, withdrawalFee: 0n, withdrawalMin: 1n }),
      staff({ type: 'ListMarket', ...fixedTerms, market: 'XRP-USDT', base: 'XRP', notionalMin: 0n, ...terms }),
      marketState('open', 'XRP-USDT'),
      ...[ALICE, BOB, CAROL].map((user) =>
        system({ type: 'CreditRecharge', user, asset: 'XRP', amount: RICH, reference: `xrp/${user}` }),
      ),
    );
  }
  const xrp = { market: 'XRP-USDT' };

  describe('a fixed fee', () => {
    test('is the amount for who receives quote, and what it buys of base, rounded up, for who receives that', () => {
      // One lot costs 10,000 units at 100 ticks: a unit of XRP 10.
      charging()
        .given(rested('sell', 100, 5, xrp))
        .when(buy(100, 5, xrp))
        .then(
          traded(100, 5, { makerFee: 70n, takerFee: 9n }),
          available(ALICE, 'USDT', RICH + 50_000n - 70n),
          available(BOB, 'XRP', RICH + 5_000n - 9n),
        );
      charging()
        .given(rested('buy', 101, 1, xrp))
        .when(sell(101, 1, xrp))
        // 70 / 10.1 = 6.93.
        .then(traded(101, 1, { makerFee: 7n, takerFee: 90n }));
    });

    test('is that of the level, the last one serving all above it', () => {
      for (const tier of [1, 2, 19])
        charging()
          .given(staff({ type: 'AssignFeeTier', user: BOB, tier }), rested('sell', 100, 1, xrp))
          .when(buy(100, 1, xrp))
          .then(traded(100, 1, { makerFee: 70n, takerFee: 5n }));
    });

    test('is owed once an order: by a taker of several, and by a maker', () => {
      charging()
        .given(rested('sell', 100, 1, xrp), rested('sell', 101, 1, xrp))
        .when(buy(101, 2, xrp))
        .then(
          traded(100, 1, { makerFee: 70n, takerFee: 9n, makerOwes: 70n, takerOwes: 90n }),
          traded(101, 1, { makerFee: 70n, takerFee: 0n, makerOwes: 70n, takerOwes: undefined }),
        );
      charging()
        .given(rested('sell', 100, 2, xrp), buy(100, 1, xrp))
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 0n, takerFee: 9n, makerOwes: undefined }));
    });

    test('is named with the order: by which rule it owes it', () => {
      charging()
        .when(sell(100, 1, xrp))
        .then(occurred('OrderPlaced', { rule: 2 }));
      charging({ makerFeesFixed: [0n], takerFeesFixed: [0n] })
        .when(sell(100, 1, xrp))
        .then(occurred('OrderPlaced', { rule: undefined }));
    });

    test('is not paid again by an order that took first and makes now, or took, was amended and takes again', () => {
      charging()
        .given(rested('sell', 100, 1, xrp), buy(100, 3, xrp))
        .when(by(ALICE, sell(100, 1, xrp)))
        .then(traded(100, 1, { makerFee: 0n, takerFee: 90n }))
        .given(rested('sell', 105, 1, xrp))
        .when({ actor: `user/${BOB}`, command: { type: 'AmendOrder', user: BOB, order: 2, price: 105 } })
        .then(occurred('OrderAmended'), traded(105, 1, { makerFee: 70n, takerFee: 0n }));
    });

    /** 25,000 units: what two lots and a half cost at 100 ticks. */
    const large = { makerFeesFixed: [25_000n], takerFeesFixed: [25_000n] };

    test('that one fill does not bring is paid by the next ones too: an accomplice’s lot in front saves nothing', () => {
      charging(large)
        .given(rested('sell', 100, 1, xrp), by(CAROL, sell(102, 1, xrp)), by(CAROL, sell(110, 4, xrp)))
        .when(buy(110, 6, xrp))
        .then(
          traded(100, 1, { makerFee: 10_000n, takerFee: 1_000n, takerOwes: 25_000n }),
          traded(102, 1, { makerFee: 10_200n, takerFee: 1_000n }),
          // 4,800 are left: 436.36 units of XRP at 11 for one.
          traded(110, 4, { makerFee: 25_000n, takerFee: 437n }),
        );
      // And so by a maker, whoever takes of it and when.
      const scenario = charging(large).given(rested('sell', 100, 5, xrp), buy(100, 1, xrp), buy(100, 1, xrp));
      restarted(scenario)
        .when(buy(100, 2, xrp))
        .then(traded(100, 2, { makerFee: 5_000n, makerOwes: undefined }))
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 0n }), available(ALICE, 'USDT', RICH + 25_000n));
    });

    test('stays as the first fill said it: its role and level, whatever comes after', () => {
      charging({ ...large, makerFeesFixed: [15_000n] })
        .given(rested('sell', 100, 1, xrp), buy(100, 4, xrp))
        // What took one lot rests now, and owes 15,000 of a taker’s 25,000.
        .given(staff({ type: 'AssignFeeTier', user: BOB, tier: 5 }))
        .when(by(ALICE, sell(100, 2, xrp)))
        .then(traded(100, 2, { makerFee: 1_500n, takerFee: 20_000n, makerOwes: undefined, takerOwes: 25_000n }))
        .when(by(ALICE, sell(100, 1, xrp)))
        .then(traded(100, 1, { makerFee: 0n, takerFee: 10_000n }));
    });

    test('stays when the terms change between fills; an order that has paid a part owes the amount from the next on', () => {
      const change = (fields: object) =>
        staff({ type: 'ChangeMarketTerms', market: 'XRP-USDT', reason: 'r', ...fields } as never);
      charging(large)
        .given(rested('sell', 100, 4, xrp), buy(100, 1, xrp))
        .given(change({ makerFeesFixed: [0n], takerFeesFixed: [30n] }))
        .when(buy(100, 2, xrp))
        .then(traded(100, 2, { makerFee: 15_000n, takerFee: 3n }))
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 0n }));
      // 0.1 % of 10,000 at first; announced before it was placed, the amount holds from its time on.
      const scenario = charging({ makerFeesFixed: [0n], takerFeesFixed: [0n] });
      const from = scenario.exchange.now + HOUR;
      scenario
        .given(change({ makerFeesFixed: [12_000n], from }))
        .when(by(ALICE, sell(100, 4, xrp)))
        .then(occurred('OrderPlaced', { rule: 2 }))
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 10n, makerOwes: undefined }));
      scenario.exchange.now = from;
      scenario
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 10_000n, makerOwes: 12_000n }))
        .when(buy(100, 2, xrp))
        .then(traded(100, 2, { makerFee: 2_000n }));
    });

    test('of an order of before is paid by its first fill alone, also after it', () => {
      // As a journal of before tells of Alice's order: it names no rule.
      const { batches } = charging(large).given(rested('sell', 100, 5, xrp)).exchange;
      const exchange = new Exchange();
      for (const batch of batches) {
        const events = batch.events.map((event) =>
          event.type === 'OrderPlaced' ? { ...event, rule: undefined } : event,
        );
        evolve(exchange.state, { ...batch, events });
        exchange.auditor.follow({ ...batch, events });
      }
      exchange.now = batches[batches.length - 1].at + 1;
      const scenario = new Scenario(exchange)
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 10_000n, takerFee: 1_000n, makerOwes: undefined, takerOwes: 25_000n }));
      restarted(scenario)
        .when(buy(100, 2, xrp))
        .then(traded(100, 2, { makerFee: 0n, takerFee: 2_000n }));
    });

    describe('of an order that was placed while the market had none', () => {
      const free = { makerFeesFixed: [0n], takerFeesFixed: [0n] };
      const charge = staff({
        type: 'ChangeMarketTerms',
        market: 'XRP-USDT',
        reason: 'r',
        makerFeesFixed: [25_000n],
        takerFeesFixed: [25_000n],
      } as never);
      /** Alice's is order 1, at 100 ticks; the market has taken fixed fees since. */
      const placedBefore = (lots: number, side = sell): Scenario =>
        charging(free).given(by(ALICE, side(100, lots, xrp)), charge);

      test('is paid by its first fill alone while it stays as it was, or becomes smaller', () => {
        placedBefore(5)
          .when(by(ALICE, amend(1, { quantity: 4 })))
          .then(occurred('OrderAmended', { rule: undefined, disposition: 'keeps' }))
          .when(buy(100, 1, xrp))
          .then(traded(100, 1, { makerFee: 10_000n, makerOwes: undefined }))
          .when(buy(100, 3, xrp))
          .then(traded(100, 3, { makerFee: 0n }));
      });

      test('is owed from its next fill on once it has another price, or more lots', () => {
        for (const fields of [{ price: 101 }, { quantity: 9 }, { price: 101, quantity: 4 }]) {
          const price = fields.price ?? 100;
          const scenario = placedBefore(5)
            .when(by(ALICE, amend(1, fields)))
            .then(occurred('OrderAmended', { rule: 2, disposition: 'rests' }))
            .when(buy(price, 1, xrp))
            .then(traded(price, 1, { makerFee: BigInt(price) * 100n, makerOwes: 25_000n }));
          restarted(scenario)
            .when(buy(price, 2, xrp))
            .then(traded(price, 2, { makerFee: 25_000n - BigInt(price) * 100n, makerOwes: undefined }))
            .when(buy(price, 1, xrp))
            .then(traded(price, 1, { makerFee: 0n }));
        }
      });

      test('is owed by all its fills where it is amended so that it takes, and by one that waits', () => {
        placedBefore(4, buy)
          .given(by(BOB, sell(101, 1, xrp)), by(CAROL, sell(102, 3, xrp)))
          .when(by(ALICE, amend(1, { price: 102 })))
          .then(
            occurred('OrderAmended', { rule: 2, disposition: 'takes' }),
            traded(101, 1, { takerFee: 1_000n, takerOwes: 25_000n }),
            // 14,900 are left: 1,460.78 units of XRP at 10.2 for one.
            traded(102, 3, { takerFee: 1_461n, takerOwes: undefined }),
          );
        charging(free)
          .given(by(ALICE, sell(98, 1, xrp)), stopLimit('sell', 98, 97, 5, xrp), by(CAROL, buy(96, 5, xrp)), charge)
          .when(amend(2, { price: 96 }))
          .then(occurred('OrderAmended', { rule: 2, disposition: 'waits' }))
          .when(by(CAROL, buy(98, 1, xrp)))
          .then(traded(98, 1), triggered(2), traded(96, 5, { takerFee: 25_000n, takerOwes: 25_000n }));
      });

      test('is named only where there are fixed fees, or some are announced', () => {
        const plain = charging(free).given(rested('sell', 100, 5, xrp));
        plain.when(by(ALICE, amend(1, { price: 101 }))).then(occurred('OrderAmended', { rule: undefined }));
        const from = plain.exchange.now + HOUR;
        plain
          .given(staff({ ...charge.command, from } as never))
          .when(by(ALICE, amend(1, { price: 102 })))
          .then(occurred('OrderAmended', { rule: 2 }));
      });

      test('is what it already owes where it has paid a part: no amendment makes it owe again', () => {
        charging(large)
          .given(rested('sell', 100, 5, xrp), buy(100, 2, xrp))
          .when(by(ALICE, amend(1, { price: 101 })))
          .then(occurred('OrderAmended', { rule: 2 }))
          .when(buy(101, 3, xrp))
          .then(traded(101, 3, { makerFee: 5_000n, makerOwes: undefined }));
      });
    });

    test('is never more than what all fills bring', () => {
      charging({ makerFeesFixed: [200_000n], takerFeesFixed: [200_000n] })
        .given(rested('sell', 100, 3, xrp), buy(100, 1, xrp))
        .when(buy(100, 2, xrp))
        .then(traded(100, 2, { makerFee: 20_000n, takerFee: 2_000n }));
      charging({ makerFeesFixed: [200_000n], takerFeesFixed: [200_000n] })
        .given(rested('sell', 100, 3, xrp))
        .when(buy(100, 3, xrp))
        .then(traded(100, 3, { makerFee: 30_000n, takerFee: 3_000n }), available(ALICE, 'USDT', RICH));
    });

    test('stands in the memory of the next process', () => {
      const scenario = restarted(charging());
      scenario
        .given(rested('sell', 100, 1, xrp))
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 70n, takerFee: 9n }));
    });
  });

  test('a fixed fee that is to come is charged from its time, outlasts a restart, and never rises with the level', () => {
    const scenario = charging();
    const change = (fields: object) =>
      staff({ type: 'ChangeMarketTerms', market: 'XRP-USDT', reason: 'cheaper', ...fields } as never);
    scenario.when(change({ makerFeesFixed: [1n, 2n] })).then(refused('market.terms.invalid'));
    const from = scenario.exchange.now + HOUR;
    scenario.given(change({ makerFeesFixed: [30n], from }));
    restarted(scenario)
      .given(rested('sell', 100, 1, xrp))
      .when(buy(100, 1, xrp))
      .then(traded(100, 1, { makerFee: 70n }));
    scenario.given(rested('sell', 100, 1, xrp));
    scenario.exchange.now = from;
    scenario.when(buy(100, 1, xrp)).then(traded(100, 1, { makerFee: 30n }));
  });

  describe('a market', () => {
    const market = { ...BTC_USDT, market: 'ETH-BTC', base: 'ETH', quote: 'BTC', tick: '0.1', lot: '0.01' };
    test.each<[string, Partial<typeof fixedTerms>]>([
      ['a rate that rises', { makerFeesPpb: [1, 2] }],
      ['a taker’s rate that rises', { takerFeesPpb: [5, 1, 2] }],
      ['an amount that rises', { makerFeesFixed: [1n, 2n] }],
      ['amounts among rates', { takerFeesFixed: [1n, 0n] }],
      ['an amount below nothing', { makerFeesFixed: [-1n] }],
      ['no amounts at all', { makerFeesFixed: [] }],
      ['too many amounts', { makerFeesFixed: Array.from({ length: 21 }, () => 1n) }],
      ['more than there can be', { makerFeesFixed: [2n ** 63n] }],
    ])('with %s is not listed', (_, fees) => {
      given()
        .when(staff({ type: 'ListMarket', ...market, ...fees }))
        .then(refused('market.terms.invalid'));
    });
    test('with amounts that are all 0 charges its rates', () => {
      charging({ makerFeesFixed: [0n, 0n], takerFeesFixed: [0n] })
        .given(rested('sell', 100, 5, xrp))
        .when(buy(100, 5, xrp))
        .then(traded(100, 5, { makerFee: 50n, takerFee: 10n }));
    });
  });
});
