/** Context in which a contract order is checked, and values derived from it alone. */
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import { scaleOf } from '../../../../../shared/rules/units';
import type { PositionState } from '../../../../../shared/products/perpetual/stream';
import type { PlaceContractRequest } from '../../../../../shared/products/perpetual/wire';
import type { Level } from '../../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../../shared/wire/product';
import type { OutcomeTerms } from '../../../kit/entities/contract/outcomes';
import type { CrossStanding } from '../../../kit/entities/contract/reckoning';
import type { OrderKind } from '../../../kit/entities/order/order-terms';
import { compare, productOf, quotientOf } from '../../../kit/lib/numbers/exact';
import type { StopsBy } from './attached-stops';
import type { CloseTarget } from './order-path';
import { colourOf, type Act, type SizeUnit } from './contract-draft';

const PPB = '1000000000';

export type TimeInForce = PlaceContractRequest['timeInForce'] & string;
export type TriggerBy = 'last' | 'mark';
/** The request without its client id. */
export type ContractOrder = Omit<PlaceContractRequest, 'clientId'>;

export interface ContractContext {
  market: MarketRecord;
  outcome: OutcomeTerms;
  act: Act;
  side: PositionSide;
  kind: OrderKind;
  timeInForce: TimeInForce;
  triggerBy: TriggerBy;
  unit: SizeUnit;
  /** Null if the order has no attached stops. */
  stops: { by: StopsBy; triggerBy: TriggerBy } | null;
  leverage: number;
  /** Cross-margin state of the account; null with isolated margin, or if unknown. */
  cross: CrossStanding | null;
  isCross: boolean;
  /** Opposite position, which is closed first in one-way mode; null if there is none. */
  closeTarget: CloseTarget | null;
  /** Available balance of the contract account; null if unknown, as for visitors. */
  available: string | null;
  /** Position on this side; null if there is none. */
  position: PositionState | null;
  /** Part of the position that no resting order closes. */
  closable: string | null;
  /** Value of open orders that open on this side. */
  openOrderValue: string;
  last: string | null;
  mark: string | null;
  /** Null if the book is not followed. */
  book: { readonly bids: readonly Level[]; readonly asks: readonly Level[] } | null;
}

/** Side of the book. */
export function bookSide({ act, side }: Pick<ContractContext, 'act' | 'side'>): 'buy' | 'sell' {
  return colourOf(act, side);
}

/**
 * Price limit: the worst price at which a trade may execute. The band around the mark, rounded to the tick toward the
 * mark.
 */
export function limitPrice(mark: string, bandPpb: number, side: 'buy' | 'sell', tick: string): string {
  const factor = side === 'buy' ? BigInt(PPB) + BigInt(bandPpb) : BigInt(PPB) - BigInt(bandPpb);
  const exactLimit = quotientOf(productOf(mark, String(factor)), PPB, 18);
  const ticks = quotientOf(exactLimit, tick, 0);
  const roundedDown = productOf(ticks, tick);
  return side === 'buy' || compare(roundedDown, exactLimit) === 0
    ? roundedDown
    : productOf(String(BigInt(ticks) + 1n), tick);
}

/** Rounds an estimate to the nearest tick. */
export function nearest(price: string, tick: string): string {
  const doubled = quotientOf(productOf(price, '2'), tick, 0);
  return productOf(String((BigInt(doubled) + 1n) / 2n), tick);
}

export function entryOf({ cost, quantity }: PositionState, { tick }: MarketRecord): string {
  return quotientOf(cost, quantity, scaleOf(tick));
}
