/** The user's draft of an order, and the dependencies between its fields. */
import {
  hasLimit,
  hasTrigger,
  heldBy,
  percentOf,
  quantityAtPercent,
  quantityFor,
  quoteStepOf,
  shareOf,
  totalOf,
  type OrderKind,
  type OrderSide,
  type OrderRequest,
} from '../../../kit/entities/order/order-terms';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { floorTo } from '../../../kit/lib/numbers/exact';
import { EMPTY, decimalOfTyped, typedOf, type Typed } from '../../../kit/lib/numbers/typed';

export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post_only';

export interface Draft {
  price: Typed;
  trigger: Typed;
  quantity: Typed;
  /** In the quote asset; for orders with a limit. */
  total: Typed;
  /** Amount to spend of a buy without a limit, in the quote asset; independent of the other fields. */
  spent: Typed;
  /** The field typed last, quantity or total; the other one follows it. */
  leads: 'quantity' | 'total';
  /** Slider position; null once something has been typed. */
  slid: SliderState | null;
}

interface SliderState {
  percent: number;
  /** Available balance of which it was a share. */
  available: string;
  field: 'quantity' | 'spent';
}

export interface DraftTerms {
  side: OrderSide;
  kind: OrderKind;
  market: Pick<MarketRecord, 'lot' | 'tick' | 'quantityMax'>;
  /** Available balance of the asset that the order spends. */
  available: string;
}

export type DraftField = 'price' | 'trigger' | 'quantity' | 'total' | 'spent';

type Steps = Pick<MarketRecord, 'lot' | 'tick'>;

export function emptyDraft(price: string): Draft {
  return {
    ...{ price: typedOf(price), trigger: EMPTY, quantity: EMPTY, total: EMPTY, spent: EMPTY },
    ...{ leads: 'quantity', slid: null },
  };
}

/** A buy without a limit specifies the amount to spend, not the quantity. */
export function isByAmount({ side, kind }: Pick<DraftTerms, 'side' | 'kind'>): boolean {
  return side === 'buy' && !hasLimit(kind);
}

/** Fields for this kind of order, in the form's order. */
export function fieldsOf(terms: Pick<DraftTerms, 'side' | 'kind'>): DraftField[] {
  return [
    ...(hasTrigger(terms.kind) ? (['trigger'] as const) : []),
    ...(hasLimit(terms.kind) ? (['price', 'quantity', 'total'] as const) : []),
    ...(hasLimit(terms.kind) ? [] : [isByAmount(terms) ? ('spent' as const) : ('quantity' as const)]),
  ];
}

/** Draft after typing in a field. */
export function edited(draft: Draft, field: DraftField, input: Typed, market: Steps): Draft {
  const next: Draft = { ...draft, [field]: input, slid: null };
  switch (field) {
    case 'trigger':
    case 'spent':
      return next;
    case 'price':
      return withDerivedAmounts(next, market);
    case 'quantity':
    case 'total':
      return withDerivedAmounts({ ...next, leads: field }, market);
  }
}

/** Draft after a move of the slider: within the available balance, in whole lots. */
export function atPercent(draft: Draft, percent: number, terms: DraftTerms): Draft {
  const { available, market, side } = terms;
  if (isByAmount(terms)) {
    const spent = inputOf(shareOf(available, percent, quoteStepOf(market)));
    return { ...draft, spent, slid: { percent, available, field: 'spent' } };
  }
  const quantity = quantityAtPercent(side, percent, available, decimalOfTyped(draft.price), market);
  const next: Draft = { ...draft, quantity: inputOf(quantity), leads: 'quantity' };
  return { ...withDerivedAmounts(next, market), slid: { percent, available, field: 'quantity' } };
}

/** Slider position: where the user put it, while the balance and field are the same; else computed. */
export function percentShown(draft: Draft, terms: DraftTerms): number {
  const { slid } = draft;
  const field = isByAmount(terms) ? 'spent' : 'quantity';
  if (slid?.available === terms.available && slid.field === field) return slid.percent;
  return percentOf(heldBy(requestOf(draft, terms)) ?? '0', terms.available);
}

/** The order as it would be sent; empty and invalid fields count as 0. */
export function requestOf(draft: Draft, { side, kind }: Pick<DraftTerms, 'side' | 'kind'>): OrderRequest {
  const decimal = (field: DraftField) => decimalOfTyped(draft[field]) ?? '0';
  const request: OrderRequest = { side, kind };
  if (hasLimit(kind)) request.price = decimal('price');
  if (hasTrigger(kind)) request.trigger = decimal('trigger');
  if (isByAmount({ side, kind })) request.amount = decimal('spent');
  else request.quantity = decimal('quantity');
  return request;
}

/** After placing, clears the amounts unless the user has changed them meanwhile. */
export function afterPlacing(draft: Draft, placedDraft: Draft): Draft {
  const isUntouched =
    draft.quantity === placedDraft.quantity && draft.total === placedDraft.total && draft.spent === placedDraft.spent;
  return isUntouched ? { ...draft, quantity: EMPTY, total: EMPTY, spent: EMPTY, slid: null } : draft;
}

/** The total follows price and quantity; the quantity follows price and a typed total, in whole lots. */
function withDerivedAmounts(draft: Draft, market: Steps): Draft {
  const price = decimalOfTyped(draft.price);
  const leading = decimalOfTyped(draft[draft.leads]);
  const isKnown = price !== null && leading !== null;
  if (draft.leads === 'total') {
    return { ...draft, quantity: isKnown ? inputOf(quantityFor(leading, price, market.lot)) : EMPTY };
  }
  // Rounded down to the price step for display only; the order is sent with price and quantity.
  return { ...draft, total: isKnown ? inputOf(floorTo(totalOf(price, leading), quoteStepOf(market))) : EMPTY };
}

function inputOf(decimal: string | null): Typed {
  return decimal === '0' ? EMPTY : typedOf(decimal);
}
