/** The ticket of a contract order: its fields, what is wrong with them, what it would come to, and what is sent. */
import { isPendingPriceAllowed } from '../../../../shared/rules/perpetual/price-limit';
import type { PositionSide } from '../../../../shared/rules/perpetual/position';
import { scaleOf } from '../../../../shared/rules/units';
import type { PositionState } from '../../../../shared/wire/contract-stream';
import type { PlaceContractRequest } from '../../../../shared/wire/contract';
import type { Level } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import {
  closingOf,
  openingOf,
  type Lots,
  type NoOutcome,
  type Opening,
  type OutcomeTerms,
} from '../../entities/contract/outcomes';
import { crossPriceOf, withOpened, type CrossStanding } from '../../entities/contract/reckoning';
import {
  estimateMarket,
  hasLimit,
  hasTrigger,
  type MarketEstimate,
  type OrderKind,
  withinLimit,
} from '../../entities/order/order-terms';
import { ratioOfPpb } from '../../entities/fee/rates';
import type { TextKey } from '../../shared/i18n/i18n';
import { compare, differenceOf, isAbove, isMultiple, productOf, quotientOf } from '../../shared/lib/exact';
import { decimalOfTyped } from '../../shared/lib/typed';
import type {
  PreviewLine,
  TicketFault,
  TicketField,
  TicketKind,
  TicketWarning,
} from '../../entities/order/ticket/ticket-kind';
import {
  isBeyondLiquidation,
  STOP_NAMES,
  stopFault,
  triggerOf,
  type StopName,
  type StopsBy,
  type StopTerms,
} from './attached-stops';
import {
  atPercent,
  colourOf,
  edited,
  mostOf,
  percentShown,
  quantityOf,
  sizeScale,
  type Act,
  type ContractDraft,
  type ContractField,
  type SizeTerms,
  type SizeUnit,
} from './contract-draft';

export type TimeInForce = PlaceContractRequest['timeInForce'] & string;
export type TriggerBy = 'last' | 'mark';
/** As it is sent, but for the id of the attempt. */
export type ContractOrder = Omit<PlaceContractRequest, 'clientId' | 'selfTrade'>;

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
  against: { position: PositionState; closable: string } | null;
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

const PPB = '1000000000';
const MONEY_DIGITS_MIN = 2;
const RATIO_DIGITS = 4;
const FAR_RATIO = '0.05';

export const contractTicket: TicketKind<ContractContext, ContractDraft, ContractField, ContractOrder> = {
  fields: ({ kind, market, act, side, unit, stops }) => [
    ...(hasTrigger(kind) ? [priceField('trigger', market, act, side)] : []),
    ...(hasLimit(kind) ? [priceField('price', market, act, side)] : []),
    sizeField(market, unit),
    ...(stops && act === 'open' ? STOP_NAMES.map((name) => stopField(name, market, stops.by)) : []),
  ],
  typed: (draft, field) => draft[field],
  edited: (draft, field, typed, { unit }) => edited(draft, field, typed, unit),
  slidField: () => 'size',
  atPercent: (draft, percent, context) => atPercent(draft, percent, sizeTermsOf(draft, context)),
  percentShown: (draft, context) => percentShown(draft, sizeTermsOf(draft, context)),
  checks,
  preview,
  warning,
  command,
};

/** Which way it goes in the book. */
function bookSide({ act, side }: Pick<ContractContext, 'act' | 'side'>): 'buy' | 'sell' {
  return colourOf(act, side);
}

export function sizeTermsOf(draft: ContractDraft, context: ContractContext): SizeTerms {
  const { market, act, unit, available, closable } = context;
  const at = priceOf(draft, context);
  const levels = levelsWithin(draft, context);
  const openingOf = (quantity: string) =>
    at === null ? null : openingNow(quantity, at, partsOf(quantity, at, levels, context, true), context);
  return { market, act, unit, at, available, closable, openingOf };
}

/** What can be opened or closed at most with what was typed so far, of the coin. */
export function mostNow(draft: ContractDraft, context: ContractContext): string | null {
  return mostOf(sizeTermsOf(draft, context));
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

const STOP_LABELS = { takeProfit: 'ticket.take_profit', stopLoss: 'ticket.stop_loss' } as const;

function stopField(name: StopName, { quote, tick, decimals }: MarketRecord, by: StopsBy): TicketField<ContractField> {
  const label = STOP_LABELS[name];
  switch (by) {
    case 'price':
      return { name, label, unit: quote, scale: scaleOf(tick), beyond: 'down', step: tick };
    case 'rate':
      return { name, label, unit: '%', scale: 2, beyond: 'down' };
    case 'profit':
      return { name, label, unit: quote, scale: Math.min(decimals.notional, 2), beyond: 'down' };
  }
}

/** What its stops are judged by: its own limit, or what they look at as it is now. */
function stopTermsOf(draft: ContractDraft, by: StopsBy, triggerBy: TriggerBy, context: ContractContext): StopTerms {
  const { market, side, leverage, kind, mark, last } = context;
  const quantity = quantityOf(draft, sizeTermsOf(draft, context));
  const entry = estimateOf(quantity, context)?.averagePrice ?? priceOf(draft, context);
  const limit = decimalOfTyped(draft.price);
  const from = hasLimit(kind) ? limit : triggerBy === 'mark' ? mark : last;
  return { market, side, leverage, by, quantity, entry: entry && nearest(entry, market.tick), from };
}

export interface WantedStop {
  name: StopName;
  figure: string;
  /** Null where nothing prices it. */
  trigger: string | null;
  terms: StopTerms;
}

function stopsOf(draft: ContractDraft, context: ContractContext): WantedStop[] {
  const { stops, act } = context;
  if (!stops || act === 'close') return [];
  const terms = stopTermsOf(draft, stops.by, stops.triggerBy, context);
  return STOP_NAMES.flatMap((name) => {
    const figure = decimalOfTyped(draft[name]);
    return figure === null ? [] : [{ name, figure, trigger: triggerOf(name, figure, terms), terms }];
  });
}

function stopFaults(draft: ContractDraft, context: ContractContext): TicketFault<ContractField>[] {
  return stopsOf(draft, context).flatMap(({ name, figure, terms }): TicketFault<ContractField>[] => {
    const code = stopFault(name, figure, terms);
    if (code === null) return [];
    return [code === 'zero' ? { field: name, kind: 'missing', text: 'ticket.stop.zero' } : wrong(name, code)];
  });
}

/** Where the position that results is liquidated before its stop-loss is reached; null where it is not. */
export function liquidatedBefore(draft: ContractDraft, context: ContractContext): string | null {
  const stop = stopsOf(draft, context).find(({ name }) => name === 'stopLoss')?.trigger ?? null;
  const quantity = quantityOf(draft, sizeTermsOf(draft, context));
  if (stop === null || quantity === null) return null;
  const opening = foreseen(quantity, draft, context);
  const liquidation = opening?.kind === 'opening' ? opening.liquidationPrice : null;
  return isBeyondLiquidation(stop, context.side, liquidation) ? liquidation : null;
}

/** What it would trade at: its limit, its trigger, or the best that stands in the book, else the mark. */
function priceOf(draft: ContractDraft, { kind, act, side, book, mark, last }: ContractContext): string | null {
  const typed = hasLimit(kind) ? draft.price : hasTrigger(kind) ? draft.trigger : undefined;
  const decimal = decimalOfTyped(typed);
  if (typed !== undefined) return decimal !== null && isAbove(decimal, '0') ? decimal : null;
  const others = bookSide({ act, side }) === 'buy' ? book?.asks : book?.bids;
  return others?.at(0)?.[0] ?? mark ?? last;
}

/** What is empty or no number first; of the rest, what the exchange would refuse, in its words. */
function checks(draft: ContractDraft, context: ContractContext): TicketFault<ContractField>[] {
  const fields = contractTicket.fields(context);
  const unread = fields.flatMap(({ name, missing }): TicketFault<ContractField>[] => {
    const { kind } = draft[name];
    if (kind === 'refused') return [{ field: name, kind: 'refused' }];
    return kind === 'empty' && missing !== undefined ? [{ field: name, kind: 'missing', text: missing }] : [];
  });
  const found = [...priceFaults(draft, context), ...sizeFaults(draft, context), ...stopFaults(draft, context)].filter(
    ({ field }) => !unread.some((fault) => fault.field === field),
  );
  const order = fields.map(({ name }) => name);
  const first = found.filter(({ field }, place) => found.findIndex((other) => other.field === field) === place);
  return [...unread, ...first].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

type Wrong = Extract<TicketFault<ContractField>, { kind: 'wrong' }>;

function wrong(field: ContractField, code: string, limit: Wrong['limit'] = null, isOfBalance = false): Wrong {
  return { field, kind: 'wrong', code, limit, isOfBalance };
}

function priceFaults(draft: ContractDraft, context: ContractContext): Wrong[] {
  const { market, kind, act, side, last, mark, book, timeInForce } = context;
  const { tick, priceLowest, priceHighest, quote, bandPpb } = market;
  const faults: Wrong[] = [];
  const typed = {
    price: hasLimit(kind) ? draft.price : undefined,
    trigger: hasTrigger(kind) ? draft.trigger : undefined,
  };
  for (const field of ['trigger', 'price'] as const) {
    const decimal = decimalOfTyped(typed[field]);
    if (decimal === null) continue;
    if (!isMultiple(decimal, tick)) faults.push(wrong(field, 'price.off.tick'));
    else if (compare(decimal, priceLowest) < 0)
      faults.push(wrong(field, 'price.out.of.range', { kind: 'minimum', value: priceLowest, asset: quote }));
    else if (compare(decimal, priceHighest) > 0)
      faults.push(wrong(field, 'price.out.of.range', { kind: 'maximum', value: priceHighest, asset: quote }));
  }
  const price = decimalOfTyped(typed.price);
  if (price === null || kind !== 'limit' || faults.length > 0) return faults;
  const edge = mark === null ? null : limitPrice(mark, bandPpb, bookSide({ act, side }), tick);
  if (edge !== null && bookSide({ act, side }) === 'buy' && compare(price, edge) > 0)
    faults.push(wrong('price', 'price.beyond.limit', { kind: 'maximum', value: edge, asset: quote }));
  if (edge !== null && bookSide({ act, side }) === 'sell' && compare(price, edge) < 0)
    faults.push(wrong('price', 'price.beyond.limit', { kind: 'minimum', value: edge, asset: quote }));
  // One that opens and is to wait does so on its own side of the market: which that is takes the book to tell.
  if (act === 'open' && last !== null && book && (timeInForce === 'gtc' || timeInForce === 'post_only')) {
    const ticksOf = (decimal: string) => Number(quotientOf(decimal, tick, 0));
    const opposite = (side === 'long' ? book.asks : book.bids).at(0)?.[0];
    const isAllowed = isPendingPriceAllowed(
      side,
      ticksOf(price),
      ticksOf(last),
      opposite === undefined ? null : ticksOf(opposite),
    );
    if (!isAllowed) faults.push(wrong('price', side === 'long' ? 'long.above.market' : 'short.below.market'));
  }
  return faults;
}

/** The worst price at which anything may trade: so far from the mark, to the tick, within. */
export function limitPrice(mark: string, bandPpb: number, side: 'buy' | 'sell', tick: string): string {
  const factor = side === 'buy' ? BigInt(PPB) + BigInt(bandPpb) : BigInt(PPB) - BigInt(bandPpb);
  const exactly = quotientOf(productOf(mark, String(factor)), PPB, 18);
  const ticks = quotientOf(exactly, tick, 0);
  const down = productOf(ticks, tick);
  return side === 'buy' || compare(down, exactly) === 0 ? down : productOf(String(BigInt(ticks) + 1n), tick);
}

function sizeFaults(draft: ContractDraft, context: ContractContext): Wrong[] {
  const { market, act, available, closable } = context;
  const terms = sizeTermsOf(draft, context);
  const quantity = quantityOf(draft, terms);
  if (quantity === null) return [];
  const limit = (kind: 'minimum' | 'maximum', value: string) => ({ kind, value, asset: market.base });
  if (!isMultiple(quantity, market.lot)) return [wrong('size', 'quantity.off.lot')];
  if (act === 'close') {
    if (closable === null) return [wrong('size', 'position.none')];
    if (compare(quantity, '0') <= 0) return [wrong('size', 'quantity.too.small', limit('minimum', market.lot))];
    return isAbove(quantity, closable) ? [wrong('size', 'closing.exceeds.position', limit('maximum', closable))] : [];
  }
  if (compare(quantity, market.quantityMin) < 0)
    return [wrong('size', 'quantity.too.small', limit('minimum', market.quantityMin))];
  if (compare(quantity, market.quantityMax) > 0)
    return [wrong('size', 'quantity.too.large', limit('maximum', market.quantityMax))];
  if (terms.at === null) return [];
  if (compare(productOf(quantity, terms.at), market.notionalMin) < 0)
    return [wrong('size', 'notional.too.small', { kind: 'minimum', value: market.notionalMin, asset: market.quote })];
  const opening = foreseen(quantity, draft, context);
  if (opening === null) return [];
  switch (opening.kind) {
    case 'too_large':
      return [wrong('size', 'position.too.large')];
    case 'leverage_too_high':
      return [wrong('size', 'leverage.too.high')];
    case 'opening':
      return available !== null && isAbove(opening.total, available)
        ? [wrong('size', 'margin.insufficient', null, true)]
        : [];
    case 'invalid':
      return [];
  }
}

/** What it would hold and make of the position, by the book as it is; null where nothing prices it. */
function foreseen(quantity: string, draft: ContractDraft, context: ContractContext): Opening | NoOutcome | null {
  const at = priceOf(draft, context);
  if (at === null) return null;
  const opening = openingNow(
    quantity,
    at,
    partsOf(quantity, at, levelsWithin(draft, context), context, false),
    context,
  );
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

function openingNow(quantity: string, at: string, parts: readonly Lots[], context: ContractContext) {
  const { outcome, side, leverage, mark, position, ordered, kind, market, against } = context;
  const more = differenceOf(quantity, against?.closable ?? '0');
  // What only closes holds nothing, and leaves what is left of the other side as it is.
  if (against && !isAbove(more, '0')) return closingOnly(quantity, against);
  const standing = position && { lots: position.lots, cost: position.cost, margin: position.margin };
  // At the market it is judged by the worst that it may take.
  const price =
    kind === 'market' && mark !== null ? limitPrice(mark, market.bandPpb, bookSide(context), market.tick) : at;
  const opening = withoutFirst(parts, against?.closable ?? '0');
  return openingOf(outcome, { side, quantity: more, price, leverage, mark, standing, parts: opening, ordered });
}

function closingOnly(quantity: string, { position }: NonNullable<ContractContext['against']>): Opening {
  const isAll = compare(quantity, position.quantity) >= 0;
  return {
    ...{ kind: 'opening', value: '0', margin: '0', fee: '0', reserve: '0', loss: '0', total: '0' },
    liquidationPrice: isAll ? null : position.liquidationPrice,
    bankruptcyPrice: isAll ? null : position.bankruptcyPrice,
  };
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

/** Level by level what it takes at once, and the rest at its own price: of what does not wait only for `isWhole`, as if it found it there. */
function partsOf(
  quantity: string,
  at: string,
  levels: readonly Level[] | null,
  { kind, timeInForce }: ContractContext,
  isWhole: boolean,
): Lots[] {
  if (levels === null) return [{ quantity, price: at }];
  const parts: Lots[] = [];
  let left = quantity;
  for (const [price, offered] of levels) {
    if (!isAbove(left, '0')) break;
    const taken = isAbove(offered, left) ? left : offered;
    parts.push({ quantity: taken, price });
    left = differenceOf(left, taken);
  }
  const rests = kind === 'limit' && timeInForce === 'gtc';
  if (isAbove(left, '0') && (rests || isWhole))
    parts.push({ quantity: left, price: kind === 'limit' ? at : (parts.at(-1)?.price ?? at) });
  return parts;
}

/** By the book as it is, within the price limit; null for an order that waits or rests. */
function estimateOf(quantity: string | null, context: ContractContext): MarketEstimate | null {
  const { market, kind, book, mark } = context;
  if (kind !== 'market' || quantity === null) return null;
  const side = bookSide(context);
  const levels = (side === 'buy' ? book?.asks : book?.bids) ?? [];
  const edge = mark === null ? null : limitPrice(mark, market.bandPpb, side, market.tick);
  return estimateMarket(edge === null ? levels : withinLimit(side, levels, edge), { quantity }, market);
}

function preview(draft: ContractDraft, context: ContractContext): PreviewLine[] {
  const { market, act, outcome, side, position, mark, against } = context;
  const quantity = quantityOf(draft, sizeTermsOf(draft, context));
  const estimate = estimateOf(quantity, context);
  const at = estimate?.averagePrice ?? priceOf(draft, context);
  const onTick = at === null ? null : nearest(at, market.tick);
  const digits = Math.max(MONEY_DIGITS_MIN, scaleOf(market.tick));
  const price = (name: TextKey, amount: string | null, isEstimate = false): PreviewLine => ({
    ...{ name, amount, asset: null, digits: scaleOf(market.tick), isEstimate },
  });
  const money = (name: TextKey, amount: string | null, isEstimate = false): PreviewLine => ({
    ...{ name, amount, asset: market.quote, digits, isEstimate },
  });
  const slippage =
    estimate?.averagePrice && mark !== null ? slippageOf(estimate.averagePrice, mark, bookSide(context)) : null;
  const filled: PreviewLine[] = estimate
    ? [
        {
          ...price('place.average', estimate.averagePrice, true),
          ...(slippage === null ? {} : { rate: { kind: 'ratio' as const, value: slippage, asset: '' } }),
          ...(estimate.isPartial && estimate.averagePrice !== null ? { note: 'place.thin' as const } : {}),
        },
      ]
    : [];
  const isKnown = quantity !== null && onTick !== null && isAbove(quantity, '0');
  const value = isKnown ? productOf(quantity, onTick) : null;
  const fee: PreviewLine = {
    ...money('place.fee', null, true),
    rate: { kind: 'ratio', value: ratioOfPpb(outcome.takerPpb), asset: '' },
  };
  if (act === 'close') {
    const closing =
      isKnown && position
        ? closingOf(outcome, {
            side,
            quantity,
            price: nearest(entryOf(position, market), market.tick),
            closePrice: onTick,
          })
        : null;
    const known = closing?.kind === 'closing' ? closing : null;
    return [
      ...filled,
      money('ticket.value', value),
      money('ticket.profit', known?.profit ?? null, true),
      { ...fee, amount: known?.closeFee ?? null },
    ];
  }
  const opening = isKnown ? foreseen(quantity, draft, context) : null;
  const known = opening?.kind === 'opening' ? opening : null;
  const closed = against && isKnown ? (isAbove(quantity, against.closable) ? against.closable : quantity) : null;
  const closing =
    against && closed !== null && onTick !== null
      ? closingOf(outcome, {
          ...{ side: against.position.side, quantity: closed, closePrice: onTick },
          price: nearest(entryOf(against.position, market), market.tick),
        })
      : null;
  const stops = stopsOf(draft, context).map(({ name, trigger, terms }): PreviewLine => {
    const won =
      trigger !== null && isKnown && terms.entry !== null
        ? closingOf(outcome, { side, quantity, price: terms.entry, closePrice: trigger })
        : null;
    return {
      ...price(STOP_LABELS[name], trigger, terms.by !== 'price'),
      ...(won?.kind === 'closing' ? { rate: { kind: 'amount', value: won.profit, asset: market.quote } } : {}),
    };
  });
  return [
    ...filled,
    ...(closing?.kind === 'closing' ? [money('ticket.profit', closing.profit, true)] : []),
    money('ticket.value', value),
    money('ticket.margin', known?.margin ?? null, estimate !== null),
    money('place.cost', known?.total ?? null, estimate !== null),
    { ...fee, amount: known?.fee ?? null },
    price('ticket.liquidation', known?.liquidationPrice ?? null, true),
    price('ticket.bankruptcy', known?.bankruptcyPrice ?? null, true),
    ...stops,
  ];
}

function entryOf({ cost, quantity }: PositionState, { tick }: MarketRecord): string {
  return quotientOf(cost, quantity, scaleOf(tick));
}

/** Between two ticks the nearer one: what is estimated is no price of the book. */
function nearest(price: string, tick: string): string {
  const doubled = quotientOf(productOf(price, '2'), tick, 0);
  return productOf(String((BigInt(doubled) + 1n) / 2n), tick);
}

/** How much worse than the mark, as a ratio; nothing where it is better. */
function slippageOf(average: string, mark: string, side: 'buy' | 'sell'): string | null {
  const worse = side === 'buy' ? differenceOf(average, mark) : differenceOf(mark, average);
  return isAbove(worse, '0') ? quotientOf(worse, mark, RATIO_DIGITS) : null;
}

/** A limit that is far through the market: beyond the best price of the other side, or, of one that waits, beyond its trigger. */
function warning(draft: ContractDraft, context: ContractContext): TicketWarning | null {
  const { book, last, kind, timeInForce, market: terms } = context;
  const price = decimalOfTyped(draft.price);
  if (!hasLimit(kind) || price === null || !isAbove(price, '0') || timeInForce === 'post_only') return null;
  const side = bookSide(context);
  const others = (side === 'buy' ? book?.asks : book?.bids) ?? [];
  const market = kind === 'stop_limit' ? decimalOfTyped(draft.trigger) : (others.at(0)?.[0] ?? last);
  if (market === null || !isAbove(market, '0')) return null;
  const away = side === 'buy' ? differenceOf(price, market) : differenceOf(market, price);
  const ratio = quotientOf(away, market, RATIO_DIGITS);
  if (compare(ratio, FAR_RATIO) < 0) return null;
  const filled = kind === 'limit' ? withinLimit(side, others, price) : [];
  const quantity = quantityOf(draft, sizeTermsOf(draft, context));
  const { averagePrice } = estimateMarket(filled, { quantity: quantity ?? '0' }, terms);
  return { kind: 'far', side, ratio, market, average: averagePrice };
}

function command(draft: ContractDraft, context: ContractContext): ContractOrder {
  const { market, act, side, kind, timeInForce, triggerBy, stops } = context;
  const price = decimalOfTyped(draft.price);
  const attached = stopsOf(draft, context).flatMap(({ name, trigger: reached }) =>
    reached === null || !stops ? [] : [[name, { trigger: reached, triggerBy: stops.triggerBy }] as const],
  );
  const trigger = decimalOfTyped(draft.trigger);
  const quantity = quantityOf(draft, sizeTermsOf(draft, context)) ?? '0';
  return {
    ...{ market: market.name, position: side, act, kind, quantity },
    ...(hasLimit(kind)
      ? { timeInForce: kind === 'stop_limit' && timeInForce === 'post_only' ? 'gtc' : timeInForce }
      : {}),
    ...(hasLimit(kind) && price !== null ? { price } : {}),
    ...(hasTrigger(kind) && trigger !== null ? { trigger, triggerBy } : {}),
    ...Object.fromEntries(attached),
  };
}
