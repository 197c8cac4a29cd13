import { canonicalLines, restoreState } from '../../../server/products/core';
import { fundingDue } from '../../../shared/products/perpetual/rules/funding';
import type { PositionSide } from '../../../shared/products/perpetual/rules/position';
import {
  ALICE,
  BOB,
  CAROL,
  available,
  occurred,
  refused,
  staff,
  expectThat,
  type Exchange,
  later,
  restoredFromSnapshot,
  type Scenario,
} from '../../tools/fixtures/core-fixture';
import {
  ETH,
  withCrossPositions,
  crossWithLockedFunding,
  marks,
  moveMarks,
  transferred,
  twoMarkets,
  crossWithCutOrders,
  crossWithEndedMarket,
} from '../../tools/fixtures/cross-fixture';
import {
  BTC_PERP,
  PERP,
  close,
  fund,
  leverage,
  margin,
  marginMode,
  open,
  openBothSides,
  perpetuals,
  FUNDS,
  drainPosition,
  fundInsurance,
  lockPosition,
  mark,
  applyEvents,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';

describe('cross margin', () => {
  const free = (user: number, amount: bigint) => available(user, 'USDT', amount, 'contract');

  function standing({ state }: Exchange, user: number, market: string, side: PositionSide) {
    const position = state.perpetual.holdings.get(user)?.get(market)?.[side];
    return position && [position.lots, position.cost, state.holds.get(position.hold)?.remaining];
  }
  const has = (market: string, side: PositionSide, lots: number, cost: bigint, locked: bigint) =>
    expectThat((exchange) => expect(standing(exchange, BOB, market, side)).toEqual([lots, cost, locked]));

  describe('choosing cross margin', () => {
    test('is stored for the market, also over a restart', () => {
      const scenario = perpetuals();
      scenario
        .when(marginMode(BOB, 'cross'))
        .then(occurred('MarginModeSet', { user: BOB, market: PERP, mode: 'cross' }));
      const { state } = scenario.exchange;
      const restored = restoreState(canonicalLines(state));
      expect([...canonicalLines(restored)]).toEqual([...canonicalLines(state)]);
      expect(restored.perpetual.holdings.get(BOB)?.get(PERP)?.mode).toBe('cross');
      scenario.when(marginMode(BOB, 'cross')).then(refused('margin.mode.unchanged'));
    });

    test('is refused while the user has an order or a position, whatever other users have', () => {
      const scenario = perpetuals().given([open(ALICE, 'short', 500_000, 5)]);
      scenario.when(marginMode(ALICE, 'cross')).then(refused('margin.mode.in.use'));
      scenario.when(marginMode(BOB, 'cross')).then(occurred('MarginModeSet'));
      perpetuals().given(openBothSides(500_000, 5)).when(marginMode(BOB, 'cross')).then(refused('margin.mode.in.use'));
    });
  });

  // Maker fees are 0.02 %: 10 and 6 USDT; the account starts with 10,000.
  const FEES = usdt('16');
  const LOCKED = usdt('5024.75') + usdt('3018.15');

  describe('the free margin beside cross positions', () => {
    test('is the available balance while there is no loss', () => {
      const scenario = withCrossPositions();
      scenario
        .when(moveMarks(scenario, 500_000, 30_000))
        .then(
          occurred('IndexPublished'),
          occurred('MarkPublished', { market: PERP, mark: 500_000 }),
          occurred('MarkPublished', { market: ETH, mark: 30_000 }),
          has(PERP, 'long', 1_000, usdt('50,000'), usdt('5024.75')),
          has(ETH, 'short', 1_000, usdt('30,000'), usdt('3018.15')),
          free(BOB, usdt('10,000') - LOCKED - FEES),
        );
      scenario.when(transferred(BOB, usdt('10,000') - LOCKED - FEES)).then(occurred('FundsTransferred'));
    });

    test('falls by the net loss and by margin that the mark requires; then nothing can leave', () => {
      // From the worked example: a loss of 2,000, and 81.85 more for the short's margin of 3,100. The account first
      // receives the fees back.
      const scenario = withCrossPositions().given(fund(BOB, FEES));
      scenario
        .given(moveMarks(scenario, 490_000, 31_000))
        .when(transferred(BOB, 1n))
        .then(refused('balance.insufficient'), free(BOB, usdt('1957.10')));
      scenario.when(open(BOB, 'short', 500_000, 1)).then(refused('margin.insufficient'));
      scenario
        .when(
          staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 1n, account: 'contract', reason: 'inquiry' }),
        )
        .then(refused('balance.insufficient'));
      // 124.75 and one unit more: that unit is free.
      scenario.given(fund(BOB, usdt('124.75') + 1n));
      scenario.when(transferred(BOB, 2n)).then(refused('balance.insufficient'));
      scenario.when(transferred(BOB, 1n)).then(occurred('FundsTransferred'));
    });

    // Mango Markets, Oct 2022
    test('does not grow by unrealised profit', () => {
      const scenario = withCrossPositions();
      scenario
        .given(moveMarks(scenario, 510_000, 30_000))
        .when(transferred(BOB, usdt('10,000') - LOCKED - FEES + 1n))
        .then(refused('balance.insufficient'));
    });

    test('of an order that takes beyond the mark regains the immediate loss', () => {
      const scenario = twoMarkets().given(open(ALICE, 'short', 500_100, 100));
      // 10 USDT behind the mark: held first, then available, and counted as a loss of the account.
      scenario.when(open(BOB, 'long', 500_100, 100)).then(
        occurred('PerpetualOrderPlaced', { disposition: 'takes' }),
        occurred('PerpetualTraded', { price: 500_100 }),
        // 500.1 and 0.055 % of 4,500.9.
        has(PERP, 'long', 100, usdt('5,001'), usdt('500.1') + usdt('2.475495')),
        free(BOB, usdt('10,000') - usdt('500.1') - usdt('2.475495') - usdt('2.75055')),
      );
    });
  });

  test('an order that takes holds its full cost at once: what its first fill releases pays for no other fill', () => {
    const scenario = twoMarkets().given(open(BOB, 'short', 500_000, 1_000), open(ALICE, 'long', 500_000, 1_000));
    // 2,000 are won, so the immediate loss of 200 per fill does not reduce the free margin.
    scenario.given(moveMarks(scenario, 480_000, 30_000));
    const available = scenario.exchange.state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance ?? 0n;
    scenario.given(transferred(BOB, available - usdt('1300')));
    // Margin 500, fee 2.75, reserve 2.475, and those 200.
    for (const user of [ALICE, CAROL]) scenario.given(open(user, 'short', 500_000, 100));
    scenario.when(open(BOB, 'long', 500_000, 200, { timeInForce: 'ioc' })).then(refused('margin.insufficient'));
    scenario
      .when(open(BOB, 'long', 500_000, 100, { timeInForce: 'ioc' }))
      .then(occurred('PerpetualOrderPlaced'), occurred('PerpetualTraded'), free(BOB, usdt('1300') - usdt('505.225')));
    scenario.given(transferred(BOB, usdt('94.775')));
    // The same for an order that rests beyond.
    scenario.when(open(BOB, 'long', 500_000, 101)).then(refused('margin.insufficient'));
  });

  describe('closing', () => {
    test('credits profit or loss to the account and releases a share of the margin', () => {
      const scenario = withCrossPositions();
      scenario.given(open(CAROL, 'long', 500_000, 500));
      const before = usdt('10,000') - LOCKED - FEES;
      scenario.when(close(BOB, 'long', 500_000, 500)).then(
        occurred('PerpetualOrderPlaced'),
        occurred('PerpetualTraded', { takerFee: usdt('13.75') }),
        has(PERP, 'long', 500, usdt('25,000'), usdt('2512.375')),
        // 0.055 % of 25,000.
        free(BOB, before + usdt('2512.375') - usdt('13.75')),
      );
    });

    test('with a loss beyond margin and balance takes the profits of other positions, then their margins', () => {
      const scenario = withCrossPositions();
      scenario.given(transferred(BOB, usdt('10,000') - LOCKED - FEES));
      // The long loses 5,600, the short has won 500: 575.25 and 24.42 of fees are missing beside the margin of 5,024.75.
      scenario.given(moveMarks(scenario, 444_000, 29_500), open(CAROL, 'long', 444_000, 1_000));
      scenario
        .when(close(BOB, 'long', 444_000, 1_000))
        .then(
          occurred('PerpetualOrderPlaced'),
          occurred('ProfitSettled', { market: ETH, side: 'short', price: 29_500, profit: usdt('500') }),
          occurred('MarginDrawn', { market: ETH, side: 'short', amount: usdt('99.67') }),
          occurred('PerpetualTraded', { price: 444_000, takerFee: usdt('24.42') }),
          has(ETH, 'short', 1_000, usdt('29,500'), usdt('3018.15') - usdt('99.67')),
          free(BOB, 0n),
        );
    });

    test('is refused beyond the value of the account', () => {
      const scenario = withCrossPositions().given(transferred(BOB, usdt('1,000')));
      scenario.given(moveMarks(scenario, 430_000, 31_000), open(CAROL, 'long', 410_000, 1_000));
      scenario
        .when(close(BOB, 'long', 410_000, 1_000, { timeInForce: 'ioc' }))
        .then(occurred('PerpetualOrderPlaced'), occurred('PerpetualOrderCancelled', { reason: 'beyond_bankruptcy' }));
    });
  });

  test('refuses adding margin to a cross position, and changes leverage within the free margin', () => {
    const scenario = withCrossPositions();
    scenario.when(margin('add', BOB, 'long', 1n)).then(refused('margin.of.cross'));
    scenario.when(leverage(BOB, 20)).then(
      occurred('LeverageSet'),
      // 2,500 and 0.055 % of 47,500.
      has(PERP, 'long', 1_000, usdt('50,000'), usdt('2526.125')),
      free(BOB, usdt('10,000') - LOCKED - FEES + usdt('2498.625')),
    );
    scenario.when(leverage(BOB, 5)).then(refused('margin.insufficient'));
  });

  test('pays funding from the margin, and received funding is available', () => {
    const scenario = withCrossPositions();
    const hour = fundingDue(scenario.exchange.now + 1_000, BTC_PERP.fundingIntervalMs);
    scenario.exchange.now = hour - 1_000;
    scenario.given(marks(500_000, 30_000, hour - 1_000));
    scenario.exchange.now = hour;
    // The next command settles funding first: 0.01 % of 50,000 is paid, of 30,000 received.
    scenario.exchange.take(margin('add', ALICE, 'long', 0n));
    expect(standing(scenario.exchange, BOB, PERP, 'long')?.[2]).toBe(usdt('5019.75'));
    expect(standing(scenario.exchange, BOB, ETH, 'short')?.[2]).toBe(usdt('3018.15'));
    const wallet = scenario.exchange.state.ledger.wallets.contract.get(BOB)?.get('USDT');
    expect(wallet?.available.balance).toBe(usdt('10,000') - LOCKED - FEES + usdt('3'));
  });

  test('funding of a locked position is paid by its account, not by the fund', () => {
    const { exchange } = crossWithLockedFunding();
    const had = exchange.state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance ?? 0n;
    const since = exchange.batches.length;
    exchange.take(margin('add', ALICE, 'long', 0n));
    const settled = exchange.batches
      .slice(since)
      .flatMap(({ events }) => events)
      .find((event) => event.type === 'FundingSettled' && event.user === BOB && event.side === 'long');
    // 0.01 % of 50,000; one unit of margin stays while there are lots.
    expect(settled).toMatchObject({
      entries: [
        { kind: 'margin_add_frozen', amount: usdt('5') - 9n },
        { kind: 'funding_paid_frozen', amount: usdt('5') },
      ],
    });
    expect(standing(exchange, BOB, PERP, 'long')?.[2]).toBe(1n);
    const now = exchange.state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance;
    // Funding received for the other position goes to the account.
    expect(now).toBe(had - (usdt('5') - 9n) + usdt('3'));
  });
});

describe('liquidation of cross margin', () => {
  const FEES = usdt('16');

  function lots({ state }: Exchange, user: number, market: string, side: PositionSide): number {
    return state.perpetual.holdings.get(user)?.get(market)?.[side]?.lots ?? 0;
  }
  function free({ state }: Exchange, user: number): bigint {
    return state.ledger.wallets.contract.get(user)?.get('USDT')?.available.balance ?? 0n;
  }
  /** Event types of a step, in order. */
  function brought(exchange: Exchange, act: () => void): string[] {
    const before = exchange.batches.length;
    act();
    return exchange.batches.slice(before).flatMap(({ events }) => events.map(({ type }) => type));
  }
  const count = (types: readonly string[], type: string) => types.filter((one) => one === type).length;

  describe('a cross account', () => {
    test('is liquidated at the tick computed by hand, and not one earlier', () => {
      // Wallet 10,000, the short at 3,100.0: 41,329.097393.
      const scenario = withCrossPositions().given(fund(BOB, FEES));
      const { exchange } = scenario;
      scenario.given(moveMarks(scenario, 420_000, 31_000));
      const lives = brought(exchange, () => scenario.given(moveMarks(scenario, 413_291, 31_000)));
      expect(lives).not.toContain('CrossLiquidationStarted');
      scenario.when(moveMarks(scenario, 413_290, 31_000)).then(
        occurred('IndexPublished'),
        occurred('MarkPublished', { market: PERP, mark: 413_290 }),
        occurred('MarkPublished', { market: ETH, mark: 31_000 }),
        occurred('CrossLiquidationStarted', {
          ...{ liquidation: 1, user: BOB, asset: 'USDT' },
          ...{ wallet: usdt('10000'), profit: -usdt('9671'), requirement: usdt('329.09695') },
        }),
        // 188.04695 ÷ 329.09695 of 329, and its loss of 8,671.
        occurred('MarginDrawn', { market: ETH }),
        occurred('CrossShareSet', {
          ...{ position: 2, equity: usdt('329'), requirement: usdt('188.04695') },
          ...{ requirements: usdt('329.09695'), profit: 0n, cover: usdt('8858.99155248') },
        }),
        occurred('LiquidationStarted', { liquidation: 2, user: BOB, market: PERP, collateral: usdt('8858.99155248') }),
        occurred('PositionTakenOver', { filled: 0 }),
        occurred('PositionDeleveraged', { otherUser: ALICE, insurance: 0n, treasury: 0n }),
        occurred('LiquidationFinished', { liquidation: 2, reason: 'closed' }),
        occurred('CrossShareSet', { position: 4, requirement: usdt('141.05') }),
        occurred('LiquidationStarted', { liquidation: 3, user: BOB, market: ETH }),
        occurred('PositionTakenOver', { filled: 0 }),
        occurred('PositionDeleveraged', { otherUser: ALICE, insurance: 0n, treasury: 0n }),
        occurred('LiquidationFinished', { liquidation: 3, reason: 'closed' }),
        occurred('CrossLiquidationFinished', { liquidation: 1, user: BOB, reason: 'closed' }),
        expectThat((one) =>
          expect([lots(one, BOB, PERP, 'long'), lots(one, BOB, ETH, 'short'), free(one, BOB)]).toEqual([0, 0, 0n]),
        ),
      );
    });

    test('has the same state after a restart at any step', () => {
      const scenario = withCrossPositions().given(fund(BOB, FEES));
      scenario.given(moveMarks(scenario, 420_000, 31_000));
      const { exchange } = scenario;
      exchange.restart(restoreState(canonicalLines(exchange.state)));
      const types = brought(exchange, () => scenario.given(moveMarks(scenario, 413_290, 31_000)));
      expect(count(types, 'CrossShareSet')).toBe(2);
    });

    test('first loses its orders in all cross markets, but not in isolated ones', () => {
      const scenario = withCrossPositions().given(fund(BOB, FEES));
      scenario.given(open(BOB, 'long', 476_000, 10), open(BOB, 'short', 31_500, 10, { market: ETH }));
      scenario.given(moveMarks(scenario, 420_000, 31_000));
      const types = brought(scenario.exchange, () => scenario.given(moveMarks(scenario, 413_290, 31_000)));
      expect(types.slice(3, 6)).toEqual([
        'CrossLiquidationStarted',
        'PerpetualOrderCancelled',
        'PerpetualOrderCancelled',
      ]);
    });

    test('is reduced to a lower tier, pays the fee, and survives', () => {
      const { exchange } = crossWithCutOrders();
      const events = exchange.batches.flatMap((batch) => batch.events);
      const types = events.map(({ type }) => type);
      expect(types).not.toContain('CrossShareSet');
      // 50,000 ÷ 45,200 BTC remain; 894 lots yielded 40,587.60 at 45,400.0.
      expect(lots(exchange, BOB, PERP, 'long')).toBe(1_106);
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'CrossPositionReduced', lots: 894, filled: 894, fee: usdt('81.1752') }),
      );
      expect(events).toContainEqual(expect.objectContaining({ type: 'CrossLiquidationFinished', reason: 'recovered' }));
    });

    test('nets a long and a short of one market at the mark without fee', () => {
      const { exchange } = crossWithEndedMarket();
      const events = exchange.batches.flatMap((batch) => batch.events);
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'LegsNetted', market: PERP, lots: 400, mark: 490_000, profit: 0n }),
      );
      expect(lots(exchange, BOB, PERP, 'short')).toBe(0);
    });

    test('is not liquidated while judging is suspended, and has recovered by then', () => {
      const scenario = withCrossPositions().given(fund(BOB, FEES));
      const { exchange } = scenario;
      const silent = brought(exchange, () =>
        scenario.given(later(80_000, marks(410_000, 31_000, exchange.now + 80_000))),
      );
      expect(silent).not.toContain('CrossLiquidationStarted');
      expect(exchange.state.liquidations.cross.undermargined.get('USDT')?.keys.size).toBe(1);
      scenario.given(moveMarks(scenario, 500_000, 30_000));
      expect(exchange.state.liquidations.cross.undermargined.get('USDT')?.keys.size).toBe(0);
      const after = brought(exchange, () =>
        scenario.given(later(40_000, marks(500_000, 30_000, exchange.now + 40_000))),
      );
      expect(after).not.toContain('CrossLiquidationStarted');
    });

    describe('with a suspended market', () => {
      const state = (next: 'maintenance' | 'open') => ({
        actor: 'admin/10000009' as const,
        command: { type: 'SetPerpetualMarketState', market: ETH, state: next } as const,
      });

      test('is liquidated except for the suspended position, which counts at its last mark', () => {
        const scenario = withCrossPositions().given(fund(BOB, FEES), state('maintenance'));
        const { exchange } = scenario;
        const lives = brought(exchange, () => scenario.given(moveMarks(scenario, 413_291, 31_000)));
        expect(lives).not.toContain('CrossLiquidationStarted');
        const during = brought(exchange, () => scenario.given(moveMarks(scenario, 413_290, 31_000)));
        expect(count(during, 'CrossLiquidationStarted')).toBe(1);
        expect(count(during, 'CrossShareSet')).toBe(1);
        expect([lots(exchange, BOB, PERP, 'long'), lots(exchange, BOB, ETH, 'short')]).toEqual([0, 1_000]);
        // No liquidation is pending: marks continue.
        const next = brought(exchange, () => scenario.given(moveMarks(scenario, 413_000, 31_000)));
        expect(count(next, 'MarkPublished')).toBe(2);
        const after = brought(exchange, () => scenario.given(state('open'), moveMarks(scenario, 413_000, 31_000)));
        expect(count(after, 'CrossShareSet')).toBe(1);
        expect(count(after, 'CrossLiquidationFinished')).toBe(1);
        expect(lots(exchange, BOB, ETH, 'short')).toBe(0);
        exchange.auditor.compare(exchange.state);
      });

      test.each([
        ['', (scenario: Scenario) => scenario],
        [', also after a restart', restoredFromSnapshot],
      ])('resumes afterwards, of two accounts the earlier first%s', (_, between) => {
        const scenario = withCrossPositions().given(
          fund(BOB, FEES),
          transferred(CAROL, FUNDS - usdt('8000')),
          [marginMode(CAROL, 'cross'), marginMode(CAROL, 'cross', ETH), leverage(CAROL, 10)],
          [open(CAROL, 'long', 500_000, 1_000), open(ALICE, 'short', 500_000, 1_000)],
          [open(CAROL, 'short', 30_000, 1_000, { market: ETH }), open(ALICE, 'long', 30_000, 1_000, { market: ETH })],
          state('maintenance'),
        );
        const { exchange } = scenario;
        for (const ticks of [430_000, 410_000]) scenario.given(moveMarks(scenario, ticks, 31_000));
        expect([...exchange.state.liquidations.accounts.keys()].sort()).toEqual([BOB, CAROL]);
        const from = exchange.batches.length;
        between(scenario).given(state('open'), moveMarks(scenario, 410_000, 31_000));
        const ended = exchange.batches
          .slice(from)
          .flatMap(({ events }) =>
            events.flatMap((one) => (one.type === 'CrossLiquidationFinished' ? [one.user] : [])),
          );
        expect(ended).toEqual([CAROL, BOB]);
      });

      test('is liquidated the same way with a market whose feed is silent', () => {
        const scenario = withCrossPositions().given(fund(BOB, FEES));
        const { exchange } = scenario;
        scenario.given(moveMarks(scenario, 500_000, 31_000));
        for (let turn = 0; turn < 3; turn++) scenario.given(later(8_000, mark(480_000, exchange.now + 8_000)));
        const during = brought(exchange, () => scenario.given(later(8_000, mark(410_000, exchange.now + 8_000))));
        expect(count(during, 'CrossShareSet')).toBe(1);
        expect([lots(exchange, BOB, PERP, 'long'), lots(exchange, BOB, ETH, 'short')]).toEqual([0, 1_000]);
      });

      test('survives by its profit there, and is not liquidated without positions elsewhere', () => {
        const scenario = withCrossPositions().given(fund(BOB, FEES), state('maintenance'));
        const { exchange } = scenario;
        // The short's profit of 5,000 keeps the long alive down to about 36,100.
        const lives = brought(exchange, () => scenario.given(moveMarks(scenario, 380_000, 25_000)));
        expect(lives).not.toContain('CrossLiquidationStarted');
        scenario.given(open(CAROL, 'long', 380_000, 1_000), close(BOB, 'long', 380_000, 1_000));
        const alone = brought(exchange, () => scenario.given(moveMarks(scenario, 380_000, 40_000)));
        expect(alone).not.toContain('CrossLiquidationStarted');
        const after = brought(exchange, () => scenario.given(state('open')));
        expect(after).toContain('CrossLiquidationStarted');
      });
    });

    test('releases positions locked by staff', () => {
      const scenario = withCrossPositions().given(fund(BOB, FEES), lockPosition(1));
      const types = brought(scenario.exchange, () => scenario.given(moveMarks(scenario, 410_000, 31_000)));
      expect(types.indexOf('PositionUnlocked')).toBeLessThan(types.indexOf('CrossShareSet'));
      expect(count(types, 'LiquidationFinished')).toBe(2);
    });

    test('with negative equity is covered by the fund only', () => {
      const scenario = fundInsurance(withCrossPositions().given(fund(BOB, FEES)), usdt('50,000'), 500_000);
      scenario.given(moveMarks(scenario, 500_000, 30_000));
      scenario.given(later(31_000, marks(500_000, 30_000, scenario.exchange.now + 31_000)));
      scenario.given(moveMarks(scenario, 350_000, 30_000));
      const events = scenario.exchange.batches.flatMap((batch) => batch.events);
      const paid = events.flatMap((event) => (event.type === 'PositionDeleveraged' ? [event.treasury] : []));
      expect(paid.length).toBeGreaterThan(0);
      expect(paid.every((units) => units === 0n)).toBe(true);
      expect(free(scenario.exchange, BOB)).toBe(0n);
    });
  });

  test('unpaid funding takes the funds held by orders, newest first', () => {
    const scenario = withCrossPositions();
    const { exchange } = scenario;
    scenario.given(open(BOB, 'long', 490_000, 100), open(BOB, 'long', 489_000, 20));
    // The state that losses of other positions would leave.
    applyEvents(scenario, [drainPosition(scenario, BOB, 'long', 2n)]);
    const account = (kind: 'contract' | 'spot') => `${BOB}/${kind}/USDT/available` as const;
    const amount = free(exchange, BOB);
    const entries = [{ kind: 'transfer', debit: account('contract'), credit: account('spot'), amount } as const];
    applyEvents(scenario, [
      {
        type: 'FundsTransferred',
        transfer: 5,
        user: BOB,
        asset: 'USDT',
        from: 'contract',
        to: 'spot',
        amount,
        entries,
      },
    ]);
    const hour = fundingDue(exchange.now + 1_000, BTC_PERP.fundingIntervalMs);
    exchange.now = hour - 1_000;
    scenario.given(marks(500_000, 30_000, hour - 1_000));
    exchange.now = hour;
    const types = brought(exchange, () => scenario.given(marks(500_000, 30_000, hour)));
    expect(types.slice(2, 6)).toEqual(['FundingSettled', 'PerpetualOrderCancelled', 'FundingSettled', 'FundingClosed']);
    const events = exchange.batches.flatMap((batch) => batch.events);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'PerpetualOrderCancelled', price: 489_000, reason: 'margin_short' }),
    );
    const covers = events
      .flatMap((event) => ('entries' in event ? event.entries : []))
      .filter(({ kind }) => /_cover/.test(kind));
    expect(covers).toEqual([]);
  });
});
