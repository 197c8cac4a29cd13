import type { OrderState } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { OrderSide } from '../../entities/order/order-terms';
import type { Ticket } from '../../features/place-order/ticket';

/** What both layouts are given. */
export interface TradeParts {
  market: MarketRecord;
  onChoose: (market: string) => void;
  side: OrderSide;
  onSide: (side: OrderSide) => void;
  ticket: Ticket;
  onDragged: (order: OrderState, price: string) => void;
  isHelpOpen: boolean;
  onHelp: (isOpen: boolean) => void;
  /** Counts the presses of the key that asks for the search. */
  searches: number;
  /** Counts the presses of the keys that ask for the form. */
  entries: number;
}
