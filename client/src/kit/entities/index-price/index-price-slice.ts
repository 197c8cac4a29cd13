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
  after: (current, index) => {
    if (!isIndexPrice(index)) return null;
    return current.index !== null && index.position < current.index.position ? current : { index };
  },
});

export const selectIndexPrice = (state: { indexPrice: IndexPriceState }, market: string) =>
  indexPriceSlice.select(state, topicOf(market));
