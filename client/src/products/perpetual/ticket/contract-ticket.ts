/** Ticket of a contract order: fields, checks, preview and request. */
import { estimateMarket, hasLimit, hasTrigger, withinLimit } from '../../../kit/entities/order/order-terms';
import { compare, differenceOf, isAbove, quotientOf } from '../../../kit/lib/numbers/exact';
import { decimalOfTyped } from '../../../kit/lib/numbers/typed';
import type { TicketKind, TicketWarning } from '../../../kit/entities/order/ticket/ticket-kind';
import {
  atPercent,
  withEdit,
  percentShown,
  quantityOf,
  type ContractDraft,
  type ContractField,
} from './contract-draft';
import { bookSide, type ContractContext, type ContractOrder } from './contract-context';
import { stopsOf } from './contract-stops';
import { checks, fieldsOf } from './contract-checks';
import { preview } from './contract-preview';
import { sizeTermsOf } from './contract-foresight';

const FAR_RATIO = '0.05';
const RATIO_DIGITS = 4;

export const contractTicket: TicketKind<ContractContext, ContractDraft, ContractField, ContractOrder> = {
  fields: fieldsOf,
  inputOf: (draft, field) => draft[field],
  edited: (draft, field, input, { unit }) => withEdit(draft, field, input, unit),
  slidField: () => 'size',
  atPercent: (draft, percent, context) => atPercent(draft, percent, sizeTermsOf(draft, context)),
  percentShown: (draft, context) => percentShown(draft, sizeTermsOf(draft, context)),
  checks,
  preview,
  warning,
  command,
};

/**
 * Warns of a limit 5 % or more through the market: past the opposite best price or, for a stop-limit order, past its
 * trigger.
 */
function warning(draft: ContractDraft, context: ContractContext): TicketWarning | null {
  const { book, last, kind, timeInForce, market: terms } = context;
  const price = decimalOfTyped(draft.price);
  if (!hasLimit(kind) || price === null || !isAbove(price, '0') || timeInForce === 'post_only') return null;
  const side = bookSide(context);
  const others = (side === 'buy' ? book?.asks : book?.bids) ?? [];
  const market = kind === 'stop_limit' ? decimalOfTyped(draft.trigger) : (others.at(0)?.[0] ?? last);
  if (market === null || !isAbove(market, '0')) return null;
  const distance = side === 'buy' ? differenceOf(price, market) : differenceOf(market, price);
  const ratio = quotientOf(distance, market, RATIO_DIGITS);
  if (compare(ratio, FAR_RATIO) < 0) return null;
  const filled = kind === 'limit' ? withinLimit(side, others, price) : [];
  const quantity = quantityOf(draft, sizeTermsOf(draft, context));
  const { averagePrice } = estimateMarket(filled, { quantity: quantity ?? '0' }, terms);
  return { kind: 'far', side, ratio, market, average: averagePrice };
}

function command(draft: ContractDraft, context: ContractContext): ContractOrder {
  const { market, act, side, kind, timeInForce, triggerBy, stops } = context;
  const price = decimalOfTyped(draft.price);
  const attached = stopsOf(draft, context).flatMap(({ name, trigger: triggerPrice }) =>
    triggerPrice === null || !stops ? [] : [[name, { trigger: triggerPrice, triggerBy: stops.triggerBy }] as const],
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
