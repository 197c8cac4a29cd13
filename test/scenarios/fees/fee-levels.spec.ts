/** Fee levels by volume: which trades count, when a day is closed, and from when a level applies. */
import type { SetFeeTiers } from '../../../server/core/command';
import type { Batch } from '../../../server/core/event';
import { feeLevelAt } from '../../../server/core/fees/level';
import { createStepper } from '../../../server/engine/step';
import { dayOf, dayStart } from '../../../shared/rules/days';
import {
  ALICE,
  BOB,
  RICH,
  buy,
  given,
  marketState,
  occurred,
  refused,
  restingOrder,
  sell,
  staff,
  expectThat,
  CAROL,
  DAVE,
  ETH_USDT,
  withClientId,
  asUser,
  indexTerms,
  later,
  nothing,
  publish,
  repeated,
  restoredFromSnapshot,
  Scenario,
  stopSell,
  system,
  type Step,
} from '../../tools/fixtures/core-fixture';

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
  const trade = (lots: number, price = 100): Step[] => [asUser(ALICE, sell(price, lots)), buy(price, lots)];
  const untilMidnight = (scenario: Scenario): number => MIDNIGHT - scenario.exchange.now;
  /** A command that is refused after all due work has run. */
  const NOTHING = marketState('open');
  /** Runs all work due by `ms` after the first midnight. */
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
    ])('refuses %s', (_, volumes) => {
      given().when(tiers(volumes)).then(refused('fee.tiers.invalid'));
    });
    test('refuses an unknown product', () => {
      given()
        .when(tiers([0n], { product: 'futures' as 'spot' }))
        .then(refused('fee.tiers.invalid'));
    });
    test('refuses levels before any asset is listed', () => {
      nothing().when(TABLE).then(refused('asset.unknown'));
    });
    test('refuses the past and more than 90 days ahead, and accepts the times between', () => {
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
    test('accepts at most sixteen pending tables; one for the same time replaces the earlier', () => {
      const scenario = given();
      const from = scenario.exchange.now + DAY;
      for (let ahead = 0; ahead < 16; ahead++) scenario.given(tiers([0n], { from: from + ahead }));
      scenario.when(tiers([0n], { from: from + 16 })).then(refused('fee.tiers.from.invalid'));
      scenario.when(tiers([0n, 7n], { from })).then(occurred('FeeTiersSet'));
      expect(scenario.exchange.state.fees.spot.tables).toHaveLength(16);
      expect(scenario.exchange.state.fees.spot.tables[0]).toEqual({ from, volumes: [0n, 7n] });
    });
    test('returns the first result for a retry', () => {
      given(withClientId('a', TABLE)).when(withClientId('a', TABLE)).then(repeated());
    });
  });

  describe('a day', () => {
    test('is not closed and counts nothing before levels are set', () => {
      const scenario = settled(given(trade(5)), 3 * DAY);
      scenario.then(refused('market.state.unchanged'));
      expect(scenario.exchange.state.members.get(BOB)!.fees.spot).toBeNull();
    });

    test('is closed once, at midnight, by the last price, before any event of the next day', () => {
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

    test('is closed before a trigger that was reached but has not fired: that trade belongs to the next day', () => {
      const { exchange } = given(
        TABLE,
        trade(5),
        stopSell(90, 1),
        asUser(CAROL, buy(80, 1)),
        asUser(ALICE, sell(90, 1)),
      );
      let now = MIDNIGHT - 1;
      const batches: Batch[] = [];
      const onDraft = ({ batch }: { batch: Batch }): void => void batches.push(batch);
      const stepper = createStepper({ state: exchange.state, clock: () => now, onDraft });
      stepper.execute(asUser(CAROL, buy(90, 1)));
      now++;
      stepper.runDueWork('urgent', Infinity);
      expect(batches.map(({ command, at }) => [command.type, at])).toEqual([
        ['PlaceOrder', MIDNIGHT - 1],
        ['CloseFeeDay', MIDNIGHT],
        ['TriggerOrder', MIDNIGHT],
      ]);
    });

    test('is closed by the first command of the next day if no due work ran before', () => {
      const { exchange } = given(TABLE, trade(5));
      const batches: Batch[] = [];
      const onDraft = ({ batch }: { batch: Batch }): void => void batches.push(batch);
      const stepper = createStepper({ state: exchange.state, clock: () => MIDNIGHT, onDraft });
      stepper.execute(asUser(CAROL, buy(90, 1)));
      expect(batches.map(({ command }) => command.type)).toEqual(['CloseFeeDay', 'PlaceOrder']);
      // Scheduled work sets levels only when no command waits.
      expect(stepper.nextDue()).toBe(MIDNIGHT);
      expect(stepper.runDueWork('scheduled', 1)).toBe(false);
      expect(batches.at(-1)?.command.type).toBe('SetFeeLevels');
      expect(stepper.nextDue()).toBe(MIDNIGHT + DAY);
    });

    test('has no price without a trade or an index, and its volume counts nothing', () => {
      // Only ETH is traded.
      const eth = { market: 'ETH-USDT' };
      const scenario = given(TABLE, asUser(ALICE, sell(100, 5, eth)), buy(100, 5, eth));
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
    ])('with %s, last %d and index %d, is closed at %d by %s', (_, last, index, price, by_) => {
      const scenario = given(TABLE, indexTerms(near));
      if (last > 0) scenario.given(trade(1, last));
      if (index !== null) scenario.given(publish([index]));
      scenario.when(later(untilMidnight(scenario), NOTHING));
      const [{ events }] = scenario.exchange.batches.filter(({ command }) => command.type === 'CloseFeeDay');
      expect(events).toEqual([{ type: 'FeeDayClosed', product: 'spot', day: TODAY, price, by: by_ }]);
    });

    test('uses the index from before its end although prices of the next day may be published first', () => {
      const { exchange } = given(TABLE, indexTerms(near), publish([100]));
      const batches: Batch[] = [];
      const onDraft = ({ batch }: { batch: Batch }): void => void batches.push(batch);
      const stepper = createStepper({ state: exchange.state, clock: () => MIDNIGHT + 5, onDraft });
      stepper.execute(publish([200], MIDNIGHT));
      stepper.execute(asUser(CAROL, buy(90, 1)));
      expect(batches.map(({ command }) => command.type)).toEqual(['PublishIndex', 'CloseFeeDay', 'PlaceOrder']);
      expect(batches[1].events).toMatchObject([{ price: 100_000_000n, by: 'index' }]);
    });

    test('that was missed is closed later, each day once', () => {
      const scenario = settled(given(TABLE, trade(5)), 3 * DAY + 5);
      const closed = scenario.exchange.batches.flatMap(({ events }) =>
        events.flatMap((event) => (event.type === 'FeeDayClosed' ? [event.day] : [])),
      );
      expect(closed).toEqual([TODAY, TODAY + 1, TODAY + 2, TODAY + 3]);
      // The level begins on the day after the trade, however late it is computed.
      expect(levelOf(scenario, BOB, MIDNIGHT + 4 * HOUR)).toBe(1);
    });

    test('survives a restart between its closing and its levels', () => {
      const scenario = given(TABLE, trade(5));
      expect(volumeOf(settled(restoredFromSnapshot(scenario)), BOB)).toBe(500_000n);
      expect(volumeOf(settled(restoredFromSnapshot(scenario), 30 * DAY), BOB)).toBe(0n);
    });
  });

  describe('a volume', () => {
    test('counts both sides of a trade, each day by its own price, rounded down', () => {
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

    test('counts for thirty days and not on the thirty-first', () => {
      const scenario = settled(given(TABLE, trade(5)), 29 * DAY);
      expect([volumeOf(scenario, BOB), levelOf(scenario, BOB)]).toEqual([500_000n, 1]);
      settled(scenario, 30 * DAY).then(
        occurred('FeeDayClosed', { day: TODAY + 30 }),
        occurred('FeeLevelSet', { user: ALICE, level: 0, volume: 0n }),
        occurred('FeeLevelSet', { user: BOB, level: 0, volume: 0n, from: MIDNIGHT + 30 * DAY + 4 * HOUR }),
        occurred('FeeLevelsReckoned'),
      );
      // The level holds until 04:00 and is removed a day later.
      expect(levelOf(scenario, BOB)).toBe(1);
      expect(levelOf(scenario, BOB, MIDNIGHT + 30 * DAY + 4 * HOUR)).toBe(0);
      settled(scenario, 31 * DAY);
      expect(scenario.exchange.state.members.get(BOB)!.fees.spot).toBeNull();
      expect(scenario.exchange.state.fees.spot.prices.size).toBeLessThanOrEqual(30);
    });

    test('in a USD market counts the USDT bought; other markets count nothing', () => {
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
        [asUser(ALICE, sell(100, 5, btc)), buy(100, 5, btc)],
        [asUser(ALICE, sell(100, 1, usd)), buy(100, 1, usd)],
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
    ])('counts unless the accounts are related: %s', (_, relations, volume) => {
      const scenario = settled(given(TABLE, relations, trade(5)));
      expect([volumeOf(scenario, ALICE), volumeOf(scenario, BOB)]).toEqual([volume, volume]);
    });
  });

  describe('a level', () => {
    test('applies from 04:00 of the next day, by the time of the batch', () => {
      const scenario = settled(given(TABLE, trade(5)));
      const eth = { market: 'ETH-USDT' };
      const fees = (): unknown[] => {
        scenario.when(asUser(ALICE, sell(100, 5, eth)), buy(100, 5, eth));
        const event = scenario.exchange.batches.at(-1)?.events.find(({ type }) => type === 'TradeExecuted');
        return event?.type === 'TradeExecuted' ? [event.makerFee, event.takerFee] : [];
      };
      scenario.exchange.now = MIDNIGHT + 4 * HOUR - 2;
      // Maker 0.1 %, taker 0.2 %; half of it from level 1.
      expect(fees()).toEqual([50n, 10n]);
      expect(scenario.exchange.now).toBe(MIDNIGHT + 4 * HOUR);
      expect(fees()).toEqual([25n, 5n]);
    });

    test('is the highest level whose volume is reached, by the table in effect at the closing of the day', () => {
      const scenario = given(TABLE, tiers([0n, 400_000n, 500_000n], { from: MIDNIGHT }), trade(5));
      settled(scenario);
      expect(levelOf(scenario, BOB, MIDNIGHT + 4 * HOUR)).toBe(2);
      // A table that begins after midnight applies from the next closing.
      scenario.given(tiers([0n], { from: MIDNIGHT + 5 }));
      settled(scenario, DAY);
      expect(levelOf(scenario, BOB, MIDNIGHT + DAY + 4 * HOUR)).toBe(0);
      expect(scenario.exchange.state.fees.spot.tables).toHaveLength(1);
    });

    test('is 0 before the first table begins, and earlier trades count from then on', () => {
      const scenario = given(tiers([0n, 1n], { from: MIDNIGHT + 1 }), trade(5));
      settled(scenario);
      expect(levelOf(scenario, BOB, MIDNIGHT + 4 * HOUR)).toBe(0);
      settled(scenario, DAY);
      expect(levelOf(scenario, BOB, MIDNIGHT + DAY + 4 * HOUR)).toBe(1);
    });

    test('is at least the level assigned by staff, until that ends', () => {
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

  describe('a level assigned by staff', () => {
    const floor = (tier: number, until?: number) => staff({ type: 'AssignFeeTier', user: BOB, tier, until });
    test('lasts at most two years and begins at once', () => {
      const scenario = given();
      const { now } = scenario.exchange;
      for (const until of [now, now - 1, 0.5, NaN]) scenario.when(floor(1, until)).then(refused('fee.tier.invalid'));
      const at = scenario.exchange.now;
      scenario.when(floor(1, at + 731 * DAY + 1)).then(refused('fee.tier.invalid'));
      scenario
        .when(floor(1, scenario.exchange.now + 731 * DAY))
        .then(occurred('FeeTierAssigned', { user: BOB, tier: 1 }));
    });
    test('must change something, and level 0 has no end', () => {
      const scenario = given();
      const until = scenario.exchange.now + DAY;
      scenario.when(floor(0, until)).then(refused('fee.tier.invalid'));
      scenario.given(floor(1, until)).when(floor(1, until)).then(refused('fee.tier.invalid'));
      scenario.when(floor(1)).then(
        occurred('FeeTierAssigned', { tier: 1, until: undefined }),
        expectThat(({ state }) => expect(state.members.get(BOB)!.floor).toEqual({ level: 1, until: null })),
      );
    });
  });

  describe('the inviter', () => {
    test('is named at registration and must be a member', () => {
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
    test('is named once, forms no cycle, and exists', () => {
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
    test('and the document of verification are named once, the document for verified members only', () => {
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
    test('survives a restart', () => {
      const scenario = restoredFromSnapshot(given(invite(BOB, ALICE), TABLE, restingOrder('sell', 100, 5)));
      scenario.given(buy(100, 5));
      expect(volumeOf(settled(scenario), BOB)).toBe(0n);
      expect(scenario.exchange.state.members.get(BOB)).toMatchObject({ inviter: ALICE, document: null });
    });
  });
});
