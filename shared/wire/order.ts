/** The words of an order, whatever it trades. */
import { z } from 'zod';

export const orderSide = z.enum(['buy', 'sell']);
export const orderKind = z.enum(['limit', 'market', 'stop_limit', 'stop_market']);
export const timeInForce = z.enum(['gtc', 'ioc', 'fok', 'post_only']);
export const selfTrade = z.enum(['cancel_taker', 'cancel_maker', 'cancel_both']);
