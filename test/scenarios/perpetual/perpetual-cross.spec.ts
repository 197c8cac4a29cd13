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
  that,
  type Exchange,
  later,
  restarted,
  type Scenario,
} from '../../tools/fixtures/core-fixture';
import {
  ETH,
  both,
  lockedFunding,
  marks,
  moved,
  transferred,
  two,
  cutCross,
  endedCross,
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
  opened,
  perpetuals,
  FUNDS,
  drained,
  insured,
  locked,
  mark,
  told,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';

describe('cross margin', () => {
  const free = (user: number, amount: bigint) => available(user, 'USDT', amount, 'contract');

  function standing({ state }: Exchange, user: number, market: string, side: PositionSide) {
    const position = state.perpetual.holdings.get(user)?.get(market)?.[side];
    return position && [position.lots, position.cost, state.holds.get(position.hold)?.remaining];
  }
  const has = (market: string, side: PositionSide, lots: number, cost: bigint, locked: bigint) =>
    that((exchange) => expect(standing(exchange, BOB, market, side)).toEqual([lots, cost, locked]));

  describe('choosing cross margin', () => {
    test('is kept for the market, and by a restart', () => {
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

    test('is refused while there is an order or a position, and for the one of another user not', () => {
      const scenario = perpetuals().given([open(ALICE, 'short', 500_000, 5)]);
      scenario.when(marginMode(ALICE, 'cross')).then(refused('margin.mode.in.use'));
      scenario.when(marginMode(BOB, 'cross')).then(occurred('MarginModeSet'));
      perpetuals().given(opened(500_000, 5)).when(marginMode(BOB, 'cross')).then(refused('margin.mode.in.use'));
    });
  });

  // Maker fees are 0.02 %: 10 and 6 USDT of the 10,000.
  const FEES = usdt('16');
  const LOCKED = usdt('5024.75') + usdt('3018.15');

  describe('what is free beside cross positions', () => {
    test('is what is available as long as nothing is lost', () => {
      const scenario = both();
      scenario
        .when(moved(scenario, 500_000, 30_000))
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

    test('is less by what all of them have lost together, and by margin that the mark asks for: then nothing leaves', () => {
      // As worked out by hand: −2,000 lost, 81.85 more for the short's margin of 3,100; the fees are added to the account first.
      const scenario = both().given(fund(BOB, FEES));
      scenario
        .given(moved(scenario, 490_000, 31_000))
        .when(transferred(BOB, 1n))
        .then(refused('balance.insufficient'), free(BOB, usdt('1957.10')));
      scenario.when(open(BOB, 'short', 500_000, 1)).then(refused('margin.insufficient'));
      scenario
        .when(
          staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 1n, account: 'contract', reason: 'inquiry' }),
        )
        .then(refused('balance.insufficient'));
      // 124.75 more and one unit: that unit is free.
      scenario.given(fund(BOB, usdt('124.75') + 1n));
      scenario.when(transferred(BOB, 2n)).then(refused('balance.insufficient'));
      scenario.when(transferred(BOB, 1n)).then(occurred('FundsTransferred'));
    });

    // Mango Markets, Oct 2022
    test('does not grow by what is won: profit not realised buys nothing', () => {
      const scenario = both();
      scenario
        .given(moved(scenario, 510_000, 30_000))
        .when(transferred(BOB, usdt('10,000') - LOCKED - FEES + 1n))
        .then(refused('balance.insufficient'));
    });

    test('of an order that takes beyond the mark gets back what is lost at once', () => {
      const scenario = two().given(open(ALICE, 'short', 500_100, 100));
      // 10 USDT behind the mark: it is held, and then available, where the account counts it as lost.
      scenario.when(open(BOB, 'long', 500_100, 100)).then(
        occurred('PerpetualOrderPlaced', { disposition: 'takes' }),
        occurred('PerpetualTraded', { price: 500_100 }),
        // 500.1 and 0.055 % of 4,500.9.
        has(PERP, 'long', 100, usdt('5,001'), usdt('500.1') + usdt('2.475495')),
        free(BOB, usdt('10,000') - usdt('500.1') - usdt('2.475495') - usdt('2.75055')),
      );
    });
  });

  test('an order that takes holds all of it at once: what its first fill gives back pays for no other', () => {
    const scenario = two().given(open(BOB, 'short', 500_000, 1_000), open(ALICE, 'long', 500_000, 1_000));
    // 2,000 are won, so that 200 lost at once by each fill make nothing less free.
    scenario.given(moved(scenario, 480_000, 30_000));
    const available = scenario.exchange.state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance ?? 0n;
    scenario.given(transferred(BOB, available - usdt('1300')));
    // Margin 500, fee 2.75, reserve 2.475, and those 200.
    for (const user of [ALICE, CAROL]) scenario.given(open(user, 'short', 500_000, 100));
    scenario.when(open(BOB, 'long', 500_000, 200, { timeInForce: 'ioc' })).then(refused('margin.insufficient'));
    scenario
      .when(open(BOB, 'long', 500_000, 100, { timeInForce: 'ioc' }))
      .then(occurred('PerpetualOrderPlaced'), occurred('PerpetualTraded'), free(BOB, usdt('1300') - usdt('505.225')));
    scenario.given(transferred(BOB, usdt('94.775')));
    // What rests behind it neither.
    scenario.when(open(BOB, 'long', 500_000, 101)).then(refused('margin.insufficient'));
  });

  describe('closing', () => {
    test('wins and loses for the account, and gives back the part of the margin', () => {
      const scenario = both();
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

    test('with a loss that neither margin nor what is available covers takes what others have won, then their margins', () => {
      const scenario = both();
      scenario.given(transferred(BOB, usdt('10,000') - LOCKED - FEES));
      // The long loses 5,600, the short has won 500: 575.25 and 24.42 of fees are missing beside the margin of 5,024.75.
      scenario.given(moved(scenario, 444_000, 29_500), open(CAROL, 'long', 444_000, 1_000));
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

    test('is refused beyond what the account is worth', () => {
      const scenario = both().given(transferred(BOB, usdt('1,000')));
      scenario.given(moved(scenario, 430_000, 31_000), open(CAROL, 'long', 410_000, 1_000));
      scenario
        .when(close(BOB, 'long', 410_000, 1_000, { timeInForce: 'ioc' }))
        .then(occurred('PerpetualOrderPlaced'), occurred('PerpetualOrderCancelled', { reason: 'beyond_bankruptcy' }));
    });
  });

  test('margin is not put into a cross position, and its leverage is changed as far as that is free', () => {
    const scenario = both();
    scenario.when(margin('add', BOB, 'long', 1n)).then(refused('margin.of.cross'));
    scenario.when(leverage(BOB, 20)).then(
      occurred('LeverageSet'),
      // 2,500 and 0.055 % of 47,500.
      has(PERP, 'long', 1_000, usdt('50,000'), usdt('2526.125')),
      free(BOB, usdt('10,000') - LOCKED - FEES + usdt('2498.625')),
    );
    scenario.when(leverage(BOB, 5)).then(refused('margin.insufficient'));
  });

  test('funding comes out of the margin, and what it brings is available', () => {
    const scenario = both();
    const hour = fundingDue(scenario.exchange.now + 1_000, BTC_PERP.fundingIntervalMs);
    scenario.exchange.now = hour - 1_000;
    scenario.given(marks(500_000, 30_000, hour - 1_000));
    scenario.exchange.now = hour;
    // Whatever is asked next settles first. 0.01 % of 50,000 is paid, of 30,000 received.
    scenario.exchange.take(margin('add', ALICE, 'long', 0n));
    expect(standing(scenario.exchange, BOB, PERP, 'long')?.[2]).toBe(usdt('5019.75'));
    expect(standing(scenario.exchange, BOB, ETH, 'short')?.[2]).toBe(usdt('3018.15'));
    const wallet = scenario.exchange.state.ledger.wallets.contract.get(BOB)?.get('USDT');
    expect(wallet?.available.balance).toBe(usdt('10,000') - LOCKED - FEES + usdt('3'));
  });

  test('funding of a position that staff have locked is paid by its account, not by the fund', () => {
    const { exchange } = lockedFunding();
    const had = exchange.state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance ?? 0n;
    const since = exchange.batches.length;
    exchange.take(margin('add', ALICE, 'long', 0n));
    const settled = exchange.batches
      .slice(since)
      .flatMap(({ events }) => events)
      .find((event) => event.type === 'FundingSettled' && event.user === BOB && event.side === 'long');
    // 0.01 % of 50,000; a unit stays where there are lots.
    expect(settled).toMatchObject({
      entries: [
        { kind: 'margin_add_frozen', amount: usdt('5') - 9n },
        { kind: 'funding_paid_frozen', amount: usdt('5') },
      ],
    });
    expect(standing(exchange, BOB, PERP, 'long')?.[2]).toBe(1n);
    const now = exchange.state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance;
    // What the other position receives is the account's.
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
  /** What a step brought, one after the other. */
  function brought(exchange: Exchange, act: () => void): string[] {
    const before = exchange.batches.length;
    act();
    return exchange.batches.slice(before).flatMap(({ events }) => events.map(({ type }) => type));
  }
  const count = (types: readonly string[], type: string) => types.filter((one) => one === type).length;

  describe('a cross account', () => {
    test('is liquidated at the tick that follows by hand, and not a tick before', () => {
      // Wallet 10,000, the short at 3,100.0: 41,329.097393.
      const scenario = both().given(fund(BOB, FEES));
      const { exchange } = scenario;
      scenario.given(moved(scenario, 420_000, 31_000));
      const lives = brought(exchange, () => scenario.given(moved(scenario, 413_291, 31_000)));
      expect(lives).not.toContain('CrossLiquidationStarted');
      scenario.when(moved(scenario, 413_290, 31_000)).then(
        occurred('IndexPublished'),
        occurred('MarkPublished', { market: PERP, mark: 413_290 }),
        occurred('MarkPublished', { market: ETH, mark: 31_000 }),
        occurred('CrossLiquidationStarted', {
          ...{ liquidation: 1, user: BOB, asset: 'USDT' },
          ...{ wallet: usdt('10000'), profit: -usdt('9671'), requirement: usdt('329.09695') },
        }),
        // 188.04695 ÷ 329.09695 of 329, and the 8,671 that it has lost.
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
        that((one) =>
          expect([lots(one, BOB, PERP, 'long'), lots(one, BOB, ETH, 'short'), free(one, BOB)]).toEqual([0, 0, 0n]),
        ),
      );
    });

    test('is the same account after a restart, in every step', () => {
      const scenario = both().given(fund(BOB, FEES));
      scenario.given(moved(scenario, 420_000, 31_000));
      const { exchange } = scenario;
      exchange.restart(restoreState(canonicalLines(exchange.state)));
      const types = brought(exchange, () => scenario.given(moved(scenario, 413_290, 31_000)));
      expect(count(types, 'CrossShareSet')).toBe(2);
    });

    test('loses its orders in all cross markets first, and those of isolated ones not', () => {
      const scenario = both().given(fund(BOB, FEES));
      scenario.given(open(BOB, 'long', 476_000, 10), open(BOB, 'short', 31_500, 10, { market: ETH }));
      scenario.given(moved(scenario, 420_000, 31_000));
      const types = brought(scenario.exchange, () => scenario.given(moved(scenario, 413_290, 31_000)));
      expect(types.slice(3, 6)).toEqual([
        'CrossLiquidationStarted',
        'PerpetualOrderCancelled',
        'PerpetualOrderCancelled',
      ]);
    });

    test('is cut to a lower tier, pays its fee, and lives', () => {
      const { exchange } = cutCross();
      const events = exchange.batches.flatMap((batch) => batch.events);
      const types = events.map(({ type }) => type);
      expect(types).not.toContain('CrossShareSet');
      // 50,000 ÷ 45,200 BTC are left; 894 lots brought 40,587.60 at 45,400.0.
      expect(lots(exchange, BOB, PERP, 'long')).toBe(1_106);
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'CrossPositionReduced', lots: 894, filled: 894, fee: usdt('81.1752') }),
      );
      expect(events).toContainEqual(expect.objectContaining({ type: 'CrossLiquidationFinished', reason: 'recovered' }));
    });

    test('closes a long and a short of one market against each other, at the mark and without fee', () => {
      const { exchange } = endedCross();
      const events = exchange.batches.flatMap((batch) => batch.events);
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'LegsNetted', market: PERP, lots: 400, mark: 490_000, profit: 0n }),
      );
      expect(lots(exchange, BOB, PERP, 'short')).toBe(0);
    });

    test('is left alone as long as nobody may be judged, and has healed by then', () => {
      const scenario = both().given(fund(BOB, FEES));
      const { exchange } = scenario;
      const silent = brought(exchange, () =>
        scenario.given(later(80_000, marks(410_000, 31_000, exchange.now + 80_000))),
      );
      expect(silent).not.toContain('CrossLiquidationStarted');
      expect(exchange.state.liquidations.cross.hit.get('USDT')?.keys.size).toBe(1);
      scenario.given(moved(scenario, 500_000, 30_000));
      expect(exchange.state.liquidations.cross.hit.get('USDT')?.keys.size).toBe(0);
      const after = brought(exchange, () =>
        scenario.given(later(40_000, marks(500_000, 30_000, exchange.now + 40_000))),
      );
      expect(after).not.toContain('CrossLiquidationStarted');
    });

    describe('one of whose markets stands still', () => {
      const state = (next: 'maintenance' | 'open') => ({
        actor: 'admin/10000009' as const,
        command: { type: 'SetPerpetualMarketState', market: ETH, state: next } as const,
      });

      test('is liquidated all the same, but for what it has there, which counts at its last mark', () => {
        const scenario = both().given(fund(BOB, FEES), state('maintenance'));
        const { exchange } = scenario;
        const lives = brought(exchange, () => scenario.given(moved(scenario, 413_291, 31_000)));
        expect(lives).not.toContain('CrossLiquidationStarted');
        const during = brought(exchange, () => scenario.given(moved(scenario, 413_290, 31_000)));
        expect(count(during, 'CrossLiquidationStarted')).toBe(1);
        expect(count(during, 'CrossShareSet')).toBe(1);
        expect([lots(exchange, BOB, PERP, 'long'), lots(exchange, BOB, ETH, 'short')]).toEqual([0, 1_000]);
        // Nothing of it waits: marks go on.
        const next = brought(exchange, () => scenario.given(moved(scenario, 413_000, 31_000)));
        expect(count(next, 'MarkPublished')).toBe(2);
        const after = brought(exchange, () => scenario.given(state('open'), moved(scenario, 413_000, 31_000)));
        expect(count(after, 'CrossShareSet')).toBe(1);
        expect(count(after, 'CrossLiquidationFinished')).toBe(1);
        expect(lots(exchange, BOB, ETH, 'short')).toBe(0);
        exchange.auditor.compare(exchange.state);
      });

      test.each([
        ['', (scenario: Scenario) => scenario],
        [', also after a restart', restarted],
      ])('goes on where it was, of two accounts the one that began first%s', (_, between) => {
        const scenario = both().given(
          fund(BOB, FEES),
          transferred(CAROL, FUNDS - usdt('8000')),
          [marginMode(CAROL, 'cross'), marginMode(CAROL, 'cross', ETH), leverage(CAROL, 10)],
          [open(CAROL, 'long', 500_000, 1_000), open(ALICE, 'short', 500_000, 1_000)],
          [open(CAROL, 'short', 30_000, 1_000, { market: ETH }), open(ALICE, 'long', 30_000, 1_000, { market: ETH })],
          state('maintenance'),
        );
        const { exchange } = scenario;
        for (const ticks of [430_000, 410_000]) scenario.given(moved(scenario, ticks, 31_000));
        expect([...exchange.state.liquidations.accounts.keys()].sort()).toEqual([BOB, CAROL]);
        const from = exchange.batches.length;
        between(scenario).given(state('open'), moved(scenario, 410_000, 31_000));
        const ended = exchange.batches
          .slice(from)
          .flatMap(({ events }) =>
            events.flatMap((one) => (one.type === 'CrossLiquidationFinished' ? [one.user] : [])),
          );
        expect(ended).toEqual([CAROL, BOB]);
      });

      test('so is one in a market of which nothing is heard any more', () => {
        const scenario = both().given(fund(BOB, FEES));
        const { exchange } = scenario;
        scenario.given(moved(scenario, 500_000, 31_000));
        for (let turn = 0; turn < 3; turn++) scenario.given(later(8_000, mark(480_000, exchange.now + 8_000)));
        const during = brought(exchange, () => scenario.given(later(8_000, mark(410_000, exchange.now + 8_000))));
        expect(count(during, 'CrossShareSet')).toBe(1);
        expect([lots(exchange, BOB, PERP, 'long'), lots(exchange, BOB, ETH, 'short')]).toEqual([0, 1_000]);
      });

      test('lives on what it has won there, and is left alone with nothing anywhere else', () => {
        const scenario = both().given(fund(BOB, FEES), state('maintenance'));
        const { exchange } = scenario;
        // 5,000 won by the short carry the long to 36,1xx.
        const lives = brought(exchange, () => scenario.given(moved(scenario, 380_000, 25_000)));
        expect(lives).not.toContain('CrossLiquidationStarted');
        scenario.given(open(CAROL, 'long', 380_000, 1_000), close(BOB, 'long', 380_000, 1_000));
        const alone = brought(exchange, () => scenario.given(moved(scenario, 380_000, 40_000)));
        expect(alone).not.toContain('CrossLiquidationStarted');
        const after = brought(exchange, () => scenario.given(state('open')));
        expect(after).toContain('CrossLiquidationStarted');
      });
    });

    test('gives up what staff have locked', () => {
      const scenario = both().given(fund(BOB, FEES), locked(1));
      const types = brought(scenario.exchange, () => scenario.given(moved(scenario, 410_000, 31_000)));
      expect(types.indexOf('PositionUnlocked')).toBeLessThan(types.indexOf('CrossShareSet'));
      expect(count(types, 'LiquidationFinished')).toBe(2);
    });

    test('that has less than nothing is paid for by the fund, and by nobody else', () => {
      const scenario = insured(both().given(fund(BOB, FEES)), usdt('50,000'), 500_000);
      scenario.given(moved(scenario, 500_000, 30_000));
      scenario.given(later(31_000, marks(500_000, 30_000, scenario.exchange.now + 31_000)));
      scenario.given(moved(scenario, 350_000, 30_000));
      const events = scenario.exchange.batches.flatMap((batch) => batch.events);
      const paid = events.flatMap((event) => (event.type === 'PositionDeleveraged' ? [event.treasury] : []));
      expect(paid.length).toBeGreaterThan(0);
      expect(paid.every((units) => units === 0n)).toBe(true);
      expect(free(scenario.exchange, BOB)).toBe(0n);
    });
  });

  test('funding that neither margin nor what is available pays takes what orders hold, the newest first', () => {
    const scenario = both();
    const { exchange } = scenario;
    scenario.given(open(BOB, 'long', 490_000, 100), open(BOB, 'long', 489_000, 20));
    // As losses of other positions would have left it.
    told(scenario, [drained(scenario, BOB, 'long', 2n)]);
    const account = (kind: 'contract' | 'spot') => `${BOB}/${kind}/USDT/available` as const;
    const amount = free(exchange, BOB);
    const entries = [{ kind: 'transfer', debit: account('contract'), credit: account('spot'), amount } as const];
    told(scenario, [
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
