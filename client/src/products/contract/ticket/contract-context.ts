/** What an order of a contract is judged by, and what follows from that alone. */
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import { scaleOf } from '../../../../../shared/rules/units';
import type { PositionState } from '../../../../../shared/products/perpetual/stream';
import type { PlaceContractRequest } from '../../../../../shared/products/perpetual/wire';
import type { Level } from '../../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../../shared/wire/product';
import type { OutcomeTerms } from '../../../entities/contract/outcomes';
import type { CrossStanding } from '../../../entities/contract/reckoning';
import type { OrderKind } from '../../../entities/order/order-terms';
import { compare, productOf, quotientOf } from '../../../shared/lib/numbers/exact';
import type { StopsBy } from './attached-stops';
import type { Against } from './order-path';
import { colourOf, type Act, type SizeUnit } from './contract-draft';

const PPB = '1000000000';

export type TimeInForce = PlaceContractRequest['timeInForce'] & string;
export type TriggerBy = 'last' | 'mark';
/** As it is sent, but for the id of the attempt. */
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
  /** Null: it brings no stops along. */
  stops: { by: StopsBy; triggerBy: TriggerBy } | null;
  leverage: number;
  /** It stands by the whole account, as that is now; null where it stands by itself, or that is not known. */
  cross: CrossStanding | null;
  isCross: boolean;
  /** What stands on the other side and is closed first, in one-way mode; null where nothing is. */
  against: Against | null;
  /** Of the contract account; null where that is not known, as of a visitor. */
  available: string | null;
  /** On this side; null where there is none. */
  position: PositionState | null;
  /** What of it nothing is closing yet. */
  closable: string | null;
  /** What open orders that open on this side count as. */
  ordered: string;
  last: string | null;
  mark: string | null;
  /** Null where it is not looked at. */
  book: { readonly bids: readonly Level[]; readonly asks: readonly Level[] } | null;
}

/** Which way it goes in the book. */
export function bookSide({ act, side }: Pick<ContractContext, 'act' | 'side'>): 'buy' | 'sell' {
  return colourOf(act, side);
}

/** The worst price at which anything may trade: so far from the mark, to the tick, within. */
export function limitPrice(mark: string, bandPpb: number, side: 'buy' | 'sell', tick: string): string {
  const factor = side === 'buy' ? BigInt(PPB) + BigInt(bandPpb) : BigInt(PPB) - BigInt(bandPpb);
  const exactly = quotientOf(productOf(mark, String(factor)), PPB, 18);
  const ticks = quotientOf(exactly, tick, 0);
  const down = productOf(ticks, tick);
  return side === 'buy' || compare(down, exactly) === 0 ? down : productOf(String(BigInt(ticks) + 1n), tick);
}

/** Between two ticks the nearer one: what is estimated is no price of the book. */
export function nearest(price: string, tick: string): string {
  const doubled = quotientOf(productOf(price, '2'), tick, 0);
  return productOf(String((BigInt(doubled) + 1n) / 2n), tick);
}

export function entryOf({ cost, quantity }: PositionState, { tick }: MarketRecord): string {
  return quotientOf(cost, quantity, scaleOf(tick));
}
