/** Commands about orders of any product: the order's number determines its market. */
import { type MessageOf, id, message, word } from '../messages/message';

export const CancelOrder = message('CancelOrder', { user: id, order: id });
export type CancelOrder = MessageOf<typeof CancelOrder>;

export const CancelAllOrders = message('CancelAllOrders', { user: id, market: word });
export type CancelAllOrders = MessageOf<typeof CancelAllOrders>;

export const TriggerOrder = message('TriggerOrder', { order: id });
export type TriggerOrder = MessageOf<typeof TriggerOrder>;

export const EndFrozenOrders = message('EndFrozenOrders', { user: id });
export type EndFrozenOrders = MessageOf<typeof EndFrozenOrders>;

export type TradingCommand = CancelOrder | CancelAllOrders | TriggerOrder | EndFrozenOrders;
