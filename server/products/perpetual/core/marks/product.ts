/** Marks of perpetuals: they follow from index publications, no one sends them. */
import type { EventRow } from '../../../../core/product';
import { publishMark } from './evolve';
import { MarkPublished } from './events';

export const marksEvents: { MarkPublished: EventRow<MarkPublished> } = {
  MarkPublished: {
    about:
      "A market's mark at the time of the batch, with its components in ticks. `p1`: the index carried to the next funding; `p2`: the index plus the recent distance of the book; `last`: average trade price of the last minute, or the index with too few trades. By rule 1 `last` was the last trade, and nothing bounded the mark.",
    message: MarkPublished,
    evolve: publishMark,
  },
};
