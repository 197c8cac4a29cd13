/**
 * One of two accounts invited the other. They never get back more than they paid, whatever they trade with each other
 * or with others at fair prices. The inviter gets at most half of the buyer's mining income. A fixed fee is paid in
 * full, into however many fills an accomplice splits an order.
 */
import fc from 'fast-check';
import type { MiningTerms } from '../../../server/products/earn/core/commands';
import {
  BOB,
  CAROL,
  ETH_USDT,
  RICH,
  SECOND,
  asUser,
  buy,
  given,
  marketState,
  sell,
  staff,
  system,
  type Scenario,
} from '../../tools/fixtures/core-fixture';
import { triggerDueWork } from '../../tools/fixtures/financial-fixture';
import {
  AT_END,
  BTC,
  DAILY,
  fundMining,
  buyMining,
  mining,
  miningState,
  miningTerms,
  advanceToOneOClock,
} from '../../tools/fixtures/mining-fixture';
import { PRICE, usdt } from '../../tools/fixtures/option-fixture';
import { LEVEL_1, LEVEL_2, nextDay, ratesOf } from '../../tools/fixtures/referral-fixture';
import {
  ADVERSARIES,
  MALLORY,
  TRUDY,
  admitted,
  eventsOf,
  houseOf,
  runsOf,
  tried,
  wealthOf,
  worthOf,
  type Worth,
} from './adversaries';

const invited = system({ type: 'NameInviter', user: TRUDY, inviter: MALLORY });

describe('mining', () => {
  /** The index is at 60,000.00; BTC and USDT have eight decimals. */
  const WORTH: Worth = { BTC: [BigInt(PRICE), 100n] };
  const CAPITAL = usdt(10_000_000);

  function scene(): Scenario {
    const scenario = mining();
    scenario.given(...admitted(ADVERSARIES, { USDT: usdt(100_000), BTC: 10n * BTC }), invited);
    for (const [asset, amount] of [
      ['USDT', CAPITAL],
      ['BTC', 1_000n * BTC],
    ] as const) {
      scenario.given(
        staff({ type: 'FundHouse', asset, amount, reason: 'capital' }),
        fundMining('fund', asset, amount),
        ...ADVERSARIES.map((user) => ({
          actor: `user/${user}` as const,
          command: {
            ...({ type: 'TransferFunds', user, asset, from: 'spot', to: 'financial' } as const),
            amount: asset === 'BTC' ? 10n * BTC : usdt(100_000),
          },
        })),
      );
    }
    return scenario;
  }

  /** Sets valid terms and opens the sale. */
  function offered(scenario: Scenario, terms: Partial<MiningTerms>): boolean {
    return tried(scenario, miningTerms(terms)) && tried(scenario, miningState(terms.product!, 'open'));
  }

  /** House payments per purchase at true prices: income to the buyer, rebate to the inviter. */
  function paidBy({ exchange }: Scenario): { income: bigint; rebate: bigint }[] {
    return eventsOf(exchange, 'MiningBought').map((bought) => {
      const payments = [...eventsOf(exchange, 'MiningPaid'), ...eventsOf(exchange, 'MiningEnded')].filter(
        ({ purchase }) => purchase === bought.purchase,
      );
      let [income, rebate] = [0n, worthOf(WORTH, bought.asset, bought.rebate ?? 0n)];
      for (const paid of payments) {
        income += worthOf(WORTH, bought.incomeAsset, paid.income);
        rebate += worthOf(WORTH, bought.incomeAsset, paid.rebate ?? 0n);
      }
      return { income, rebate };
    });
  }

  test('a rebate of half the principal is at most half of the income of seven days', () => {
    const scenario = scene();
    const terms: Partial<MiningTerms> = { product: 'USDT-W', termDays: 7, rebate: 'purchase', rebatePpb: 500_000_000 };
    if (offered(scenario, terms)) tried(scenario, buyMining(TRUDY, usdt(10_000), 'USDT-W'));
    triggerDueWork(advanceToOneOClock(scenario, 9));
    // 10 USDT a day for 7 days.
    for (const { rebate } of paidBy(scenario)) expect(rebate).toBeLessThanOrEqual(usdt(35));
  });

  const products = fc.record({
    pays: fc.constantFrom(DAILY, { ...AT_END, asset: 'USDT' }, AT_END, { ...AT_END, payout: 'daily' as const }),
    termDays: fc.integer({ min: 1, max: 20 }),
    dailyRatePpb: fc.integer({ min: 1, max: 3_000_000 }),
    rebate: fc.constantFrom('purchase' as const, 'income' as const),
    rebatePpb: fc.oneof(fc.integer({ min: 1, max: 20_000_000 }), fc.integer({ min: 1, max: 500_000_000 })),
  });
  const amounts = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 3 });

  test('whatever the terms and amounts, the inviter gets at most half of what the buyer gets', () => {
    let rebated = 0;
    fc.assert(
      fc.property(products, amounts, ({ pays, ...terms }, parts) => {
        const scenario = scene();
        const product = {
          ...pays,
          ...terms,
          product: 'OURS',
          quota: usdt(1_000_000),
          amountMin: 1n,
          amountMax: usdt(100_000),
        };
        const { state } = scenario.exchange;
        const [before, house] = [wealthOf(state, ADVERSARIES, WORTH), houseOf(state, 'financial', 'treasury')];
        if (!offered(scenario, product)) return;
        const most = pays.asset === 'BTC' ? BTC : usdt(10_000);
        for (const part of parts) tried(scenario, buyMining(TRUDY, (most * BigInt(part)) / 1_000n, 'OURS'));
        triggerDueWork(advanceToOneOClock(scenario, terms.termDays + 2));
        let incomes = 0n;
        // One unit of BTC is 600 units of USDT.
        const unit = pays.asset === 'BTC' ? 600n : 1n;
        for (const { income, rebate } of paidBy(scenario)) {
          if (rebate > 0n) rebated++;
          expect(rebate).toBeLessThanOrEqual(income / 2n + unit);
          incomes += income;
        }
        // They gained nothing else, and the house paid nothing else.
        const gained = wealthOf(state, ADVERSARIES, WORTH) - before;
        expect(gained).toBeLessThanOrEqual((incomes * 3n) / 2n + 3n * unit);
        if (pays.asset === 'USDT') expect(house - houseOf(state, 'financial', 'treasury')).toBe(gained);
      }),
      runsOf(60),
    );
    expect(rebated).toBeGreaterThan(0);
  });
});

describe('trading', () => {
  const ETH = { market: 'ETH-USDT' };
  /** 100 ticks: 10,000 units of USDT per 1,000 units of ETH. */
  const WORTH: Worth = { ETH: [10n, 1n], BTC: [100n, 1n] };

  const turns = fc.array(
    fc.record({
      /** Seller and buyer: CAROL is honest, and has invited nobody. */
      sides: fc.constantFrom(
        ...([
          [MALLORY, TRUDY],
          [TRUDY, MALLORY],
          [TRUDY, CAROL],
          [CAROL, TRUDY],
          [MALLORY, CAROL],
          [CAROL, MALLORY],
        ] as const),
      ),
      price: fc.oneof(fc.constant(100), fc.integer({ min: 20, max: 400 })),
      lots: fc.integer({ min: 1, max: 500 }),
      makes: fc.boolean(),
      nextDay: fc.integer({ min: 0, max: 9 }),
    }),
    { minLength: 5, maxLength: 40, size: 'max' },
  );

  test('an inviter and an invitee earn nothing by trading, at the highest rates', () => {
    let rebates = 0;
    fc.assert(
      fc.property(turns, (some) => {
        const rates = { level1Ppb: 2 * LEVEL_1, level2Ppb: 2 * LEVEL_2 };
        const scenario = given(
          ...admitted(ADVERSARIES, { ETH: RICH, USDT: RICH }),
          invited,
          ratesOf(rates),
          ratesOf(rates, SECOND),
        );
        nextDay(scenario);
        const { state } = scenario.exchange;
        const before = { two: wealthOf(state, ADVERSARIES, WORTH), third: wealthOf(state, [CAROL], WORTH) };
        for (const { sides, price, lots, makes, nextDay: next } of some) {
          const fair = sides.some((user) => user === CAROL) ? 100 : price;
          const orders = [asUser(sides[0], sell(fair, lots, ETH)), asUser(sides[1], buy(fair, lots, ETH))];
          for (const order of makes ? orders : orders.reverse()) tried(scenario, order);
          for (const user of [...ADVERSARIES, CAROL]) {
            tried(scenario, { actor: `user/${user}`, command: { type: 'CancelAllOrders', user, market: 'ETH-USDT' } });
          }
          if (next === 0) nextDay(scenario);
        }
        nextDay(scenario);
        rebates += eventsOf(scenario.exchange, 'RebatePaid').length;
        expect(wealthOf(state, ADVERSARIES, WORTH)).toBeLessThanOrEqual(before.two);
        // CAROL pays her own fees at fair prices.
        expect(wealthOf(state, [CAROL], WORTH) + feesOf(scenario, CAROL)).toBeGreaterThanOrEqual(before.third);
      }),
      runsOf(60),
    );
    expect(rebates).toBeGreaterThan(0);
  });

  /** All fees of a user at the true price, rounded up. */
  function feesOf({ exchange }: Scenario, user: number): bigint {
    let sum = 0n;
    for (const { takerSide: side, maker, taker, makerFee, takerFee } of eventsOf(exchange, 'TradeExecuted')) {
      if (taker === user) sum += side === 'buy' ? takerFee * 10n : takerFee;
      if (maker === user) sum += side === 'buy' ? makerFee : makerFee * 10n;
    }
    return sum;
  }

  test('a fixed fee is paid in full, into however many fills an accomplice splits the order', () => {
    const FIXED = 25_000n;
    fc.assert(
      fc.property(
        fc.array(fc.record({ by: fc.constantFrom(MALLORY, BOB), lots: fc.integer({ min: 1, max: 4 }) }), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.boolean(),
        (parts, makes) => {
          const scenario = given(
            staff({ type: 'ListAsset', asset: 'XRP', scale: 5, withdrawalFee: 0n, withdrawalMin: 1n }),
            staff({
              ...{ type: 'ListMarket', ...ETH_USDT, market: 'XRP-USDT', base: 'XRP', notionalMin: 0n },
              ...{ makerFeesFixed: [FIXED], takerFeesFixed: [FIXED] },
            }),
            marketState('open', 'XRP-USDT'),
            ...admitted(ADVERSARIES, { XRP: RICH, USDT: RICH }),
          );
          const XRP = { market: 'XRP-USDT' };
          const lots = parts.reduce((sum, part) => sum + part.lots, 0);
          const order = scenario.exchange.state.counters.order + (makes ? 0 : parts.length);
          const whole = asUser(TRUDY, sell(100, lots, XRP));
          const others = parts.map((part) => asUser(part.by, buy(100, part.lots, XRP)));
          for (const step of makes ? [whole, ...others] : [...others, whole]) tried(scenario, step);
          let [paid, received] = [0n, 0n];
          for (const { makerOrder, takerOrder, makerFee, takerFee, notional } of eventsOf(
            scenario.exchange,
            'TradeExecuted',
          )) {
            if (makerOrder === order || takerOrder === order) {
              paid += makes ? makerFee : takerFee;
              received += notional;
            }
          }
          expect(received).toBe(BigInt(lots) * 10_000n);
          expect(paid).toBe(received < FIXED ? received : FIXED);
        },
      ),
      runsOf(60),
    );
  });
});
