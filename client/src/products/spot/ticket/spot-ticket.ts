import { scaleOf } from '../../../../../shared/rules/units';
import type { Level } from '../../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../../shared/wire/product';
import type { PlaceOrderRequest } from '../../../../../shared/products/spot/wire';
import { feesAt, isFixed, ratioOfPpb } from '../../../kit/entities/fee/rates';
import {
  AMOUNT_SCALE,
  bandEdge,
  chargeFor,
  estimateMarket,
  faultsOf,
  hasLimit,
  heldBy,
  totalOf,
  type MarketEstimate,
  type OrderKind,
  type OrderSide,
  type OrderRequest,
  type Scales,
  withinLimit,
} from '../../../kit/entities/order/order-terms';
import type { TextKey } from '../../../kit/i18n/i18n';
import { compare, differenceOf, isAbove, quotientOf } from '../../../kit/lib/numbers/exact';
import {
  atPercent,
  edited,
  fieldsOf,
  isByAmount,
  percentShown,
  requestOf,
  type Draft,
  type DraftField,
  type DraftTerms,
  type TimeInForce,
} from './draft';
import type {
  PreviewLine,
  TicketFault,
  TicketField,
  TicketKind,
  TicketWarning,
} from '../../../kit/entities/order/ticket/ticket-kind';

/** The request without its client id. */
export type SpotOrder = Omit<PlaceOrderRequest, 'clientId'>;

export interface SpotContext {
  market: MarketRecord;
  side: OrderSide;
  kind: OrderKind;
  timeInForce: TimeInForce;
  /** Available balance of the asset that the order spends; null if unknown, as for visitors. */
  available: string | null;
  /** Null before the first trade. */
  last: string | null;
  book: { readonly bids: readonly Level[]; readonly asks: readonly Level[] } | null;
  /** The user's fee level. */
  level: number;
  scales: Scales;
}

/** Limits 5 % or more through the market are usually mistakes. */
const FAR_RATIO = '0.05';
const RATIO_DIGITS = 4;
const MONEY_DIGITS_MIN = 2;

const LABELS = {
  trigger: 'place.trigger',
  price: 'place.price',
  quantity: 'place.quantity',
  total: 'place.total',
  spent: 'place.total',
} as const satisfies Record<DraftField, TextKey>;

const MISSING = {
  trigger: 'place.enter.trigger',
  price: 'place.enter.price',
  quantity: 'place.enter.quantity',
  spent: 'place.enter.amount',
} as const satisfies Partial<Record<DraftField, TextKey>>;

export const spotTicket: TicketKind<SpotContext, Draft, DraftField, SpotOrder> = {
  fields: (context) => fieldsOf(context).map((name) => fieldOf(name, context)),
  inputOf: (draft, field) => draft[field],
  edited: (draft, field, input, { market }) => edited(draft, field, input, market),
  slidField: (context) => (isByAmount(context) ? 'spent' : 'quantity'),
  atPercent: (draft, percent, context) => atPercent(draft, percent, termsOf(context)),
  percentShown: (draft, context) => percentShown(draft, termsOf(context)),
  checks,
  preview,
  warning,
  command,
};

function termsOf({ side, kind, market, available }: SpotContext): DraftTerms {
  return { side, kind, market, available: available ?? '0' };
}

function fieldOf(name: DraftField, { market, side, scales }: SpotContext): TicketField<DraftField> {
  const { base, quote, tick, lot } = market;
  switch (name) {
    case 'trigger':
    case 'price':
      return {
        ...{ name, label: LABELS[name], unit: quote, scale: scaleOf(tick), step: tick, missing: MISSING[name] },
        beyond: side === 'sell' ? 'up' : 'down',
      };
    case 'quantity':
      return {
        ...{ name, label: LABELS[name], unit: base, scale: scaleOf(lot), missing: MISSING[name] },
        beyond: 'down',
      };
    case 'spent':
      return {
        ...{ name, label: LABELS[name], unit: quote, scale: scales.quote, missing: MISSING[name] },
        beyond: 'down',
      };
    case 'total':
      return { name, label: LABELS[name], unit: quote, scale: AMOUNT_SCALE, beyond: 'down' };
  }
}

/**
 * Faults by field, in field order. Empty and unreadable fields have only that fault; others have those for which the
 * exchange would refuse, with its codes.
 */
function checks(draft: Draft, context: SpotContext): TicketFault<DraftField>[] {
  const fields = spotTicket.fields(context);
  const unread = fields.flatMap(({ name, missing }): TicketFault<DraftField>[] => {
    const { kind } = draft[name];
    if (kind === 'refused') return [{ field: name, kind: 'refused' }];
    return kind === 'empty' && missing !== undefined ? [{ field: name, kind: 'missing', text: missing }] : [];
  });
  const validationErrors = faultsOf(requestOf(draft, context), context.market, context.last, context.available)
    .map(({ field, code, limit }) => ({
      ...{ field: field === 'amount' ? ('spent' as const) : field, kind: 'wrong' as const, code },
      ...{ limit: limit ?? null, isOfBalance: code === 'balance.insufficient' },
    }))
    .filter(({ field }) => !unread.some((error) => error.field === field));
  const order = fields.map(({ name }) => name);
  return [...unread, ...validationErrors].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

/** Cost or proceeds, fee, and balance left, by the exchange's own formulas and the current book. */
function preview(draft: Draft, context: SpotContext): PreviewLine[] {
  const { market, side, available, scales } = context;
  const request = requestOf(draft, context);
  const estimate = estimateOf(request, context);
  const isBuy = side === 'buy';
  const money = moneyOf(request, estimate);
  const received = isBuy ? positive(estimate?.quantity ?? request.quantity ?? null) : money;
  const { ratePpb, fixed } = feeOf(request, context);
  const price = estimate?.averagePrice ?? request.price ?? request.trigger ?? null;
  const moneyDigits = Math.max(MONEY_DIGITS_MIN, scaleOf(market.tick));
  const [spentAmount, spentAsset] = [positive(heldBy(request)), isBuy ? market.quote : market.base];
  return [
    ...(estimate
      ? [
          {
            ...{ name: 'place.average' as const, amount: estimate.averagePrice, asset: null, isEstimate: true },
            digits: scaleOf(market.tick),
            ...(estimate.isPartial && estimate.averagePrice !== null ? { note: 'place.thin' as const } : {}),
          },
        ]
      : []),
    {
      ...{ name: isBuy ? 'place.cost' : 'place.proceeds', amount: money, asset: market.quote, digits: moneyDigits },
      isEstimate: false,
    },
    {
      name: 'place.fee',
      rate: isFixed(fixed)
        ? { kind: 'amount', value: fixed, asset: market.quote }
        : { kind: 'ratio', value: ratioOfPpb(ratePpb), asset: '' },
      amount: received === null ? null : chargeFor({ side, received, price }, { ratePpb, fixed }, scales),
      asset: isBuy ? market.base : market.quote,
      digits: isBuy ? scales.base : moneyDigits,
      isEstimate: true,
    },
    {
      name: 'place.left',
      amount:
        available === null || spentAmount === null || isAbove(spentAmount, available)
          ? null
          : differenceOf(available, spentAmount),
      asset: spentAsset,
      digits: isBuy ? moneyDigits : scales.base,
      isEstimate: false,
    },
  ];
}

/** Estimated fill of a market order from the current book, within the price band; null for other kinds. */
function estimateOf(request: OrderRequest, { market, side, book, last }: SpotContext): MarketEstimate | null {
  if (request.kind !== 'market') return null;
  const levels = withinLimit(side, othersIn(book, side), bandEdge(side, last ?? market.price, market));
  const orderSize = request.amount === undefined ? { quantity: request.quantity ?? '0' } : { amount: request.amount };
  return estimateMarket(levels, orderSize, market);
}

function othersIn(book: SpotContext['book'], side: OrderSide): readonly Level[] {
  return (side === 'buy' ? book?.asks : book?.bids) ?? [];
}

function feeOf(request: OrderRequest, { market, side, book, timeInForce, level }: SpotContext) {
  const best = othersIn(book, side).at(0)?.[0];
  const isCrossing =
    best !== undefined &&
    request.price !== undefined &&
    (side === 'buy' ? compare(request.price, best) >= 0 : compare(request.price, best) <= 0);
  const isTaker = request.kind !== 'limit' || (isCrossing && timeInForce !== 'post_only');
  const { makerPpb, takerPpb, makerFixed, takerFixed } = feesAt(market, level);
  return isTaker ? { ratePpb: takerPpb, fixed: takerFixed } : { ratePpb: makerPpb, fixed: makerFixed };
}

/** Cost of a buy or proceeds of a sell, in the quote asset. */
function moneyOf(request: OrderRequest, estimate: MarketEstimate | null): string | null {
  if (estimate) return positive(estimate.cost);
  if (request.amount !== undefined) return positive(request.amount);
  const price = request.price ?? request.trigger;
  return positive(price === undefined || request.quantity === undefined ? null : totalOf(price, request.quantity));
}

/**
 * Warns of a limit far through the market: past the opposite best price or, for a stop-limit order, past its trigger.
 */
function warning(draft: Draft, context: SpotContext): TicketWarning | null {
  const { side, book, last, market: terms, timeInForce } = context;
  const { price, quantity, trigger, kind } = requestOf(draft, context);
  if (!hasLimit(kind) || price === undefined || !isAbove(price, '0') || timeInForce === 'post_only') return null;
  const others = othersIn(book, side);
  const market = positive(kind === 'stop_limit' ? (trigger ?? null) : (others.at(0)?.[0] ?? last));
  if (market === null) return null;
  const ratio = quotientOf(
    side === 'buy' ? differenceOf(price, market) : differenceOf(market, price),
    market,
    RATIO_DIGITS,
  );
  if (compare(ratio, FAR_RATIO) < 0) return null;
  const filled = kind === 'limit' ? withinLimit(side, others, price) : [];
  const { averagePrice } = estimateMarket(filled, { quantity: quantity ?? '0' }, terms);
  return { kind: 'far', side, ratio, market, average: averagePrice };
}

function command(draft: Draft, context: SpotContext): SpotOrder {
  const { market, side, kind, timeInForce } = context;
  const { price, trigger, quantity, amount } = requestOf(draft, context);
  return {
    ...{ market: market.name, side, kind },
    ...(hasLimit(kind)
      ? { timeInForce: kind === 'stop_limit' && timeInForce === 'post_only' ? 'gtc' : timeInForce }
      : {}),
    ...(price === undefined ? {} : { price }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(amount === undefined ? {} : { quoteAmount: amount }),
  };
}

function positive(decimal: string | null): string | null {
  return decimal !== null && isAbove(decimal, '0') ? decimal : null;
}
