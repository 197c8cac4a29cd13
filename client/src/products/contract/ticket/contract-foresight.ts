/** What an order would trade at, and what it would hold and make of the position, by the book as it is. */
import type { Level } from '../../../../../shared/wire/market-data';
import { openingOf, type NoOutcome, type Opening } from '../../../entities/contract/outcomes';
import { crossPriceOf, withOpened } from '../../../entities/contract/reckoning';
import {
  estimateMarket,
  hasLimit,
  hasTrigger,
  withinLimit,
  type MarketEstimate,
} from '../../../entities/order/order-terms';
import { compare, differenceOf, isAbove, sumOf } from '../../../shared/lib/numbers/exact';
import { decimalOfTyped } from '../../../shared/lib/numbers/typed';
import { closedOf, openedOf, pathOf, type Against, type Path } from './order-path';
import { mostOf, type ContractDraft, type SizeTerms } from './contract-draft';
import { bookSide, limitPrice, type ContractContext } from './contract-context';

export function sizeTermsOf(draft: ContractDraft, context: ContractContext): SizeTerms {
  const { market, act, unit, available, closable } = context;
  const at = priceOf(draft, context);
  const levels = levelsWithin(draft, context);
  const openingOf = (quantity: string) =>
    at === null ? null : openingNow(quantity, at, pathOf(quantity, at, levels, context, true), context);
  return { market, act, unit, at, available, closable, openingOf };
}

/** What can be opened or closed at most with what was typed so far, of the coin. */
export function mostNow(draft: ContractDraft, context: ContractContext): string | null {
  return mostOf(sizeTermsOf(draft, context));
}

/** What it would trade at: its limit, its trigger, or the best that stands in the book, else the mark. */
export function priceOf(draft: ContractDraft, { kind, act, side, book, mark, last }: ContractContext): string | null {
  const typed = hasLimit(kind) ? draft.price : hasTrigger(kind) ? draft.trigger : undefined;
  const decimal = decimalOfTyped(typed);
  if (typed !== undefined) return decimal !== null && isAbove(decimal, '0') ? decimal : null;
  const others = bookSide({ act, side }) === 'buy' ? book?.asks : book?.bids;
  return others?.at(0)?.[0] ?? mark ?? last;
}

/** What it would hold and make of the position, by the book as it is; null where nothing prices it. */
export function foreseen(quantity: string, draft: ContractDraft, context: ContractContext): Opening | NoOutcome | null {
  const at = priceOf(draft, context);
  if (at === null) return null;
  const opening = openingNow(quantity, at, pathOf(quantity, at, levelsWithin(draft, context), context, false), context);
  if (!context.isCross || opening.kind !== 'opening') return opening;
  return { ...opening, liquidationPrice: crossPrice(quantity, opening, context), bankruptcyPrice: null };
}

/** Where the account would be liquidated with it; null where that is not known. */
function crossPrice(quantity: string, { value: cost, fee }: Opening, context: ContractContext): string | null {
  const { cross, outcome, mark, side, leverage, market, against } = context;
  if (!cross || mark === null || against) return null;
  const opened = withOpened(cross, outcome, { name: market.name, mark, side, quantity, cost, fee, leverage });
  return crossPriceOf(opened, market.name, side, market.tick);
}

function openingNow(quantity: string, at: string, path: Path, context: ContractContext) {
  const { outcome, side, leverage, mark, position, ordered, kind, market, against } = context;
  const more = differenceOf(quantity, against?.closable ?? '0');
  // What only closes holds nothing, and leaves what is left of the other side as it is.
  if (against && !isAbove(more, '0')) return closingOnly(quantity, against);
  const standing = position && { lots: position.lots, cost: position.cost, margin: position.margin };
  // At the market it is judged by the worst that it may take.
  const price =
    kind === 'market' && mark !== null ? limitPrice(mark, market.bandPpb, bookSide(context), market.tick) : at;
  const parts = openedOf(path, against);
  const opening = openingOf(outcome, { side, quantity: more, price, leverage, mark, standing, parts, ordered });
  return against && parts.length === 0 && opening.kind === 'opening' ? closingOnly(quantity, against) : opening;
}

function closingOnly(quantity: string, { position }: Against): Opening {
  const isAll = compare(quantity, position.quantity) >= 0;
  return {
    ...{ kind: 'opening', value: '0', margin: '0', fee: '0', reserve: '0', loss: '0', total: '0' },
    liquidationPrice: isAll ? null : position.liquidationPrice,
    bankruptcyPrice: isAll ? null : position.bankruptcyPrice,
  };
}

/** What stands against it, within its limit; null for what waits, and where no book is known. */
function levelsWithin(draft: ContractDraft, context: ContractContext): readonly Level[] | null {
  const { kind, timeInForce, book, mark, market } = context;
  if (hasTrigger(kind) || timeInForce === 'post_only' || !book) return null;
  const side = bookSide(context);
  const others = side === 'buy' ? book.asks : book.bids;
  const limit =
    kind === 'limit' ? decimalOfTyped(draft.price) : mark && limitPrice(mark, market.bandPpb, side, market.tick);
  return limit === null ? others : withinLimit(side, others, limit);
}

/** By the book as it is, within the price limit; null for an order that waits or rests. */
export function estimateOf(quantity: string | null, context: ContractContext): MarketEstimate | null {
  const { market, kind, book, mark } = context;
  if (kind !== 'market' || quantity === null) return null;
  const side = bookSide(context);
  const levels = (side === 'buy' ? book?.asks : book?.bids) ?? [];
  const edge = mark === null ? null : limitPrice(mark, market.bandPpb, side, market.tick);
  return estimateMarket(edge === null ? levels : withinLimit(side, levels, edge), { quantity }, market);
}

/** Of the coin, what it takes off the other side by the book as it is. */
export function closedNow(quantity: string, at: string, draft: ContractDraft, context: ContractContext): string {
  const path = pathOf(quantity, at, levelsWithin(draft, context), context, true);
  const { taken, rest } = closedOf(path, context.against);
  return sumOf([taken, rest]);
}
