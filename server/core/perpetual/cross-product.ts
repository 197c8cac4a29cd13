/** Cross accounts: what one position gives for another. */
import type { EventRow } from '../product';
import type { CrossEvent } from './cross-events';
import { drawMargin, settleProfit } from './evolve-cross';

const OF_POSITION = { user: 'integer', market: 'word', position: 'integer', side: 'word' } as const;

export const crossEvents: { [T in CrossEvent['type']]: EventRow<Extract<CrossEvent, { type: T }>> } = {
  ProfitSettled: {
    about: 'Profit of a cross position became money to pay for another; its entry price is `price` from here on.',
    shape: { ...OF_POSITION, price: 'integer', profit: 'amount', entries: 'entries' },
    evolve: settleProfit,
  },
  MarginDrawn: {
    about: 'Margin of a cross position paid for another.',
    shape: { ...OF_POSITION, amount: 'amount', entries: 'entries' },
    evolve: drawMargin,
  },
};
