/** Index prices of the subscribed markets. */
import type { IndexPrice } from '../../../../../shared/wire/market-data';
import { createChannel, type ChannelState } from '../../stream/channel';
import { keyOf } from '../../stream/stream-events';
import { isIndexPrice } from './index-price';

interface Known {
  index: IndexPrice | null;
}

export type IndexPriceState = ChannelState<Known, IndexPrice>;

const topicOf = (market: string) => keyOf({ channel: 'index', market });

export const indexPriceSlice = createChannel<'indexPrice', Known, IndexPrice, IndexPrice>({
  name: 'indexPrice',
  channel: 'index',
  unknown: { index: null },
  keyOf: ({ market }) => topicOf(market),
  ofSnapshot: (index) => (isIndexPrice(index) ? { index } : null),
  /** Each message is complete, so gaps are harmless; older messages are ignored. */
  after: (known, index) => {
    if (!isIndexPrice(index)) return null;
    return known.index !== null && index.position < known.index.position ? known : { index };
  },
});

export const selectIndexPrice = (state: { indexPrice: IndexPriceState }, market: string) =>
  indexPriceSlice.select(state, topicOf(market));
