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
export interface TriggerOrder {
  type: 'TriggerOrder';
  order: number;
}
export interface EndFrozenOrders {
  type: 'EndFrozenOrders';
  user: number;
}

export type TradingCommand = CancelOrder | CancelAllOrders | TriggerOrder | EndFrozenOrders;
