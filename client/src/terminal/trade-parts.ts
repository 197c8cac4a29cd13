import type { Ref } from 'react';
import type { OrderState } from '../../../shared/wire/market-data';
import type { MarketRecord } from '../../../shared/wire/product';
import type { OrderSide } from '../entities/order/order-terms';
import type { Ticket } from '../features/place-order/ticket';

/** What every panel is given. */
export interface TradeParts {
  market: MarketRecord;
  onChoose: (market: string) => void;
  side: OrderSide;
  onSide: (side: OrderSide) => void;
  ticket: Ticket;
  /** A row of the book or of the trades was chosen. */
  onPick: Ticket['pick'];
  onPlaced?: () => void;
  onDragged: (order: OrderState, price: string) => void;
  /** The field that the key for the search leads to. */
  searchRef?: Ref<HTMLInputElement>;
}

/** What the screen around them is given besides. */
export interface ScreenParts extends TradeParts {
  isHelpOpen: boolean;
  onHelp: (isOpen: boolean) => void;
  /** Counts the presses of the key that asks for the search. */
  searches: number;
  /** Counts the presses of the keys that ask for the form. */
  entries: number;
}
