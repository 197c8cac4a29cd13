/** What a user has typed of an order so far, and how its fields follow each other. */
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
  type OrderWish,
} from '../../../entities/order/order-terms';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { floorTo } from '../../../shared/lib/numbers/exact';
import { EMPTY, decimalOfTyped, typedOf, type Typed } from '../../../shared/lib/numbers/typed';

export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post_only';

export interface Draft {
  price: Typed;
  trigger: Typed;
  quantity: Typed;
  /** Of an order with a limit, in the quote asset. */
  total: Typed;
  /** What a buy without a limit spends, in the quote asset: no other field has a say in it. */
  spent: Typed;
  /** Which of quantity and total was typed last: the other one follows it. */
  leads: 'quantity' | 'total';
  /** Chosen by the slider, as long as nothing was typed since. */
  slid: Slid | null;
}

interface Slid {
  percent: number;
  /** What it was a share of. */
  available: string;
  field: 'quantity' | 'spent';
}

export interface DraftTerms {
  side: OrderSide;
  kind: OrderKind;
  market: Pick<MarketRecord, 'lot' | 'tick' | 'quantityMax'>;
  /** Of the asset that the order spends. */
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

/** A buy without a limit says what it spends, not what it gets. */
export function isByAmount({ side, kind }: Pick<DraftTerms, 'side' | 'kind'>): boolean {
  return side === 'buy' && !hasLimit(kind);
}

/** The fields that an order of this kind is typed in, as the form has them. */
export function fieldsOf(terms: Pick<DraftTerms, 'side' | 'kind'>): DraftField[] {
  return [
    ...(hasTrigger(terms.kind) ? (['trigger'] as const) : []),
    ...(hasLimit(terms.kind) ? (['price', 'quantity', 'total'] as const) : []),
    ...(hasLimit(terms.kind) ? [] : [isByAmount(terms) ? ('spent' as const) : ('quantity' as const)]),
  ];
}

/** The draft after a field was typed in. */
export function edited(draft: Draft, field: DraftField, typed: Typed, market: Steps): Draft {
  const next: Draft = { ...draft, [field]: typed, slid: null };
  switch (field) {
    case 'trigger':
    case 'spent':
      return next;
    case 'price':
      return following(next, market);
    case 'quantity':
    case 'total':
      return following({ ...next, leads: field }, market);
  }
}

/** The draft after the slider: never more than there is, in whole lots. */
export function atPercent(draft: Draft, percent: number, terms: DraftTerms): Draft {
  const { available, market, side } = terms;
  if (isByAmount(terms)) {
    const spent = shown(shareOf(available, percent, quoteStepOf(market)));
    return { ...draft, spent, slid: { percent, available, field: 'spent' } };
  }
  const quantity = quantityAtPercent(side, percent, available, decimalOfTyped(draft.price), market);
  const next: Draft = { ...draft, quantity: shown(quantity), leads: 'quantity' };
  return { ...following(next, market), slid: { percent, available, field: 'quantity' } };
}

/** What the slider stands at: where it was put, while that is what it is a share of. */
export function percentShown(draft: Draft, terms: DraftTerms): number {
  const { slid } = draft;
  const field = isByAmount(terms) ? 'spent' : 'quantity';
  if (slid?.available === terms.available && slid.field === field) return slid.percent;
  return percentOf(heldBy(wishOf(draft, terms)) ?? '0', terms.available);
}

/** The order as it would be sent; what is not typed yet, or is no number, counts as nothing. */
export function wishOf(draft: Draft, { side, kind }: Pick<DraftTerms, 'side' | 'kind'>): OrderWish {
  const decimal = (field: DraftField) => decimalOfTyped(draft[field]) ?? '0';
  const wish: OrderWish = { side, kind };
  if (hasLimit(kind)) wish.price = decimal('price');
  if (hasTrigger(kind)) wish.trigger = decimal('trigger');
  if (isByAmount({ side, kind })) wish.amount = decimal('spent');
  else wish.quantity = decimal('quantity');
  return wish;
}

/** The draft after its order was placed: what was ordered is gone, unless something else stands there by now. */
export function afterPlacing(draft: Draft, placed: Draft): Draft {
  const isUntouched =
    draft.quantity === placed.quantity && draft.total === placed.total && draft.spent === placed.spent;
  return isUntouched ? { ...draft, quantity: EMPTY, total: EMPTY, spent: EMPTY, slid: null } : draft;
}

/** Total follows price and quantity; quantity follows price and a typed total, in whole lots. */
function following(draft: Draft, market: Steps): Draft {
  const price = decimalOfTyped(draft.price);
  const leading = decimalOfTyped(draft[draft.leads]);
  const isKnown = price !== null && leading !== null;
  if (draft.leads === 'total') {
    return { ...draft, quantity: isKnown ? shown(quantityFor(leading, price, market.lot)) : EMPTY };
  }
  // Rounded down to the step of the price, for the eye; what is sent is price and quantity.
  return { ...draft, total: isKnown ? shown(floorTo(totalOf(price, leading), quoteStepOf(market))) : EMPTY };
}

function shown(decimal: string | null): Typed {
  return decimal === '0' ? EMPTY : typedOf(decimal);
}
