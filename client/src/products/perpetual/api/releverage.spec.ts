/** Property test: the leverage dialog’s preview equals the core’s result, to the unit. */
import * as fc from 'fast-check';
import { availableIn } from '../../../../../server/core/ledger/ledger';
import { isRejection } from '../../../../../server/core/rejection';
import type { CoreState } from '../../../../../server/core/state';
import { isolatedLiquidationPrice } from '../../../../../shared/products/perpetual/rules/maintenance-margin';
import { decimalOf } from '../../../../../shared/rules/units';
import { BOB, CAROL } from '../../../../../test/tools/fixtures/core-fixture';
import { leverage, mark, open, PERP, perpetuals } from '../../../../../test/tools/fixtures/perpetual-fixture';
import { sides } from '../../../../../test/tools/fixtures/perpetual-terms';
import { PERPETUAL, TAKER_PPB } from '../../../testing/perpetual';
import { outcomeTermsOf, type OutcomeTerms } from '../../../kit/entities/contract/outcomes';
import { leverageEffect, type LeverageRequest } from './releverage';

const TERMS = outcomeTermsOf(PERPETUAL, TAKER_PPB) as OutcomeTerms;
const M = 500_000;

test('leverage change locks and frees the previewed amounts, or is refused as previewed', () => {
  const cases = fc.record({
    ...{ side: sides, lots: fc.integer({ min: 0, max: 3_000 }), waiting: fc.integer({ min: 0, max: 2_000 }) },
    ...{ from: fc.integer({ min: 1, max: 50 }), to: fc.integer({ min: 1, max: 125 }) },
    ...{ moved: fc.integer({ min: -3_000, max: 3_000 }), away: fc.integer({ min: 1, max: 3_000 }) },
  });
  let [done, refused, pricesMoved] = [0, 0, 0];
  fc.assert(
    fc.property(cases, ({ side, lots, waiting, from, to, moved, away }) => {
      fc.pre(from !== to);
      const other = side === 'long' ? 'short' : 'long';
      const scenario = perpetuals().given(leverage(CAROL, 2), leverage(BOB, from));
      const { exchange } = scenario;
      for (const step of [
        ...(lots === 0 ? [] : [open(CAROL, other, M, lots), open(BOB, side, M, lots)]),
        ...(waiting === 0 ? [] : [open(BOB, side, side === 'long' ? M - away : M + away, waiting)]),
      ])
        fc.pre(!isRejection(exchange.take(step)));
      exchange.now += 2_000;
      scenario.given(mark(M + moved, exchange.now));
      const { state } = exchange;
      const positions = (['long', 'short'] as const).flatMap((named) => {
        const one = state.perpetual.holdings.get(BOB)?.get(PERP)?.[named];
        if (!one) return [];
        const margin = decimalOf(state.holds.get(one.hold)?.remaining ?? 0n, 8);
        return [{ side: named, lots: one.lots, cost: decimalOf(one.cost, 8), margin }];
      });
      const orders = [...state.orders.values()]
        .filter(({ user }) => user === BOB)
        .map((order): LeverageRequest['orders'][number] => ({
          ...{ act: 'open', position: side, price: decimalOf(BigInt(order.price), 1), trigger: null },
          ...{ quantity: decimalOf(BigInt(waiting), 3), filledQuantity: '0' },
          held: decimalOf(order.hold?.remaining ?? 0n, 8),
        }));
      const now = state.perpetual.contracts.get(PERP)?.mark.mark ?? 0;
      const available = availableIn(state.ledger, 'contract', BOB, 'USDT');
      const wish: LeverageRequest = {
        ...{ from, to, mark: decimalOf(BigInt(now), 1), positions, orders },
        available: decimalOf(available, 8),
      };
      const effect = leverageEffect(TERMS, wish);
      const before = liquidationPriceIn(state, side);
      const outcome = exchange.take(leverage(BOB, to));
      if (effect.kind === 'leverage_too_high') {
        refused += 1;
        return expect(isRejection(outcome) && outcome.rejected).toBe('leverage.too.high');
      }
      if (effect.free.startsWith('-')) return expect(isRejection(outcome)).toBe(true);
      expect(isRejection(outcome)).toBe(false);
      done += 1;
      expect(effect.free).toBe(decimalOf(availableIn(exchange.state.ledger, 'contract', BOB, 'USDT'), 8));
      const held = [...exchange.state.orders.values()].find(({ user }) => user === BOB)?.hold?.remaining ?? 0n;
      expect(effect.held).toBe(decimalOf(held, 8));
      const after = liquidationPriceIn(exchange.state, side);
      expect(effect.prices).toEqual(lots === 0 ? [] : [{ side, before, after }]);
      if (before !== after) pricesMoved += 1;
    }),
    { seed: 12, numRuns: 150 },
  );
  expect(done).toBeGreaterThan(40);
  expect(refused).toBeGreaterThan(5);
  expect(pricesMoved).toBeGreaterThan(20);
});

/** Liquidation price from the collateral held by the core. */
function liquidationPriceIn({ perpetual, holds }: CoreState, side: 'long' | 'short'): string | null {
  const one = perpetual.holdings.get(BOB)?.get(PERP)?.[side];
  if (!one) return null;
  const position = { side, perTick: BigInt(one.lots) * TERMS.perTickLot, cost: one.cost };
  const ticks = isolatedLiquidationPrice(TERMS.risk, position, holds.get(one.hold)?.remaining ?? 0n);
  return ticks === null ? null : decimalOf(BigInt(ticks), 1);
}
