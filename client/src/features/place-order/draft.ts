/** What a user has typed of an order so far, and how its fields follow each other. */
import {
  floorTo,
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
} from '../../entities/order/order-terms';
import type { MarketRecord } from '../../../../shared/wire/product';
import { canonical } from '../../shared/lib/typed';

export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post_only';

export interface Draft {
  /** As typed; empty while there is nothing. */
  price: string;
  trigger: string;
  quantity: string;
  /** In the quote asset: the total of a limit order, what a market buy spends. */
  amount: string;
  /** Chosen by the slider, as long as nothing was typed since. */
  percent: number | null;
}

export interface DraftTerms {
  side: OrderSide;
  kind: OrderKind;
  market: Pick<MarketRecord, 'lot' | 'tick' | 'quantityMax'>;
  /** Of the asset that the order spends. */
  available: string;
}

export type DraftField = 'price' | 'trigger' | 'quantity' | 'amount';

export function emptyDraft(price: string): Draft {
  return { price, trigger: '', quantity: '', amount: '', percent: null };
}

export function hasLimit(kind: OrderKind): boolean {
  return kind === 'limit' || kind === 'stop_limit';
}

export function hasTrigger(kind: OrderKind): boolean {
  return kind === 'stop_limit' || kind === 'stop_market';
}

/** A buy without a limit says what it spends, not what it gets. */
export function isByAmount({ side, kind }: Pick<DraftTerms, 'side' | 'kind'>): boolean {
  return side === 'buy' && !hasLimit(kind);
}

/** The draft after a field was typed in: total follows price and quantity, quantity follows a typed total. */
export function edited(draft: Draft, field: DraftField, text: string, terms: DraftTerms): Draft {
  const next = { ...draft, [field]: text, percent: null };
  if (field === 'trigger' || !hasLimit(terms.kind)) return next;
  if (field === 'amount') return { ...next, quantity: shown(quantityFor(text, next.price, terms.market.lot)) };
  return { ...next, amount: totalShown(next.price, next.quantity, terms) };
}

/** The draft after the slider: never more than there is, in whole lots. */
export function atPercent(draft: Draft, percent: number, terms: DraftTerms): Draft {
  if (isByAmount(terms)) {
    const amount = shareOf(terms.available, percent, quoteStepOf(terms.market));
    return { ...draft, percent, amount: shown(amount) };
  }
  const quantity = quantityAtPercent(terms.side, percent, terms.available, draft.price, terms.market);
  const text = shown(quantity);
  return { ...draft, percent, quantity: text, amount: totalShown(draft.price, text, terms) };
}

/** What the slider stands at. */
export function percentShown(draft: Draft, terms: DraftTerms): number {
  return draft.percent ?? percentOf(heldBy(wishOf(draft, terms)) ?? '0', terms.available);
}

/** The order as it would be sent; what is not typed yet is not part of it. */
export function wishOf(draft: Draft, { side, kind }: Pick<DraftTerms, 'side' | 'kind'>): OrderWish {
  const wish: OrderWish = { side, kind };
  if (hasLimit(kind)) wish.price = canonical(draft.price) ?? '0';
  if (hasTrigger(kind)) wish.trigger = canonical(draft.trigger) ?? '0';
  if (isByAmount({ side, kind })) wish.amount = canonical(draft.amount) ?? '0';
  else wish.quantity = canonical(draft.quantity) ?? '0';
  return wish;
}

/** Rounded down to the step of the price, for the eye; what is sent is price and quantity. */
function totalShown(price: string, quantity: string, { market }: DraftTerms): string {
  const total = totalOf(price, quantity);
  if (total === null) return '';
  const step = quoteStepOf(market);
  return shown(floorTo(total, step));
}

function shown(decimal: string | null): string {
  return decimal === null || decimal === '0' ? '' : decimal;
}
