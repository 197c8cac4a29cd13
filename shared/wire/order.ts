/** Common terms of orders for all products. */
import { z } from 'zod';

export const orderSide = z.enum(['buy', 'sell']);
export const orderKind = z.enum(['limit', 'market', 'stop_limit', 'stop_market']);
export const timeInForce = z.enum(['gtc', 'ioc', 'fok', 'post_only']);
const selfTrade = z.enum(['cancel_taker', 'cancel_maker', 'cancel_both']);

/** Order terms in answers. */
export const orderTerms = { kind: orderKind, timeInForce, selfTrade };
/** Order terms in requests. */
export const askedOrderTerms = {
  kind: orderKind,
  /** Absent: gtc for limit orders, ioc for others. */
  timeInForce: timeInForce.optional(),
  selfTrade: selfTrade.default('cancel_taker'),
};
