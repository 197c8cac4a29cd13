/**
 * Previews the effect of a new leverage on a market's isolated positions and open orders, by the exchange's rules for
 * setting leverage.
 */
import type { ContractOrderState, PositionState } from '../../../../../shared/products/perpetual/stream';
import { orderExposure } from '../../../../../shared/products/perpetual/rules/caps';
import { initialMargin, orderCost } from '../../../../../shared/products/perpetual/rules/order-cost';
import {
  profitAt,
  valueAt,
  type Position,
  type PositionSide,
} from '../../../../../shared/products/perpetual/rules/position';
import { isolatedLiquidationPrice } from '../../../../../shared/products/perpetual/rules/maintenance-margin';
import { leverageMaxAt } from '../../../../../shared/products/perpetual/rules/tiers';
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import { exact } from '../../../kit/lib/numbers/exact';
import type { OutcomeTerms } from '../../../kit/entities/contract/outcomes';

export interface LeverageRequest {
  from: number;
  to: number;
  mark: string;
  /** In this market only. */
  positions: readonly Pick<PositionState, 'side' | 'lots' | 'cost' | 'margin'>[];
  orders: readonly Pick<
    ContractOrderState,
    'act' | 'position' | 'price' | 'trigger' | 'quantity' | 'filledQuantity' | 'held'
  >[];
  /** Available balance of the contract account. */
  available: string;
}

export interface LeverageEffect {
  kind: 'effect';
  /** Margin of all positions after the change. */
  margin: string;
  /** Margin held by open orders after the change. */
  held: string;
  /** Available balance after the change; if negative, the exchange refuses the change. */
  free: string;
  /** Liquidation mark of each position before and after; null if no price above zero liquidates it. */
  prices: readonly LiquidationPrices[];
}

export interface LiquidationPrices {
  side: PositionSide;
  before: string | null;
  after: string | null;
}

export type NoEffect = { kind: 'leverage_too_high'; maximum: number };

const SIDES: readonly PositionSide[] = ['long', 'short'];

export function leverageEffect(terms: OutcomeTerms, request: LeverageRequest): LeverageEffect | NoEffect {
  const { from, to } = request;
  const { scale, tick } = terms;
  const units = (decimal: string) => exact(decimal, scale);
  const ticks = (price: string) => Number(exact(price, scaleOf(tick)) / exact(tick, scaleOf(tick)));
  const mark = ticks(request.mark);
  const positions = request.positions.map(({ side, lots, cost, margin }) => ({
    ...{ side, perTick: BigInt(lots) * terms.perTickLot, cost: units(cost), collateral: units(margin) },
  }));
  const orders = request.orders
    .filter(({ act }) => act === 'open')
    .map(({ position, price, trigger, quantity, filledQuantity, held }) => {
      const places = scaleOf(terms.lot);
      const lots = (exact(quantity, places) - exact(filledQuantity, places)) / exact(terms.lot, places);
      const at = ticks(price ?? trigger ?? request.mark);
      return { side: position, perTick: lots * terms.perTickLot, price: at, held: units(held) };
    });

  const exposures = SIDES.map((side) => {
    const positionExposures = positions
      .filter((one) => one.side === side)
      .map((one) => larger(one.cost, valueAt(one, mark)));
    const orderExposures = orders
      .filter((one) => one.side === side)
      .map((one) => orderExposure(one.perTick, one.price, mark));
    return total([...positionExposures, ...orderExposures]);
  });
  const maximum = leverageMaxAt(terms.orderTiers, exposures.reduce(larger));
  if (to > maximum) return { kind: 'leverage_too_high', maximum };

  const margins = positions.map((position) => {
    const addedMargin = openedWithLeverage(terms, position, to) - openedWithLeverage(terms, position, from);
    const releasedMargin = smaller(-addedMargin, withdrawableMargin(terms, position, mark, to));
    return position.collateral + (addedMargin > 0n ? addedMargin : -releasedMargin);
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
    free: decimalOf(units(request.available) - after + before, scale),
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

/** Initial margin plus closing reserve of a position with this cost. */
function openedWithLeverage(terms: OutcomeTerms, { side, cost }: Position, leverage: number): bigint {
  return initialMargin(cost, leverage) + reserveOf(terms, side, cost, leverage);
}

function reserveOf({ risk }: OutcomeTerms, side: PositionSide, cost: bigint, leverage: number): bigint {
  return orderCost({ side, perTick: cost, price: 1, leverage, takerPpb: 0, closePpb: risk.closePpb, mark: 1 }).reserve;
}

/** Margin that can be withdrawn: collateral less unrealised loss, initial margin and closing reserve. */
function withdrawableMargin(terms: OutcomeTerms, position: Collateralised, mark: number, leverage: number): bigint {
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
