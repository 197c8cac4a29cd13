/** What a contract order meets in the book, and, where one position is turned around, what of that closes and what opens. */
import type { PositionState } from '../../../../../shared/products/perpetual/stream';
import type { Level } from '../../../../../shared/wire/market-data';
import type { Lots } from '../../../entities/contract/outcomes';
import type { OrderKind } from '../../../entities/order/order-terms';
import { differenceOf, isAbove, sumOf } from '../../../shared/lib/numbers/exact';

/** What an order takes at once, level by level, and what is left of it at its own price. */
export interface Path {
  taken: readonly Lots[];
  rest: Lots | null;
}

/** A position on the other side, and what of it nothing is closing yet. */
export interface Against {
  position: PositionState;
  closable: string;
}

/**
 * By the levels that it may take; null for one that takes nothing. Of what does not wait, what is left counts only for `isWhole`, as
 * if it found it there.
 */
export function pathOf(
  quantity: string,
  at: string,
  levels: readonly Level[] | null,
  { kind, timeInForce }: { kind: OrderKind; timeInForce: string },
  isWhole: boolean,
): Path {
  if (levels === null) return { taken: [], rest: { quantity, price: at } };
  const taken: Lots[] = [];
  let left = quantity;
  for (const [price, offered] of levels) {
    if (!isAbove(left, '0')) break;
    const part = lesserOf(offered, left);
    taken.push({ quantity: part, price });
    left = differenceOf(left, part);
  }
  const rests = kind === 'limit' && timeInForce === 'gtc';
  if (!isAbove(left, '0') || !(rests || isWhole)) return { taken, rest: null };
  return { taken, rest: { quantity: left, price: kind === 'limit' ? at : (taken.at(-1)?.price ?? at) } };
}

/**
 * Of the coin, what takes off the other side. What takes at once takes what it needs, whatever else closes there; what then rests only
 * what nothing else closes.
 */
export function closedOf({ taken, rest }: Path, against: Against | null): { taken: string; rest: string } {
  if (!against) return { taken: '0', rest: '0' };
  const { position, closable } = against;
  const closed = lesserOf(sumOf(taken.map(({ quantity }) => quantity)), position.quantity);
  const left = differenceOf(closable, closed);
  return { taken: closed, rest: rest && isAbove(left, '0') ? lesserOf(rest.quantity, left) : '0' };
}

/** What is costed: all but what takes off the other side. */
export function openedOf(path: Path, against: Against | null): Lots[] {
  const closed = closedOf(path, against);
  return [...withoutFirst(path.taken, closed.taken), ...withoutFirst(path.rest ? [path.rest] : [], closed.rest)];
}

/** What is left of the parts when so much of the coin has traded. */
function withoutFirst(parts: readonly Lots[], quantity: string): Lots[] {
  let closing = quantity;
  return parts.flatMap((part) => {
    const left = differenceOf(part.quantity, closing);
    if (!isAbove(left, '0')) {
      closing = differenceOf(closing, part.quantity);
      return [];
    }
    closing = '0';
    return [{ ...part, quantity: left }];
  });
}

function lesserOf(one: string, other: string): string {
  return isAbove(one, other) ? other : one;
}
