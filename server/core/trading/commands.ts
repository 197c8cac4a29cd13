/** What may be asked of orders whatever they trade: an order says by its number which market it is in. */
export interface CancelOrder {
  type: 'CancelOrder';
  user: number;
  order: number;
}
export interface CancelAllOrders {
  type: 'CancelAllOrders';
  user: number;
  market: string;
}
/** A follow-up: a trigger was reached. Never from outside. */
export interface TriggerOrder {
  type: 'TriggerOrder';
  order: number;
}
/** A follow-up: the account is frozen and has open orders. Ends as many of them as a batch may hold, oldest first. */
export interface EndFrozenOrders {
  type: 'EndFrozenOrders';
  user: number;
}

export type TradingCommand = CancelOrder | CancelAllOrders | TriggerOrder | EndFrozenOrders;
