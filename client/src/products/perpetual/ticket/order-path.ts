/** Fills of a contract order against the book, split into closing and opening parts in one-way mode. */
import type { PositionState } from '../../../../../shared/products/perpetual/stream';
import type { Level } from '../../../../../shared/wire/market-data';
import type { Lots } from '../../../kit/entities/contract/outcomes';
import type { OrderKind } from '../../../kit/entities/order/order-terms';
import { differenceOf, isAbove, sumOf } from '../../../kit/lib/numbers/exact';

/** Immediate fills by level, and the remainder at the order's own price. */
export interface Path {
  fills: readonly Lots[];
  rest: Lots | null;
}

/** Opposite position, and the part of it that no resting order closes. */
export interface CloseTarget {
  position: PositionState;
  closable: string;
}

/**
 * `levels` are those that the order may take; null if it takes nothing at once. For orders that do not rest, the
 * remainder counts only with `isWhole`, as if it were filled at the limit or at the last level taken.
 */
export function pathOf(
  quantity: string,
  at: string,
  levels: readonly Level[] | null,
  { kind, timeInForce }: { kind: OrderKind; timeInForce: string },
  isWhole: boolean,
): Path {
  if (levels === null) return { fills: [], rest: { quantity, price: at } };
  const fills: Lots[] = [];
  let remaining = quantity;
  for (const [price, offered] of levels) {
    if (!isAbove(remaining, '0')) break;
    const fillQuantity = lesserOf(offered, remaining);
    fills.push({ quantity: fillQuantity, price });
    remaining = differenceOf(remaining, fillQuantity);
  }
  const rests = kind === 'limit' && timeInForce === 'gtc';
  if (!isAbove(remaining, '0') || !(rests || isWhole)) return { fills, rest: null };
  return { fills, rest: { quantity: remaining, price: kind === 'limit' ? at : (fills.at(-1)?.price ?? at) } };
}

/**
 * Quantity in the base asset that closes the opposite position. Immediate fills close as much as they can, regardless
 * of other closing orders; the resting remainder closes only what no other order closes.
 */
export function closedOf({ fills, rest }: Path, closeTarget: CloseTarget | null): { fills: string; rest: string } {
  if (!closeTarget) return { fills: '0', rest: '0' };
  const { position, closable } = closeTarget;
  const closed = lesserOf(sumOf(fills.map(({ quantity }) => quantity)), position.quantity);
  const remaining = differenceOf(closable, closed);
  return { fills: closed, rest: rest && isAbove(remaining, '0') ? lesserOf(rest.quantity, remaining) : '0' };
}

/** Parts that cost margin: all except those that close the opposite position. */
export function openedOf(path: Path, closeTarget: CloseTarget | null): Lots[] {
  const closed = closedOf(path, closeTarget);
  return [...withoutFirst(path.fills, closed.fills), ...withoutFirst(path.rest ? [path.rest] : [], closed.rest)];
}

/** Parts left after `quantity` of the base asset has traded. */
function withoutFirst(pricedLots: readonly Lots[], quantity: string): Lots[] {
  let closing = quantity;
  return pricedLots.flatMap((pricedLot) => {
    const remaining = differenceOf(pricedLot.quantity, closing);
    if (!isAbove(remaining, '0')) {
      closing = differenceOf(closing, pricedLot.quantity);
      return [];
    }
    closing = '0';
    return [{ ...pricedLot, quantity: remaining }];
  });
}

function lesserOf(one: string, other: string): string {
  return isAbove(one, other) ? other : one;
}
