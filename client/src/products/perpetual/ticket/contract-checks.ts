/** Fields of a contract order and their validation. */
import { isPendingPriceAllowed } from '../../../../../shared/products/perpetual/rules/price-limit';
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { hasLimit, hasTrigger } from '../../../kit/entities/order/order-terms';
import { compare, isAbove, isMultiple, productOf, quotientOf } from '../../../kit/lib/numbers/exact';
import { decimalOfTyped } from '../../../kit/lib/numbers/typed';
import type { TicketFault, TicketField } from '../../../kit/entities/order/ticket/ticket-kind';
import { STOP_NAMES, stopFault, type StopName, type StopsBy } from './attached-stops';
import {
  quantityOf,
  sizeScale,
  type Act,
  type ContractDraft,
  type ContractField,
  type SizeUnit,
} from './contract-draft';
import { bookSide, limitPrice, type ContractContext } from './contract-context';
import { STOP_LABELS, stopsOf } from './contract-stops';
import { estimatedOpening, sizeTermsOf } from './contract-foresight';

export function fieldsOf({ kind, market, act, side, unit, stops }: ContractContext): TicketField<ContractField>[] {
  return [
    ...(hasTrigger(kind) ? [priceField('trigger', market, act, side)] : []),
    ...(hasLimit(kind) ? [priceField('price', market, act, side)] : []),
    sizeField(market, unit),
    ...(stops && act === 'open' ? STOP_NAMES.map((name) => stopField(name, market, stops.by)) : []),
  ];
}

function priceField(
  name: 'price' | 'trigger',
  { quote, tick }: MarketRecord,
  act: Act,
  side: PositionSide,
): TicketField<ContractField> {
  return {
    ...{ name, label: `place.${name}`, unit: quote, scale: scaleOf(tick), step: tick, missing: `place.enter.${name}` },
    beyond: bookSide({ act, side }) === 'sell' ? 'up' : 'down',
  };
}

function sizeField(market: MarketRecord, unit: SizeUnit): TicketField<ContractField> {
  const units: Record<SizeUnit, string> = { coin: market.base, lots: '', value: market.quote, cost: market.quote };
  return {
    ...{ name: 'size', label: `ticket.size.${unit}`, unit: units[unit], scale: sizeScale(unit, market) },
    ...{ beyond: 'down', missing: 'place.enter.quantity' },
  };
}

function stopField(
  name: StopName,
  { quote, tick, decimals }: MarketRecord,
  stopsBy: StopsBy,
): TicketField<ContractField> {
  const label = STOP_LABELS[name];
  switch (stopsBy) {
    case 'price':
      return { name, label, unit: quote, scale: scaleOf(tick), beyond: 'down', step: tick };
    case 'rate':
      return { name, label, unit: '%', scale: 2, beyond: 'down' };
    case 'profit':
      return { name, label, unit: quote, scale: Math.min(decimals.notional, 2), beyond: 'down' };
  }
}

/**
 * Faults by field, in field order. Empty and unreadable fields have only that fault; others have the first reason for
 * which the exchange would refuse, with its code.
 */
export function checks(draft: ContractDraft, context: ContractContext): TicketFault<ContractField>[] {
  const fields = fieldsOf(context);
  const unread = fields.flatMap(({ name, missing }): TicketFault<ContractField>[] => {
    const { kind } = draft[name];
    if (kind === 'refused') return [{ field: name, kind: 'refused' }];
    // The quantity can be known while the size in the chosen unit is not; the size is then not reported as missing.
    if (name === 'size' && draft.quantity !== null) return [];
    return kind === 'empty' && missing !== undefined ? [{ field: name, kind: 'missing', text: missing }] : [];
  });
  const found = [...priceFaults(draft, context), ...sizeFaults(draft, context), ...stopFaults(draft, context)].filter(
    ({ field }) => !unread.some((error) => error.field === field),
  );
  const order = fields.map(({ name }) => name);
  const first = found.filter(({ field }, place) => found.findIndex((other) => other.field === field) === place);
  return [...unread, ...first].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

type Wrong = Extract<TicketFault<ContractField>, { kind: 'wrong' }>;

function fieldError(field: ContractField, code: string, limit: Wrong['limit'] = null, isOfBalance = false): Wrong {
  return { field, kind: 'wrong', code, limit, isOfBalance };
}

function priceFaults(draft: ContractDraft, context: ContractContext): Wrong[] {
  const { market, kind, act, side, last, mark, book, timeInForce } = context;
  const { tick, priceLowest, priceHighest, quote, bandPpb } = market;
  const errors: Wrong[] = [];
  const inputs = {
    price: hasLimit(kind) ? draft.price : undefined,
    trigger: hasTrigger(kind) ? draft.trigger : undefined,
  };
  for (const field of ['trigger', 'price'] as const) {
    const decimal = decimalOfTyped(inputs[field]);
    if (decimal === null) continue;
    if (!isMultiple(decimal, tick)) errors.push(fieldError(field, 'price.off.tick'));
    else if (compare(decimal, priceLowest) < 0)
      errors.push(fieldError(field, 'price.out.of.range', { kind: 'minimum', value: priceLowest, asset: quote }));
    else if (compare(decimal, priceHighest) > 0)
      errors.push(fieldError(field, 'price.out.of.range', { kind: 'maximum', value: priceHighest, asset: quote }));
  }
  const price = decimalOfTyped(inputs.price);
  if (price === null || kind !== 'limit' || errors.length > 0) return errors;
  const priceLimit = mark === null ? null : limitPrice(mark, bandPpb, bookSide({ act, side }), tick);
  if (priceLimit !== null && bookSide({ act, side }) === 'buy' && compare(price, priceLimit) > 0)
    errors.push(fieldError('price', 'price.beyond.limit', { kind: 'maximum', value: priceLimit, asset: quote }));
  if (priceLimit !== null && bookSide({ act, side }) === 'sell' && compare(price, priceLimit) < 0)
    errors.push(fieldError('price', 'price.beyond.limit', { kind: 'minimum', value: priceLimit, asset: quote }));
  // A resting opening order must be on its own side of the market; only the book tells which side that is.
  if (
    act === 'open' &&
    !closesOnly(draft, context) &&
    last !== null &&
    book &&
    (timeInForce === 'gtc' || timeInForce === 'post_only')
  ) {
    const ticksOf = (decimal: string) => Number(quotientOf(decimal, tick, 0));
    const opposite = (side === 'long' ? book.asks : book.bids).at(0)?.[0];
    const isAllowed = isPendingPriceAllowed(
      side,
      ticksOf(price),
      ticksOf(last),
      opposite === undefined ? null : ticksOf(opposite),
    );
    if (!isAllowed) errors.push(fieldError('price', side === 'long' ? 'long.above.market' : 'short.below.market'));
  }
  return errors;
}

/** In one-way mode: whether the whole order only closes the opposite position. */
function closesOnly(draft: ContractDraft, context: ContractContext): boolean {
  const quantity = quantityOf(draft, sizeTermsOf(draft, context));
  return context.closeTarget !== null && quantity !== null && !isAbove(quantity, context.closeTarget.closable);
}

function sizeFaults(draft: ContractDraft, context: ContractContext): Wrong[] {
  const { market, act, available, closable } = context;
  const terms = sizeTermsOf(draft, context);
  const quantity = quantityOf(draft, terms);
  if (quantity === null) return [];
  const limit = (kind: 'minimum' | 'maximum', value: string) => ({ kind, value, asset: market.base });
  if (!isMultiple(quantity, market.lot)) return [fieldError('size', 'quantity.off.lot')];
  if (act === 'close') {
    if (closable === null) return [fieldError('size', 'position.none')];
    if (compare(quantity, '0') <= 0) return [fieldError('size', 'quantity.too.small', limit('minimum', market.lot))];
    return isAbove(quantity, closable)
      ? [fieldError('size', 'closing.exceeds.position', limit('maximum', closable))]
      : [];
  }
  if (compare(quantity, market.quantityMin) < 0)
    return [fieldError('size', 'quantity.too.small', limit('minimum', market.quantityMin))];
  if (compare(quantity, market.quantityMax) > 0)
    return [fieldError('size', 'quantity.too.large', limit('maximum', market.quantityMax))];
  if (terms.at === null) return [];
  if (compare(productOf(quantity, terms.at), market.notionalMin) < 0)
    return [
      fieldError('size', 'notional.too.small', { kind: 'minimum', value: market.notionalMin, asset: market.quote }),
    ];
  const opening = estimatedOpening(quantity, draft, context);
  if (opening === null) return [];
  switch (opening.kind) {
    case 'too_large':
      return [fieldError('size', 'position.too.large')];
    case 'leverage_too_high':
      return [fieldError('size', 'leverage.too.high')];
    case 'opening':
      return available !== null && isAbove(opening.total, available)
        ? [fieldError('size', 'margin.insufficient', null, true)]
        : [];
    case 'invalid':
      return [];
  }
}

/** A ticked stop must have a price: an order with an empty stop would be sent without protection. */
function stopFaults(draft: ContractDraft, context: ContractContext): TicketFault<ContractField>[] {
  const { stops, act, kind } = context;
  if (!stops || act === 'close') return [];
  if (STOP_NAMES.every((name) => draft[name].kind === 'empty'))
    return [{ field: 'takeProfit', kind: 'missing', text: 'ticket.stops.missing' }];
  // Limit and stop orders are priced by their own fields; a plain market order needs a mark price.
  const isAtMarket = !hasLimit(kind) && !hasTrigger(kind);
  return stopsOf(draft, context).flatMap(({ name, figure, trigger, terms }): TicketFault<ContractField>[] => {
    const isUnpriced = isAtMarket && trigger === null && terms.entry === null;
    const code = stopFault(name, figure, terms) ?? (isUnpriced ? 'mark.stale' : null);
    return code === null ? [] : [fieldError(name, code)];
  });
}
