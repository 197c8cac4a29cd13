/** Cross accounts: transfers of profit and margin between positions. */
import type { EventRow } from '../../../../core/product';
import type { CrossEvent } from './cross-events';
import { MarginDrawn, ProfitSettled } from './cross-events';
import { drawMargin, settleProfit } from './evolve-cross';

export const crossEvents: { [T in CrossEvent['type']]: EventRow<Extract<CrossEvent, { type: T }>> } = {
  ProfitSettled: {
    about: 'Profit of a cross position became money to pay for another; its entry price is `price` from here on.',
    message: ProfitSettled,
    evolve: settleProfit,
  },
  MarginDrawn: {
    about: 'Margin of a cross position paid for another.',
    message: MarginDrawn,
    evolve: drawMargin,
  },
};
