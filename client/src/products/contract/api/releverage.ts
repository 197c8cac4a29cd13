/** What another leverage would make of isolated positions and of open orders in a market, by the rules of the exchange: see setting leverage there. */
import type { ContractOrderState, PositionState } from '../../../../../shared/products/perpetual/stream';
import { orderExposure } from '../../../../../shared/products/perpetual/rules/caps';
import { initialMargin, orderCost } from '../../../../../shared/products/perpetual/rules/order-cost';
import {
  profitAt,
  valueAt,
  type Position,
  type PositionSide,
} from '../../../../../shared/products/perpetual/rules/position';
import { isolatedLiquidationPrice } from '../../../../../shared/products/perpetual/rules/requirement';
import { leverageMaxAt } from '../../../../../shared/products/perpetual/rules/tiers';
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import { exact } from '../../../shared/lib/numbers/exact';
import type { OutcomeTerms } from '../../../entities/contract/outcomes';

export interface LeverageWish {
  from: number;
  to: number;
  mark: string;
  /** Of the market. */
  positions: readonly Pick<PositionState, 'side' | 'lots' | 'cost' | 'margin'>[];
  orders: readonly Pick<
    ContractOrderState,
    'act' | 'position' | 'price' | 'trigger' | 'quantity' | 'filledQuantity' | 'held'
  >[];
  /** Of the contract account. */
  available: string;
}

export interface LeverageEffect {
  kind: 'effect';
  /** What positions then stand on, all together. */
  margin: string;
  /** What orders then hold. */
  held: string;
  /** What is then free; below zero where the exchange refuses it. */
  free: string;
  /** At which mark each position is liquidated, now and then; null where none above zero does it. */
  prices: readonly LiquidationPrices[];
}

export interface LiquidationPrices {
  side: PositionSide;
  before: string | null;
  after: string | null;
}

export type NoEffect = { kind: 'leverage_too_high'; maximum: number };

const SIDES: readonly PositionSide[] = ['long', 'short'];

export function leverageEffect(terms: OutcomeTerms, wish: LeverageWish): LeverageEffect | NoEffect {
  const { from, to } = wish;
  const { scale, tick } = terms;
  const units = (decimal: string) => exact(decimal, scale);
  const ticks = (price: string) => Number(exact(price, scaleOf(tick)) / exact(tick, scaleOf(tick)));
  const mark = ticks(wish.mark);
  const positions = wish.positions.map(({ side, lots, cost, margin }) => ({
    ...{ side, perTick: BigInt(lots) * terms.perTickLot, cost: units(cost), collateral: units(margin) },
  }));
  const orders = wish.orders
    .filter(({ act }) => act === 'open')
    .map(({ position, price, trigger, quantity, filledQuantity, held }) => {
      const places = scaleOf(terms.lot);
      const lots = (exact(quantity, places) - exact(filledQuantity, places)) / exact(terms.lot, places);
      const at = ticks(price ?? trigger ?? wish.mark);
      return { side: position, perTick: lots * terms.perTickLot, price: at, held: units(held) };
    });

  const exposures = SIDES.map((side) => {
    const standing = positions.filter((one) => one.side === side).map((one) => larger(one.cost, valueAt(one, mark)));
    const waiting = orders.filter((one) => one.side === side).map((one) => orderExposure(one.perTick, one.price, mark));
    return total([...standing, ...waiting]);
  });
  const maximum = leverageMaxAt(terms.orderTiers, exposures.reduce(larger));
  if (to > maximum) return { kind: 'leverage_too_high', maximum };

  const margins = positions.map((position) => {
    const more = begunWith(terms, position, to) - begunWith(terms, position, from);
    const less = smaller(-more, takeable(terms, position, mark, to));
    return position.collateral + (more > 0n ? more : -less);
  });
  const { takerPpb, risk } = terms;
  const holds = orders.map(
    ({ side, perTick, price }) =>
      orderCost({ side, perTick, price, leverage: to, takerPpb, closePpb: risk.closePpb, mark }).total,
  );
  const [before, after] = [
    total(positions.map((one) => one.collateral)) + total(orders.map((one) => one.held)),
    total(margins) + total(holds),
  ];
  return {
    kind: 'effect',
    margin: decimalOf(total(margins), scale),
    held: decimalOf(total(holds), scale),
    free: decimalOf(units(wish.available) - after + before, scale),
    prices: positions.map((position, at) => ({
      side: position.side,
      before: liquidationPriceOf(terms, position, position.collateral),
      after: liquidationPriceOf(terms, position, margins[at]),
    })),
  };
}

function liquidationPriceOf({ tick, risk }: OutcomeTerms, position: Position, collateral: bigint): string | null {
  const ticks = isolatedLiquidationPrice(risk, position, collateral);
  return ticks === null ? null : decimalOf(BigInt(ticks) * exact(tick, scaleOf(tick)), scaleOf(tick));
}

type Collateralised = Position & { collateral: bigint };

/** Margin and the reserve for closing that a position of its cost begins with. */
function begunWith(terms: OutcomeTerms, { side, cost }: Position, leverage: number): bigint {
  return initialMargin(cost, leverage) + reserveOf(terms, side, cost, leverage);
}

function reserveOf({ risk }: OutcomeTerms, side: PositionSide, cost: bigint, leverage: number): bigint {
  return orderCost({ side, perTick: cost, price: 1, leverage, takerPpb: 0, closePpb: risk.closePpb, mark: 1 }).reserve;
}

/** What a position does without: neither a loss nor what it began with nor the reserve. */
function takeable(terms: OutcomeTerms, position: Collateralised, mark: number, leverage: number): bigint {
  const profit = profitAt(position, mark);
  const margin = initialMargin(larger(valueAt(position, mark), position.cost), leverage);
  const reserve = reserveOf(terms, position.side, position.cost, leverage);
  return larger(position.collateral + smaller(profit, 0n) - margin - reserve, 0n);
}

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
