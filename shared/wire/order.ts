/** The words of an order, whatever it trades. */
import { z } from 'zod';

export const orderSide = z.enum(['buy', 'sell']);
export const orderKind = z.enum(['limit', 'market', 'stop_limit', 'stop_market']);
export const timeInForce = z.enum(['gtc', 'ioc', 'fok', 'post_only']);
const selfTrade = z.enum(['cancel_taker', 'cancel_maker', 'cancel_both']);

/** As an order is told. */
export const orderTerms = { kind: orderKind, timeInForce, selfTrade };
/** As an order is asked for. */
export const askedOrderTerms = {
  kind: orderKind,
  /** Absent: gtc for orders with a limit, ioc for the others. */
  timeInForce: timeInForce.optional(),
  selfTrade: selfTrade.default('cancel_taker'),
};
