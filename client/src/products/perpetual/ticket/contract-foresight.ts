/** Preview of an order against the current book: price, cost and effect on the position. */
import type { Level } from '../../../../../shared/wire/market-data';
import { openingOf, type NoOutcome, type Opening } from '../../../kit/entities/contract/outcomes';
import { crossPriceOf, withOpened } from '../../../kit/entities/contract/reckoning';
import {
  estimateMarket,
  hasLimit,
  hasTrigger,
  withinLimit,
  type MarketEstimate,
} from '../../../kit/entities/order/order-terms';
import { compare, differenceOf, isAbove, sumOf } from '../../../kit/lib/numbers/exact';
import { decimalOfTyped } from '../../../kit/lib/numbers/typed';
import { closedOf, openedOf, pathOf, type CloseTarget, type Path } from './order-path';
import { maxQuantityOf, type ContractDraft, type SizeTerms } from './contract-draft';
import { bookSide, limitPrice, type ContractContext } from './contract-context';

export function sizeTermsOf(draft: ContractDraft, context: ContractContext): SizeTerms {
  const { market, act, unit, available, closable } = context;
  const at = priceOf(draft, context);
  const levels = levelsWithin(draft, context);
  const openingOf = (quantity: string) =>
    at === null ? null : openingNow(quantity, at, pathOf(quantity, at, levels, context, true), context);
  return { market, act, unit, at, available, closable, openingOf };
}

/** Maximum to open or close with the current draft, in the base asset. */
export function maxQuantityNow(draft: ContractDraft, context: ContractContext): string | null {
  return maxQuantityOf(sizeTermsOf(draft, context));
}

/** Expected price: the limit, the trigger, or the best opposite price in the book, else the mark or the last price. */
export function priceOf(draft: ContractDraft, { kind, act, side, book, mark, last }: ContractContext): string | null {
  const priceInput = hasLimit(kind) ? draft.price : hasTrigger(kind) ? draft.trigger : undefined;
  const decimal = decimalOfTyped(priceInput);
  if (priceInput !== undefined) return decimal !== null && isAbove(decimal, '0') ? decimal : null;
  const others = bookSide({ act, side }) === 'buy' ? book?.asks : book?.bids;
  return others?.at(0)?.[0] ?? mark ?? last;
}

/** Cost and resulting position with the current book; null if no price is known. */
export function estimatedOpening(
  quantity: string,
  draft: ContractDraft,
  context: ContractContext,
): Opening | NoOutcome | null {
  const at = priceOf(draft, context);
  if (at === null) return null;
  const opening = openingNow(quantity, at, pathOf(quantity, at, levelsWithin(draft, context), context, false), context);
  if (!context.isCross || opening.kind !== 'opening') return opening;
  return { ...opening, liquidationPrice: crossPrice(quantity, opening, context), bankruptcyPrice: null };
}

/** Liquidation price of the account with the new order; null if unknown. */
function crossPrice(quantity: string, { value: cost, fee }: Opening, context: ContractContext): string | null {
  const { cross, outcome, mark, side, leverage, market, closeTarget } = context;
  if (!cross || mark === null || closeTarget) return null;
  const accountAfter = withOpened(cross, outcome, { name: market.name, mark, side, quantity, cost, fee, leverage });
  return crossPriceOf(accountAfter, market.name, side, market.tick);
}

function openingNow(quantity: string, at: string, path: Path, context: ContractContext) {
  const { outcome, side, leverage, mark, position, openOrderValue, kind, market, closeTarget } = context;
  const openingQuantity = differenceOf(quantity, closeTarget?.closable ?? '0');
  // A pure close costs nothing and leaves the rest of the opposite position unchanged.
  if (closeTarget && !isAbove(openingQuantity, '0')) return closingOnly(quantity, closeTarget);
  const openPosition = position && { lots: position.lots, cost: position.cost, margin: position.margin };
  // A market order is checked at the worst price that it may take.
  const price =
    kind === 'market' && mark !== null ? limitPrice(mark, market.bandPpb, bookSide(context), market.tick) : at;
  const pricedLots = openedOf(path, closeTarget);
  const opening = openingOf(outcome, {
    side,
    quantity: openingQuantity,
    price,
    leverage,
    mark,
    existingPosition: openPosition,
    pricedLots,
    openOrderValue,
  });
  return closeTarget && pricedLots.length === 0 && opening.kind === 'opening'
    ? closingOnly(quantity, closeTarget)
    : opening;
}

function closingOnly(quantity: string, { position }: CloseTarget): Opening {
  const isAll = compare(quantity, position.quantity) >= 0;
  return {
    ...{ kind: 'opening', value: '0', margin: '0', fee: '0', reserve: '0', loss: '0', total: '0' },
    liquidationPrice: isAll ? null : position.liquidationPrice,
    bankruptcyPrice: isAll ? null : position.bankruptcyPrice,
  };
}

/** Opposite levels within the order's limit; null for orders that do not take at once, and without a book. */
function levelsWithin(draft: ContractDraft, context: ContractContext): readonly Level[] | null {
  const { kind, timeInForce, book, mark, market } = context;
  if (hasTrigger(kind) || timeInForce === 'post_only' || !book) return null;
  const side = bookSide(context);
  const others = side === 'buy' ? book.asks : book.bids;
  const limit =
    kind === 'limit' ? decimalOfTyped(draft.price) : mark && limitPrice(mark, market.bandPpb, side, market.tick);
  return limit === null ? others : withinLimit(side, others, limit);
}

/** Estimate from the current book, within the price limit; null for orders that wait or rest. */
export function estimateOf(quantity: string | null, context: ContractContext): MarketEstimate | null {
  const { market, kind, book, mark } = context;
  if (kind !== 'market' || quantity === null) return null;
  const side = bookSide(context);
  const levels = (side === 'buy' ? book?.asks : book?.bids) ?? [];
  const priceLimit = mark === null ? null : limitPrice(mark, market.bandPpb, side, market.tick);
  return estimateMarket(priceLimit === null ? levels : withinLimit(side, levels, priceLimit), { quantity }, market);
}

/** Quantity in the base asset that the order closes of the opposite position with the current book. */
export function closedQuantityNow(
  quantity: string,
  at: string,
  draft: ContractDraft,
  context: ContractContext,
): string {
  const path = pathOf(quantity, at, levelsWithin(draft, context), context, true);
  const { fills: filledQuantity, rest } = closedOf(path, context.closeTarget);
  return sumOf([filledQuantity, rest]);
}
